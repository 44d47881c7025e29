import type { ReactNode } from 'react'
import type { Home } from '#contract/home.ts'
import type { MyPass } from '#contract/passes.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { OutdoorNote } from '#web/components/outdoor-note.tsx'
import { PriceList } from '#web/components/price-list.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toProblem } from '#web/lib/request.ts'
import { useClub } from '#web/lib/use-session.ts'
import { useHome } from '#web/queries/home.ts'
import { Card } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { CheckInHere, offersBuyPass } from './check-in-area.tsx'
import { PassCard } from './pass-card.tsx'
import classes from './pass-page.module.css'
import { ScreenOnNote } from './screen-on-note.tsx'
import { TwoBalances } from './two-balances.tsx'
import { usePass } from './use-pass.ts'
import { useUsePass } from './use-pass-action.ts'
import { PassesUnavailable, UsePassButton } from './use-pass-button.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** The member's pass, to be shown to an officer, or how to get one. */
export function PassPage() {
  useKeptFocus()
  const { query, pass, now } = usePass()
  const { query: homeQuery, home } = useHome()
  // Whether a practice is live decides what the gold button does: it must not change under a finger.
  const isKnown = pass !== null && (pass.current !== 'none' || !homeQuery.isPending)
  const code = useLazy(() => import('./pass-code.tsx'), { asked: true, quiet: true })
  const canSleep = useWakeLock(pass !== null && pass.current !== 'none')
  // While offline, cached passes are more useful than an error.
  const unavailable = query.error && (!pass || toProblem(query.error).kind !== 'offline')
  return (
    <Page title="My Pass" narrow>
      <div className={classes.page}>
        {unavailable ? <PassesUnavailable query={query} /> : <Freshness query={query} />}
        {isKnown && <Pass pass={pass} home={home} now={now} code={code && <code.PassCode />} />}
        {canSleep && <ScreenOnNote />}
        {isKnown && <OutdoorNote />}
        {!isKnown && !query.error && (
          <Skeletons label="Loading your pass">
            <SkeletonCard height={18} />
          </Skeletons>
        )}
      </div>
    </Page>
  )
}

type PassProps = { pass: MyPass; home: Home | null; now: number; code: ReactNode }

/** A valid pass has its code right below, so that both are on the screen of a phone. */
function Pass({ pass, home, now, code }: PassProps) {
  const usePassAct = useUsePass()
  const live = home?.live && { home: { ...home, pass }, live: home.live }
  const store = useClub()?.storeLinks.passes ?? null
  if (pass.current === 'none')
    return (
      <>
        <Card className={classes.purchase}>
          <h2>Purchase Pass</h2>
          <TwoBalances dayPasses={pass.dayPasses} balance={home?.balance ?? null} />
          {live ? <CheckInHere {...live} /> : <UsePassButton pass={pass} usePass={usePassAct} />}
          <PriceList of="dayPasses" />
          {store !== null && !(live && offersBuyPass(live.home)) && (
            <ExternalLink href={store} look="button">
              Buy Pass
            </ExternalLink>
          )}
        </Card>
        {code}
      </>
    )
  return (
    <>
      <PassCard pass={pass} />
      {live && <CheckInHere {...live} />}
      {code}
      <div className={classes.row}>
        <p className={classes.small}>{count(pass.dayPasses, 'day pass', 'day passes')} left</p>
        {store !== null && (
          <ExternalLink href={store} look="line">
            Buy Pass
          </ExternalLink>
        )}
      </div>
      <PassLife pass={pass} now={now} />
    </>
  )
}

/** When the pass was used, and when it ends. */
function PassLife({ pass, now }: { pass: MyPass; now: number }) {
  const times = useClubTimes()
  const { usedAt, validUntil } = pass
  if (usedAt === null || validUntil === null) return <p className={classes.hint}>{memberMessages.carpoolPassMeaning}</p>
  const next = times.date(times.dayOf(Date.parse(validUntil)), now)
  return (
    <p className={classes.hint}>
      Used at <time dateTime={usedAt}>{times.clock(Date.parse(usedAt))}</time>. It’s valid until midnight, when{' '}
      <time dateTime={validUntil}>{next}</time> starts.
    </p>
  )
}
