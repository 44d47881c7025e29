import type { MyPractices } from '#contract/my-practices.ts'
import { CarDialog } from '#web/features/practices/car-dialog.tsx'
import { useSpotNotice } from '#web/features/practices/use-spot-notice.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { Freshness } from '#web/shell/freshness.tsx'
import { LoadError } from '#web/shell/load-error.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { BalanceCard } from './balance-card.tsx'
import { FeedSection } from './feed-section.tsx'
import { History } from './history.tsx'
import classes from './my-practices-page.module.css'
import { UpcomingRsvps } from './upcoming-rsvps.tsx'
import { useMyPractices } from './use-my-practices.ts'

export function MyPracticesPage() {
  const { query, mine, now } = useMyPractices()
  useSpotNotice(mine?.ahead)
  const problem = query.error && toProblem(query.error)
  if (problem && !mine) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="My Practices">
      <Freshness query={query} />
      {mine ? <Sections mine={mine} now={now} /> : <MyPracticesSkeleton />}
    </Page>
  )
}

/** What is owed, what lies ahead, what has been; on a wide screen the first and the calendar stand beside the rest. */
function Sections({ mine, now }: { mine: MyPractices; now: number }) {
  useKeptFocus()
  return (
    <>
      <div className={classes.sections}>
        <BalanceCard mine={mine} />
        <div className={classes.lists}>
          <UpcomingRsvps mine={mine} now={now} />
          <History mine={mine} now={now} />
        </div>
        <FeedSection />
      </div>
      <CarDialog practices={mine.ahead} />
    </>
  )
}

function MyPracticesSkeleton() {
  return (
    <Skeletons label="Loading your practices">
      <div className={classes.sections}>
        <SkeletonCard height={11} />
        <div className={classes.lists}>
          <SkeletonCard height={14} />
          <SkeletonCard height={14} />
        </div>
      </div>
    </Skeletons>
  )
}
