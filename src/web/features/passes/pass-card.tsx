import { useReducedMotion } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import Tilt from 'react-parallax-tilt'
import type { MyPass } from '#contract/passes.ts'
import { isolated } from '#domain/isolated-text.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { Rings } from '#web/ui/target-drawings.tsx'
import classes from './pass-card.module.css'

/** What an officer checks, at arm's length and in the sun: whose pass it is, that it is valid, and a running clock. */
export function PassCard({ pass }: { pass: MyPass }) {
  const person = useSignedInMember()
  const still = useReducedMotion()
  return (
    <Tilt tiltEnable={!still} tiltMaxAngleX={8} tiltMaxAngleY={8} className={classes.tilt}>
      <section aria-label={pass.current} className={classes.card}>
        <Rings className={classes.rings} />
        <div className={classes.top}>
          <h2 className={classes.name}>{pass.current}</h2>
          <p className={classes.valid}>
            <IconCheck size={20} stroke={2.5} aria-hidden />
            Valid
          </p>
        </div>
        <div className={classes.holder}>
          <PersonAvatar person={person} size={84} />
          <div>
            <p className={classes.holderName} style={{ '--longest': longestPart(person.displayName) } as CSSProperties}>
              {person.displayName}
            </p>
            {person.pronouns.length > 0 && (
              <p className={classes.pronouns}>{person.pronouns.map(isolated).join(', ')}</p>
            )}
          </div>
        </div>
        <div className={classes.foot}>
          <RunningClock />
          <p className={classes.until}>{pass.current === 'Day Pass' ? 'until midnight' : 'no end date'}</p>
        </div>
      </section>
    </Tilt>
  )
}

/** The number of characters of the longest part of a name that isn't broken: names break at spaces and after hyphens. */
const longestPart = (name: string) => Math.max(1, ...(name.match(/[^\s-]+-?/g) ?? []).map((part) => part.length))

/** Animated, so a screenshot can't pass as a live pass. */
function RunningClock() {
  const now = useNow('second')
  const times = useClubTimes()
  return (
    <p className={classes.now}>
      <span className={classes.day}>Today, {times.date(times.dayOf(now), now)}</span>
      <time className={classes.clock} dateTime={new Date(now).toISOString()}>
        {times.clockWithSeconds(now)}
      </time>
    </p>
  )
}
