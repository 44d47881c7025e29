import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DeletedPractice, ManagedPractice, PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ListedRow, ListedSection } from '#web/ui/list-section.tsx'
import { isListed, practiceRecordQuery, refreshPractices } from './manage-practices-query.ts'
import { removeButtonOf } from './practice-actions.tsx'

type DeleteDialogProps = {
  /** The listed practices in order, so the focus can move to the next one. */
  practices: ManagedPractice[]
  now: number
  onDone: (practiceId: string) => void
  onUndo: (practiceId: string) => void
}

/** States how many people are affected before deleting; the deletion can be undone. */
export function DeleteDialog({ practices, now, onDone, onUndo }: DeleteDialogProps) {
  const { search, close } = useManageDialog()
  const times = useClubTimes()
  const asked = search.ask === 'delete'
  const practiceId = useLast(asked ? search.practice : null) ?? ''
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: asked })
  const remove = useIdempotentMutation(api.managePractices.delete, { onDone: refreshPractices })
  const index = asked ? practices.findIndex(({ id }) => id === practiceId) : -1
  const neighbour = useLast(asked ? (practices[index + 1] ?? practices[index - 1])?.id : null)
  const practice = useLast(practices[index] ?? (asked ? record.data?.practice : null))
  const people = record.data && peopleIn(record.data)
  const title = practice?.title ?? 'practice'
  return (
    <ConfirmAction
      asked={asked}
      input={asked && isListed(practiceId) ? { practiceId } : null}
      // Disabled until the number of affected people is loaded.
      act={{ ...remove, pending: remove.pending || record.isPending }}
      title={inLine`Delete ${title}?`}
      text={
        <>
          {practice && <strong>{times.date(practice.startsOn, now)}. </strong>}
          {record.isPending ? messages.loading : officerMessages.confirmDeletePractice(people ?? null)}
        </>
      }
      confirm="Delete Practice"
      onDone={() => {
        onDone(practiceId)
        toast({
          text: officerMessages.practiceDeleted(title),
          action: { label: 'Undo', onClick: () => onUndo(practiceId) },
        })
      }}
      onClose={close}
      returnFocus={() => removeButtonOf(practiceId) ?? (neighbour === null ? null : removeButtonOf(neighbour))}
    />
  )
}

/** Everyone with an RSVP, attendance or driving credit, and pre-registered emails. */
function peopleIn({ attendees, answers, credited, emails }: PracticeRecord) {
  const members = [...attendees, ...answers, ...credited].map(({ memberId }) => memberId)
  return new Set([...members, ...emails.map(({ email }) => email)]).size
}

type DeletedPracticesProps = { deleted: DeletedPractice[]; now: number; onRestore: (practiceId: string) => unknown }

/** Practices that can still be restored. */
export function DeletedPractices({ deleted, now, onRestore }: DeletedPracticesProps) {
  const times = useClubTimes()
  return (
    <ListedSection title="Deleted practices" meaning={officerMessages.deletedMeaning}>
      {deleted.map((practice) => (
        <ListedRow
          key={practice.id}
          actions={
            <ActionButton
              sends
              icon={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
              label={inLine`Restore ${practice.title}, ${times.date(practice.startsOn, now)}`}
              onClick={() => onRestore(practice.id)}
            >
              Restore
            </ActionButton>
          }
        >
          <b>{practice.title}</b>
          <p>
            <time dateTime={practice.startsOn}>{times.date(practice.startsOn, now)}</time>
            {' · can be restored until '}
            <time dateTime={practice.goneFrom}>{times.date(times.dayOf(Date.parse(practice.goneFrom)), now)}</time>
          </p>
        </ListedRow>
      ))}
    </ListedSection>
  )
}
