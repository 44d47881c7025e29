import { IconArrowBackUp } from '@tabler/icons-react'
import type { DeletedPractice } from '#contract/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ListedRow, ListedSection } from '#web/ui/list-section.tsx'

type DeletedPracticesProps = { deleted: DeletedPractice[]; now: number; onRestore: (practiceId: string) => unknown }

/** What can still be brought back (D31). */
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
              label={`Restore ${practice.title}, ${times.date(practice.startsOn, now)}`}
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
