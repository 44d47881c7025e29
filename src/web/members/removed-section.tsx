import { useId } from 'react'
import type { RemovedMember } from '#contract/members.ts'
import { restorableForDays } from '#domain/members.ts'

import { officerMessages } from '#domain/officer-messages.ts'
import { useAct } from '#web/act.ts'
import { api } from '#web/api.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { refreshMembers } from './members-query.ts'
import classes from './removed-section.module.css'
import { useMembersDialog } from './use-members-dialog.ts'

/** Who can still be brought back (D39). */
export function RemovedSection({ removed, now }: { removed: RemovedMember[]; now: number }) {
  const id = useId()
  if (removed.length === 0) return null
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div>
        <h2 id={id}>Removed</h2>
        <p className={classes.meaning}>{officerMessages.removedMeaning(restorableForDays)}</p>
      </div>
      <Card flush>
        <ul>
          {removed.map((member) => (
            <Removed key={member.id} member={member} now={now} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Removed({ member: { id, name, email, erasedFrom }, now }: { member: RemovedMember; now: number }) {
  const times = useClubTimes()
  const { openFor } = useMembersDialog()
  const restore = useAct(api.members.restore, { onDone: refreshMembers })

  async function bringBack() {
    if ((await restore.act({ memberId: id })) !== null) toast({ text: officerMessages.memberRestored(name) })
  }

  const until = Date.parse(erasedFrom)
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        <p className={classes.email}>{email}</p>
        <p className={classes.until}>
          Can be brought back until <time dateTime={erasedFrom}>{times.moment(until, times.dayOf(now), now)}</time>
        </p>
      </div>
      <div className={classes.actions}>
        <ActionButton label={`Restore ${name}`} pending={restore.pending} onClick={bringBack}>
          Restore
        </ActionButton>
        <ActionButton
          tone="red-outline"
          label={`Erase now: ${name}`}
          aria-haspopup="dialog"
          onClick={() => openFor(id, 'erase')}
        >
          Erase now
        </ActionButton>
      </div>
      {restore.problem && (
        <div className={classes.problem}>
          <ErrorNote error={restore.problem} onRetry={restore.retry} pending={restore.pending} />
        </div>
      )}
    </li>
  )
}
