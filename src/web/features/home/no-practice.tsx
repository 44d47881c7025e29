import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useHomeDialog } from './use-home-dialog.ts'

/** On the day of a practice, before anybody has started it (D49). */
export function NotStarted({ next, now }: { next: PracticeCard | undefined; now: number }) {
  const times = useClubTimes()
  const today = times.dayOf(now)
  if (next === undefined || today < next.startsOn || today > next.lastOn) return null
  const startsAt = Date.parse(next.startsAt)
  const later = !next.allDay && now < startsAt
  return (
    <Card flush>
      <EmptyState
        next={
          later
            ? `${next.title} starts at ${times.clock(startsAt)}. Check-in opens here when an officer starts it.`
            : 'Check-in opens here when an officer starts it.'
        }
      >
        {memberMessages.notStarted}
      </EmptyState>
    </Card>
  )
}

/** Nothing within the days that Home looks ahead. */
export function NoNext({ home, now }: { home: Home; now: number }) {
  const times = useClubTimes()
  const dialog = useHomeDialog()
  const later = home.upcoming[0]
  return (
    <Card flush>
      <EmptyState
        next={
          later ? (
            <>
              <p>{`The next one is on ${times.date(later.startsOn, now)}.`}</p>
              <ActionButton tone="quiet" aria-haspopup="dialog" onClick={() => dialog.open({ open: 'upcoming' })}>
                See all upcoming practices
              </ActionButton>
            </>
          ) : (
            'New practices appear automatically.'
          )
        }
      >
        {memberMessages.noUpcoming}
      </EmptyState>
    </Card>
  )
}
