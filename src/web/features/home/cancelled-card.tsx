import type { PracticeCard } from '#contract/practices.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Eyebrow } from '#web/ui/card.tsx'
import classes from './cancelled-card.module.css'

/** A practice that I answered and that will not take place (D23). */
export function CancelledCard({ practice, now }: { practice: PracticeCard; now: number }) {
  const { date, time } = useClubTimes().when(practice, now)
  return (
    <section className={classes.card}>
      <Eyebrow>Canceled</Eyebrow>
      <h2 className={classes.title}>
        <s>{practice.title}</s>
      </h2>
      <p className={classes.when}>
        <s>
          <time dateTime={practice.startsAt}>{time === null ? `${date}, all day` : `${date} · ${time}`}</time>
        </s>
      </p>
    </section>
  )
}
