import { useReducedMotion } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import Tilt from 'react-parallax-tilt'
import type { MyPass } from '#contract/passes.ts'
import type { Person } from '#contract/session.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { PersonAvatar } from '#web/shell/person-avatar.tsx'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Rings } from '#web/ui/rings.tsx'
import classes from './pass-card.module.css'

/** What an officer looks at, at arm's length and in the sun: whose pass it is, that it is valid, and a clock that runs. */
export function PassCard({ pass, person }: { pass: MyPass; person: Person }) {
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
            <p className={classes.holderName}>{person.displayName}</p>
            {person.pronouns.length > 0 && <p className={classes.pronouns}>{person.pronouns.join(', ')}</p>}
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

/** It moves, so it is no picture of a pass of yesterday. */
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
