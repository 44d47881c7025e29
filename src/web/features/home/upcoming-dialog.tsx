import type { Home } from '#contract/home.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { UpcomingPractice } from '#web/features/practices/upcoming-practice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import classes from './upcoming-dialog.module.css'
import { useHomeDialog } from './use-home-dialog.ts'

/** The next five, however far ahead, each to be answered. */
export function UpcomingDialog({ home, now }: { home: Home; now: number }) {
  const { search, close } = useHomeDialog()
  return (
    <InfoDialog
      open={search.open === 'upcoming' || search.over === 'upcoming'}
      onClose={close}
      title="Upcoming Practices"
    >
      {home.upcoming.length === 0 ? (
        <EmptyState next="New practices appear automatically.">{memberMessages.noUpcoming}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {home.upcoming.map((practice) => (
            <li key={practice.id} className={classes.row}>
              <UpcomingPractice practice={practice} hasCar={home.hasCar} now={now} over="upcoming" />
            </li>
          ))}
        </ul>
      )}
    </InfoDialog>
  )
}
