import { useId } from 'react'
import type { ClubMap, Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { TwoBalances } from '#web/features/passes/two-balances.tsx'
import { PracticePlace } from '#web/features/practices/practice-place.tsx'
import { RsvpButtons } from '#web/features/practices/rsvp-buttons.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card, Chip } from '#web/ui/card.tsx'
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
  const when = useClubTimes().inSpeech(practice, now)
  const asks = practice.myAnswer === null
  return (
    <Card as="section" tone="gold" aria-labelledby={id} className={classes.card}>
      <div className={classes.what}>
        <h2 id={id} className={classes.time}>
          {asks ? memberMessages.firstPractice(when) : memberMessages.firstPracticeAt(when)}
        </h2>
        <p className={classes.title}>
          {practice.title} {practice.sample && <Chip tone="outline">Sample</Chip>}
        </p>
        <PracticePlace location={practice.location} maps={maps} />
      </div>
      <RsvpButtons practice={practice} hasCar={home.hasCar} asks={!asks} />
      <div className={classes.foot}>
        <TwoBalances dayPasses={home.pass.dayPasses} balance={home.balance} />
        <ActionButton fullWidth onClick={onDone}>
          Got it
        </ActionButton>
      </div>
    </Card>
  )
}
