import { IconHistory, IconTrash } from '@tabler/icons-react'
import type { MemberRow } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { count } from '#domain/text/public-messages.ts'
import type { SortColumn } from '#web/addresses/members-search.ts'
import { useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import type { Column } from '#web/features/data-table/data-table.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
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
    width: 'clamp(7rem, 34vw - 13.75rem, 15rem)',
    orders: ['A to Z', 'Z to A'],
    cell: (member) => <Email member={member} />,
  },
  {
    key: 'attended',
    label: 'Attended Practices',
    width: '5.75rem',
    align: 'end',
    orders: ['fewest first', 'most first'],
    cell: (member) => <Attended member={member} />,
  },
  {
    key: 'day-passes',
    label: 'Remaining Day Passes',
    align: 'center',
    width: 'calc(2 * var(--row-step) + 3rem)',
    orders: ['fewest first', 'most first'],
    cell: (member) => <DayPasses member={member} />,
  },
  {
    key: 'balance',
    label: 'Balance',
    width: '9.5rem',
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
    width: '8.75rem',
    orders: ['A to Z', 'Z to A'],
    cell: (member) => <PassSelect member={member} />,
  },
  {
    key: 'role',
    label: 'Role',
    width: '5.5rem',
    orders: ['members first', 'officers first'],
    cell: (member) => <RoleSelect member={member} />,
  },
  { key: 'actions', label: 'Actions', width: '5.25rem', align: 'end', cell: (member) => <Actions member={member} /> },
]

/** On one line; the details show all of an address that is longer. */
function Email({ member: { email } }: { member: MemberRow }) {
  return (
    <span className={classes.email} title={email}>
      {email}
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
      <bdi className={classes.clamped}>{member.name}</bdi>
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
