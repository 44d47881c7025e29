import type { RemovedMember } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { restorableForDays } from '#domain/members.ts'

import { officerMessages } from '#domain/text/officer-messages.ts'
import { useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { ListedRow, ListedSection } from '#web/ui/list-section.tsx'

/** Removed members who can still be restored. */
export function RemovedSection({ removed, now }: { removed: RemovedMember[]; now: number }) {
  if (removed.length === 0) return null
  return (
    <ListedSection title="Removed" meaning={officerMessages.removedMeaning(restorableForDays)}>
      {removed.map((member) => (
        <Removed key={member.id} member={member} now={now} />
      ))}
    </ListedSection>
  )
}

function Removed({
  member: { id, name, email, erasableFrom, erasedFrom },
  now,
}: {
  member: RemovedMember
  now: number
}) {
  const times = useClubTimes()
  const { openFor } = useOpenMember()
  const restore = useIdempotentMutation(api.members.restore, { onDone: refreshMembers })

  async function bringBack() {
    if ((await restore.act({ memberId: id })) !== null) toast({ text: officerMessages.memberRestored(name) })
  }

  const until = Date.parse(erasedFrom)
  const from = Date.parse(erasableFrom)
  const isErasable = from <= now
  return (
    <ListedRow
      actions={
        <>
          <ActionButton sends label={inLine`Restore ${name}`} pending={restore.pending} onClick={bringBack}>
            Restore
          </ActionButton>
          <ActionButton
            tone="red-outline"
            reason={isErasable ? null : ''}
            aria-describedby={isErasable ? undefined : `${id}-erasable`}
            label={inLine`Erase now: ${name}`}
            aria-haspopup="dialog"
            onClick={() => openFor(id, 'erase')}
          >
            Erase now
          </ActionButton>
        </>
      }
      problem={
        restore.problem && <ErrorNote error={restore.problem} onRetry={restore.retry} pending={restore.pending} />
      }
    >
      <b>{name}</b>
      <p>{email}</p>
      <p>
        Can be restored until <time dateTime={erasedFrom}>{times.moment(until, times.dayOf(now), now)}</time>
      </p>
      {!isErasable && (
        <p id={`${id}-erasable`}>
          Can be erased from <time dateTime={erasableFrom}>{times.moment(from, times.dayOf(now), now)}</time>
        </p>
      )}
    </ListedRow>
  )
}
