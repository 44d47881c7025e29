import { useReducedMotion } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import Tilt from 'react-parallax-tilt'
import type { MyPass } from '#contract/passes.ts'
import type { Person } from '#contract/session.ts'
import { isolated } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { Freshness } from '#web/components/connection-notes.tsx'
import { OutdoorNote } from '#web/components/outdoor-note.tsx'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { useClub } from '#web/lib/use-session.ts'
import { Card } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { Rings } from '#web/ui/target-drawings.tsx'
import cardClasses from './pass-card.module.css'
import classes from './pass-page.module.css'
import { ScreenOnNote } from './screen-on-note.tsx'
import { usePass } from './use-pass.ts'
import { useUsePass } from './use-pass-action.ts'
import { DayPassesLeft, PassesUnavailable, UsePassButton } from './use-pass-button.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** The member's pass, to be shown to an officer, or how to get one. */
export function PassPage() {
  const { query, pass, now } = usePass()
  const canSleep = useWakeLock(pass !== null && pass.current !== 'none')
  // While offline, cached passes are more useful than an error.
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

/** What an officer checks, at arm's length and in the sun: whose pass it is, that it is valid, and a running clock. */
function PassCard({ pass, person }: { pass: MyPass; person: Person }) {
  const still = useReducedMotion()
  return (
    <Tilt tiltEnable={!still} tiltMaxAngleX={8} tiltMaxAngleY={8} className={cardClasses.tilt}>
      <section aria-label={pass.current} className={cardClasses.card}>
        <Rings className={cardClasses.rings} />
        <div className={cardClasses.top}>
          <h2 className={cardClasses.name}>{pass.current}</h2>
          <p className={cardClasses.valid}>
            <IconCheck size={20} stroke={2.5} aria-hidden />
            Valid
          </p>
        </div>
        <div className={cardClasses.holder}>
          <PersonAvatar person={person} size={84} />
          <div>
            <p className={cardClasses.holderName}>{person.displayName}</p>
            {person.pronouns.length > 0 && (
              <p className={cardClasses.pronouns}>{person.pronouns.map(isolated).join(', ')}</p>
            )}
          </div>
        </div>
        <div className={cardClasses.foot}>
          <RunningClock />
          <p className={cardClasses.until}>{pass.current === 'Day Pass' ? 'until midnight' : 'no end date'}</p>
        </div>
      </section>
    </Tilt>
  )
}

/** Animated, so a screenshot can't pass as a live pass. */
function RunningClock() {
  const now = useNow('second')
  const times = useClubTimes()
  return (
    <p className={cardClasses.now}>
      <span className={cardClasses.day}>Today, {times.date(times.dayOf(now), now)}</span>
      <time className={cardClasses.clock} dateTime={new Date(now).toISOString()}>
        {times.clockWithSeconds(now)}
      </time>
    </p>
  )
}
