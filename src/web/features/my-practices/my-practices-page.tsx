import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import type { MyPractices } from '#contract/my-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { PriceList } from '#web/components/price-list.tsx'
import { TwoBalances } from '#web/features/passes/two-balances.tsx'
import { OutstandingBanner } from '#web/features/practices/balance.tsx'
import { CarDialog } from '#web/features/practices/car-dialog.tsx'
import { GoingDialog } from '#web/features/practices/going-dialog.tsx'
import { CancelledPractice, UpcomingPractice } from '#web/features/practices/upcoming-practice.tsx'
import { useSpotNotice } from '#web/features/practices/use-spot-notice.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { useClub } from '#web/lib/use-session.ts'
import { forgetWithdrawn, myPracticesQuery } from '#web/queries/my-practices.ts'
import { Card, Eyebrow } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import balanceClasses from './balance-card.module.css'
import { FeedSection } from './feed-section.tsx'
import { History } from './history.tsx'
import { Missed } from './missed.tsx'
import classes from './my-practices-page.module.css'
import upcomingClasses from './upcoming-rsvps.module.css'

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

/** Balance, upcoming RSVPs, history; on a wide screen the balance and the calendar are next to the rest. */
function Sections({ mine, now }: { mine: MyPractices; now: number }) {
  useKeptFocus()
  return (
    <>
      <div className={classes.sections}>
        <BalanceCard mine={mine} />
        <div className={classes.lists}>
          <UpcomingRsvps mine={mine} now={now} />
          <History mine={mine} now={now} />
          <Missed mine={mine} now={now} />
        </div>
        <FeedSection />
      </div>
      <CarDialog practices={mine.ahead} />
      <GoingDialog practices={mine.ahead} />
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

/** The balance, before everything else. */
function BalanceCard({ mine: { balance, attended, dayPasses } }: { mine: MyPractices }) {
  const id = useId()
  const store = useClub()?.storeLinks.practices ?? null
  return (
    <Card as="section" aria-labelledby={id} className={balanceClasses.card}>
      <Eyebrow>
        <span id={id}>Passes and practices</span>
      </Eyebrow>
      <TwoBalances dayPasses={dayPasses} balance={balance} />
      {balance < 0 && <OutstandingBanner balance={balance} attended={attended} />}
      <PriceList of="paidPractices" />
      {balance >= 0 && store !== null && (
        <div>
          <ExternalLink href={store} look="button">
            Purchase practices
          </ExternalLink>
        </div>
      )}
    </Card>
  )
}

/** Upcoming practices with the member's RSVP, which can be changed; canceled ones say so. */
function UpcomingRsvps({ mine: { ahead, hasCar }, now }: { mine: MyPractices; now: number }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={upcomingClasses.section}>
      <h2 id={id}>Coming up</h2>
      <Card flush>
        {ahead.length === 0 ? (
          <EmptyState
            next={
              <Link to="/home" search={{ open: 'upcoming' }} className={upcomingClasses.link}>
                See all upcoming practices
              </Link>
            }
          >
            {memberMessages.nothingAhead}
          </EmptyState>
        ) : (
          <ul className={upcomingClasses.list}>
            {ahead.map((practice) => (
              <li key={practice.id} className={upcomingClasses.row}>
                {practice.cancelled ? (
                  <CancelledPractice practice={practice} now={now} />
                ) : (
                  <UpcomingPractice practice={practice} hasCar={hasCar} now={now} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

/** The member's practices at the current minute: practices that have ended leave the upcoming list. */
function useMyPractices() {
  const query = useQuery(myPracticesQuery)
  const now = useNow('minute')
  useEffect(() => forgetWithdrawn, [])
  return { query, mine: query.data ? mineAtTime(query.data, now) : null, now }
}

function mineAtTime(mine: MyPractices, now: number): MyPractices {
  return { ...mine, ahead: mine.ahead.filter(({ endsAt }) => now < Date.parse(endsAt)) }
}
