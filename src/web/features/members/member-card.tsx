import type { ReactNode } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { Balance } from '#web/features/practices/balance.tsx'
import { PersonAvatar } from '#web/shell/person-avatar.tsx'
import { ActionButton } from '#web/ui/action-button.tsx'
import { DayPasses } from './day-passes.tsx'
import { Attended, Email, NameButton } from './member-columns.tsx'
import classes from './members.module.css'
import { PassSelect } from './pass-select.tsx'
import { RoleSelect } from './role-select.tsx'
import { useOpenMember } from './use-members-dialog.ts'

/** A row of the table on a phone. */
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
          label={`View Practices attended by ${member.name}`}
          aria-haspopup="dialog"
          onClick={() => openFor(member.id, 'practices')}
        >
          View Practices
        </ActionButton>
        <ActionButton
          tone="red-outline"
          label={`Remove ${member.name}`}
          aria-haspopup="dialog"
          onClick={() => openFor(member.id, 'remove')}
        >
          Remove
        </ActionButton>
      </div>
    </>
  )
}
