import { IconArrowBackUp, IconArrowForwardUp, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { writtenScore } from './card-text.ts'
import classes from './keypad.module.css'
import colors from './ring-colors.module.css'
import scoringClasses from './scoring.module.css'
import { ringColorOf } from './target-face.tsx'

type KeypadProps = { values: readonly ArrowValue[]; onValue: (value: ArrowValue) => void }

/** Score buttons within reach of a thumb, in the color of their ring. */
export const Keypad = memo(({ values, onValue }: KeypadProps) => (
  <fieldset className={classes.keypad} data-many={values.length > 7 || undefined}>
    <legend>
      <ReadOut>Arrow value</ReadOut>
    </legend>
    {values.map((value) => (
      <button
        key={value}
        type="button"
        className={`${classes.key} ${colors.on}`}
        data-color={ringColorOf(value)}
        aria-label={value === 0 ? 'M, miss' : undefined}
        onClick={() => onValue(value)}
      >
        {writtenScore(value)}
      </button>
    ))}
  </fieldset>
))

type EntryActionsProps = {
  acts: Record<'undo' | 'redo' | 'endIt' | 'takeAway' | 'leave', () => void>
  /** An arrow is being replaced: show Keep and Remove. */
  placesAnew: boolean
  canUndo: boolean
  canRedo: boolean
  /** Style of the button to the next end; false to hide it. */
  nextEnd: 'blue' | 'plain' | false
}

/** Memoized: most arrows don't change these buttons. */
export const EntryActions = memo(({ acts, placesAnew, canUndo, canRedo, nextEnd }: EntryActionsProps) => (
  <div className={scoringClasses.actions}>
    {placesAnew ? (
      <>
        <ActionButton fullWidth onClick={acts.leave}>
          Keep it
        </ActionButton>
        <ActionButton fullWidth onClick={acts.takeAway}>
          Remove
        </ActionButton>
      </>
    ) : (
      <>
        <ActionButton
          fullWidth
          icon={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
          onClick={acts.undo}
          reason={canUndo ? null : ''}
        >
          Undo
        </ActionButton>
        {canRedo && (
          <ActionButton fullWidth icon={<IconArrowForwardUp size={20} stroke={1.75} aria-hidden />} onClick={acts.redo}>
            Redo
          </ActionButton>
        )}
        {nextEnd && (
          <ActionButton fullWidth tone={nextEnd} onClick={acts.endIt}>
            Next end
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </ActionButton>
        )}
      </>
    )}
  </div>
))
