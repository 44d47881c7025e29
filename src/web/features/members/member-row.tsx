import { IconHistory, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { count } from '#domain/text/public-messages.ts'
import type { SortColumn } from '#web/addresses/members-search.ts'
import { useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import type { Column } from '#web/features/data-table/data-table.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import classes from './members.module.css'
import { DayPasses, PassSelect, RoleSelect } from './row-fields.tsx'

/** In display order. */
export const columns: (Column<MemberRow> & { key: SortColumn | 'actions' })[] = [
  {
    key: 'name',
    label: 'Name',
    header: true,
    orders: ['A to Z', 'Z to A'],
    cell: (member) => <Name member={member} />,
  },
  {
    key: 'email',
    label: 'Email',
    // Names can be long; an email breaks before its domain.
    width: 'clamp(6.5rem, 24vw - 8.8rem, 16rem)',
    orders: ['A to Z', 'Z to A'],
    cell: (member) => <Email member={member} />,
  },
  {
    key: 'attended',
    label: 'Attended Practices',
    width: '6rem',
    align: 'end',
    orders: ['fewest first', 'most first'],
    cell: (member) => <Attended member={member} />,
  },
  {
    key: 'day-passes',
    label: 'Remaining Day Passes',
    width: '9.25rem',
    orders: ['fewest first', 'most first'],
    cell: (member) => <DayPasses member={member} />,
  },
  {
    key: 'balance',
    label: 'Balance',
    width: '10.25rem',
    orders: ['most owed first', 'most left first'],
    cell: (member) => (
      <span className={classes.oneLine}>
        <Balance balance={practiceBalance(member)} />
      </span>
    ),
  },
  {
    key: 'pass',
    label: 'Current Pass',
    width: 'clamp(7.5rem, 12vw, 12.25rem)',
    orders: ['A to Z', 'Z to A'],
    cell: (member) => <PassSelect member={member} />,
  },
  {
    key: 'role',
    label: 'Role',
    width: '7.75rem',
    orders: ['members first', 'officers first'],
    cell: (member) => <RoleSelect member={member} />,
  },
  { key: 'actions', label: 'Actions', width: '5.5rem', align: 'end', cell: (member) => <Actions member={member} /> },
]

/** Breaks before the domain if it has to. */
function Email({ member: { email } }: { member: MemberRow }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={classes.email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function Name({ member }: { member: MemberRow }) {
  return (
    <div className={classes.person}>
      <PersonAvatar person={{ displayName: member.name, pictureUrl: member.pictureUrl }} size={36} />
      <NameButton member={member} />
    </div>
  )
}

/** Opens the details; the id is used for returning the focus. */
function NameButton({ member }: { member: MemberRow }) {
  const { open } = useOpenMember()
  return (
    <button
      type="button"
      id={nameButtonId(member.id)}
      className={classes.name}
      aria-haspopup="dialog"
      onClick={() => open({ member: member.id })}
    >
      {member.name}
    </button>
  )
}

export function nameButtonId(memberId: string) {
  return `member-${memberId}`
}

function Attended({ member }: { member: MemberRow }) {
  const { openFor } = useOpenMember()
  return (
    <button
      type="button"
      className={classes.attended}
      aria-haspopup="dialog"
      aria-label={inLine`${count(member.attended, 'practice')} attended by ${member.name}`}
      onClick={() => openFor(member.id, 'practices')}
    >
      {member.attended}
    </button>
  )
}

function Actions({ member }: { member: MemberRow }) {
  const { openFor } = useOpenMember()
  return (
    <MoreMenu
      label={inLine`Actions for ${member.name}`}
      items={[
        {
          label: 'View Practices',
          icon: <IconHistory size={20} stroke={1.75} aria-hidden />,
          onClick: () => openFor(member.id, 'practices'),
        },
        {
          label: 'Remove',
          icon: <IconTrash size={20} stroke={1.75} aria-hidden />,
          tone: 'red',
          onClick: () => openFor(member.id, 'remove'),
        },
      ]}
    />
  )
}

/** A member as a card, on a phone. */
export function MemberCard({ member, pick }: { member: MemberRow; pick: ReactNode }) {
  const { openFor } = useOpenMember()
  return (
    <>
      <div className={classes.top}>
        <PersonAvatar person={{ displayName: member.name, pictureUrl: member.pictureUrl }} size={44} />
        <div className={classes.who}>
          <NameButton member={member} />
          <p>
            <Email member={member} />
          </p>
        </div>
        {pick}
      </div>
      <p className={classes.balance}>
        <span>Balance</span> <Balance balance={practiceBalance(member)} />
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>Attended Practices</dt>
          <dd>
            <Attended member={member} />
          </dd>
        </div>
        <div>
          <dt>Remaining Day Passes</dt>
          <dd>
            <DayPasses member={member} />
          </dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>
            <RoleSelect member={member} />
          </dd>
        </div>
        <div>
          <dt>Current Pass</dt>
          <dd>
            <PassSelect member={member} />
          </dd>
        </div>
      </dl>
      <div className={classes.actions}>
        <ActionButton
          label={inLine`View Practices attended by ${member.name}`}
          aria-haspopup="dialog"
          onClick={() => openFor(member.id, 'practices')}
        >
          View Practices
        </ActionButton>
        <ActionButton
          tone="red-outline"
          label={inLine`Remove ${member.name}`}
          aria-haspopup="dialog"
          onClick={() => openFor(member.id, 'remove')}
        >
          Remove
        </ActionButton>
      </div>
    </>
  )
}
