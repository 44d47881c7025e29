import { useId } from 'react'
import type { ClubMap, Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { TwoBalances } from '#web/features/passes/two-balances.tsx'
import { PracticePlace } from '#web/features/practices/practice-place.tsx'
import { RsvpButtons } from '#web/features/practices/rsvp-buttons.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card, Chip, Eyebrow } from '#web/ui/card.tsx'
import classes from './next-practice.module.css'

type FirstVisitProps = {
  practice: PracticeCard
  now: number
  home: Pick<Home, 'hasCar' | 'pass' | 'balance'>
  maps: ClubMap[]
  onDone: () => void
}

/** The end of the wizard, on Home: the first practice to RSVP to, and what gets a member in. */
export function FirstVisit({ practice, now, home, maps, onDone }: FirstVisitProps) {
  const id = useId()
  const times = useClubTimes()
  const when = times.inSpeech(practice, now)
  const { date, time } = times.when(practice, now, times.dayName)
  const asks = practice.myAnswer === null
  return (
    <section
      aria-label={asks ? memberMessages.firstPractice(when) : memberMessages.firstPracticeAt(when)}
      className={classes.both}
    >
      <Card className={`${classes.card} ${classes.first}`}>
        <div className={classes.top}>
          <Eyebrow>{memberMessages.yourFirstPractice}</Eyebrow>
          {practice.sample && <Chip tone="outline">Sample</Chip>}
        </div>
        <div className={classes.what}>
          <h2 className={classes.time}>{time === null ? date : `${date}, ${time}`}</h2>
          <p className={classes.title}>{practice.title}</p>
          <PracticePlace location={practice.location} maps={maps} />
        </div>
        <RsvpButtons practice={practice} hasCar={home.hasCar} asks />
      </Card>
      <Card aria-labelledby={id} className={classes.card}>
        <h3 id={id}>{memberMessages.whatGetsYouIn}</h3>
        <TwoBalances dayPasses={home.pass.dayPasses} balance={home.balance} />
        <ActionButton fullWidth onClick={onDone}>
          Got it
        </ActionButton>
      </Card>
    </section>
  )
}
