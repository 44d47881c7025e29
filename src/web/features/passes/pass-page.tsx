import type { MyPass } from '#contract/passes.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { useClub } from '#web/auth/use-session.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { Freshness } from '#web/shell/freshness.tsx'
import { OutdoorNote } from '#web/shell/outdoor-note.tsx'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Card } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { DayPassesLeft } from './day-passes-left.tsx'
import { PassCard } from './pass-card.tsx'
import classes from './pass-page.module.css'
import { PassesUnavailable } from './passes-unavailable.tsx'
import { ScreenOnNote } from './screen-on-note.tsx'
import { usePass } from './use-pass.ts'
import { UsePassButton } from './use-pass-button.tsx'
import { useUsePass } from './use-use-pass.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** My pass, to be shown; or what there is to do for one (specification §2). */
export function PassPage() {
  const { query, pass, now } = usePass()
  const canSleep = useWakeLock(pass !== null && pass.current !== 'none')
  // Without a connection, what was known is worth more than the sentence that it could not be loaded.
  const unavailable = query.error && (!pass || toProblem(query.error).kind !== 'offline')
  return (
    <Page title="My Pass" narrow>
      <div className={classes.page}>
        {unavailable ? <PassesUnavailable query={query} /> : <Freshness query={query} />}
        {pass && <Pass pass={pass} now={now} />}
        {canSleep && <ScreenOnNote />}
        {pass && <OutdoorNote />}
        {!pass && !query.error && (
          <Skeletons label="Loading your pass">
            <SkeletonCard height={18} />
          </Skeletons>
        )}
      </div>
    </Page>
  )
}

function Pass({ pass, now }: { pass: MyPass; now: number }) {
  const person = useSignedInMember()
  const usePassAct = useUsePass()
  const store = useClub()?.storeLinks.passes ?? null
  if (pass.current === 'none')
    return (
      <Card className={classes.purchase}>
        <h2>Purchase Pass</h2>
        <p className={classes.hint}>{memberMessages.dayPassesMeaning}</p>
        <DayPassesLeft count={pass.dayPasses} />
        <UsePassButton pass={pass} usePass={usePassAct} />
        {store !== null && (
          <ExternalLink href={store} look="button">
            Buy Pass
          </ExternalLink>
        )}
      </Card>
    )
  return (
    <>
      <PassCard pass={pass} person={person} />
      <div className={classes.row}>
        <p className={classes.small}>{count(pass.dayPasses, 'day pass', 'day passes')} left</p>
        {store !== null && (
          <ExternalLink href={store} look="line">
            Buy Pass
          </ExternalLink>
        )}
      </div>
      <UsePassButton pass={pass} usePass={usePassAct} />
      <PassLife pass={pass} now={now} />
    </>
  )
}

/** When it was used, and when it ends. */
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
