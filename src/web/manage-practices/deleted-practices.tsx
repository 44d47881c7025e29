import { IconArrowBackUp } from '@tabler/icons-react'
import { useId } from 'react'
import type { DeletedPractice } from '#contract/manage-practices.ts'
import { officerMessages } from '#domain/officer-messages.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import classes from './deleted-practices.module.css'

type DeletedPracticesProps = { deleted: DeletedPractice[]; now: number; onRestore: (practiceId: string) => unknown }

/** What can still be brought back (D31). */
export function DeletedPractices({ deleted, now, onRestore }: DeletedPracticesProps) {
  const id = useId()
  const times = useClubTimes()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div>
        <h2 id={id}>Deleted practices</h2>
        <p className={classes.meaning}>{officerMessages.deletedMeaning}</p>
      </div>
      <Card flush as="ul">
        {deleted.map((practice) => (
          <li key={practice.id} className={classes.row}>
            <span className={classes.what}>
              <span className={classes.title}>{practice.title}</span>
              <span className={classes.meaning}>
                <time dateTime={practice.startsOn}>{times.date(practice.startsOn, now)}</time>
                {' · can be restored until '}
                <time dateTime={practice.goneFrom}>{times.date(times.dayOf(Date.parse(practice.goneFrom)), now)}</time>
              </span>
            </span>
            <ActionButton
              icon={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
              label={`Restore ${practice.title}, ${times.date(practice.startsOn, now)}`}
              onClick={() => onRestore(practice.id)}
            >
              Restore
            </ActionButton>
          </li>
        ))}
      </Card>
    </section>
  )
}
