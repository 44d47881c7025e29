import { arrowsOn, placeOf, type Slots, tableOf } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { ArrowButton, EmptyChip } from './arrow-chip.tsx'
import { writtenScore } from './card-text.ts'
import classes from './current-end.module.css'

type CurrentEndProps = {
  setup: Setup
  slots: Slots
  /** The first slot of the end. */
  from: number
  /** The slot of the next arrow. */
  next: number
  onSlot: (slot: number) => void
}

/** The arrows of the end being shot, between target and keypad, so that the table may be below the fold. */
export function CurrentEnd({ setup, slots, from, next, onSlot }: CurrentEndProps) {
  const { round, end: at } = placeOf(setup, from)
  const end = tableOf(setup, arrowsOn(slots)).rounds[round]?.ends[at]
  if (end === undefined) return null
  return (
    <fieldset className={classes.end}>
      <legend>
        <ReadOut>This end</ReadOut>
      </legend>
      {end.values.map((value, arrow) => {
        const slot = from + arrow
        const called = slots[slot]?.arrow?.value ?? null
        const lost = called !== null && called !== value
        return (
          <div key={slot} className={classes.place}>
            {value === null ? (
              <EmptyChip next={slot === next} />
            ) : (
              <ArrowButton
                label={`Re-enter arrow ${arrow + 1}: ${value === 0 ? 'M, a miss' : writtenScore(value)}`}
                onPress={() => onSlot(slot)}
                value={value}
                lost={lost}
                again={slot === next}
              />
            )}
          </div>
        )
      })}
      <p className={classes.sum}>
        <ReadOut>Sum </ReadOut>
        {end.sum}
      </p>
    </fieldset>
  )
}
