import type { Summary } from '#domain/scorecards/card.ts'
import { count } from '#domain/text/public-messages.ts'
import classes from './card-figures.module.css'
import type { CardState } from './card-sync.ts'
import { modeNames } from './card-text.ts'
import type { LocalCard } from './local-card.ts'

/** The counts under the score table. */
export function Figures({
  summary: { xs, tens, nines },
  setup: { mode },
}: { summary: Summary } & Pick<LocalCard, 'setup'>) {
  return (
    <p className={classes.figures}>
      <span>Xs {xs}</span>
      <span>10s {tens}</span>
      <span>9s {nines}</span>
      <span>10s including Xs {tens + xs}</span>
      <span>{modeNames[mode]}</span>
    </p>
  )
}

/** Where the arrows are stored: not reported as sent before the server has them. */
export function Saved({ card: { unsent }, state }: { card: LocalCard; state: CardState }) {
  const text =
    unsent.length === 0
      ? 'All arrows are saved.'
      : state.notStored
        ? `${count(unsent.length, 'arrow')} not saved yet.`
        : `${count(unsent.length, 'arrow')} saved on this device. They’ll be sent when you’re back online.`
  return <p className={classes.figures}>{text}</p>
}
