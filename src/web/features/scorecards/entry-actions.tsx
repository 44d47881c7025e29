import { IconArrowBackUp, IconArrowForwardUp, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import { ActionButton } from '#web/ui/action-button.tsx'
import classes from './scoring.module.css'

type EntryActionsProps = {
  acts: Record<'undo' | 'redo' | 'endIt' | 'takeAway' | 'leave', () => void>
  /** A slot is placed anew: that is gone on with, or not. */
  placesAnew: boolean
  canUndo: boolean
  canRedo: boolean
  /** How loud the button to the next end is; false where none comes. */
  nextEnd: 'blue' | 'plain' | false
}

/** Below the keypad. Most arrows change nothing of it. */
export const EntryActions = memo(({ acts, placesAnew, canUndo, canRedo, nextEnd }: EntryActionsProps) => (
  <div className={classes.actions}>
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
