import { memo } from 'react'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { colourOf } from './geometry.ts'
import classes from './keypad.module.css'
import colours from './ring-colors.module.css'
import { writtenScore } from './score-text.ts'

type KeypadProps = { values: readonly ArrowValue[]; onValue: (value: ArrowValue) => void; closed: boolean }

/** A value for one thumb, in the colour of its ring. */
export const Keypad = memo(({ values, onValue, closed }: KeypadProps) => (
  <fieldset className={classes.keypad} data-many={values.length > 7 || undefined} disabled={closed}>
    <legend>
      <ReadOut>Arrow value</ReadOut>
    </legend>
    {values.map((value) => (
      <button
        key={value}
        type="button"
        className={`${classes.key} ${colours.on}`}
        data-colour={colourOf(value)}
        aria-label={value === 0 ? 'M, miss' : undefined}
        onClick={() => onValue(value)}
      >
        {writtenScore(value)}
      </button>
    ))}
  </fieldset>
))
