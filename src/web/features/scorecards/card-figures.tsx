import { useDebouncedValue } from '@mantine/hooks'
import type { Summary } from '#domain/scorecards/card.ts'
import { count } from '#domain/text/public-messages.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './card-figures.module.css'
import type { CardState } from './card-sync.ts'
import { countsInWords } from './card-text.ts'
import type { LocalCard } from './local-card.ts'

/** The counts under the score table. */
export function Figures({ summary }: { summary: Summary }) {
  return <p className={classes.figures}>{countsInWords(summary)}</p>
}

/** An arrow is usually sent within this time, and what is below doesn't move for it. */
const patienceMs = 1000

/** Says where arrows are that the server doesn't have yet. */
export function Saved({ card: { unsent }, state }: { card: LocalCard; state: CardState }) {
  const [late] = useDebouncedValue(unsent.length > 0, patienceMs)
  if (unsent.length === 0) return <ReadOut>All arrows are saved.</ReadOut>
  const text = state.notStored
    ? `${count(unsent.length, 'arrow')} not saved yet.`
    : `${count(unsent.length, 'arrow')} saved on this device. They’ll be sent when you’re back online.`
  return late || state.notStored ? <p className={classes.figures}>{text}</p> : <ReadOut>{text}</ReadOut>
}
