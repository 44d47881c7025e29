import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './check-field.module.css'

type CheckFieldProps = {
  /** Beside it. */
  label?: ReactNode
  /** Read out only, where what it stands in says it. */
  'aria-label'?: string
  name?: string
  checked: boolean
  /** Stands for several, of which some are and some are not. */
  mixed?: boolean
  /** @param press the press or the key that did it */
  onChange: (checked: boolean, press: { shiftKey: boolean }) => void
}

/** A checkbox whose target is its whole row. */
export function CheckField({ label, name, checked, mixed = false, onChange, ...rest }: CheckFieldProps) {
  return (
    <label className={classes.field}>
      <input
        type="checkbox"
        name={name}
        aria-label={rest['aria-label']}
        className={classes.input}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        checked={checked}
        // A browser makes a click of a press and of the space bar.
        onChange={({ currentTarget, nativeEvent }) =>
          onChange(currentTarget.checked, nativeEvent as unknown as MouseEvent)
        }
      />
      <span className={classes.box}>
        {mixed ? (
          <IconMinus size={18} stroke={3} aria-hidden />
        ) : (
          checked && <IconCheck size={18} stroke={3} aria-hidden />
        )}
      </span>
      {label !== undefined && <span className={classes.label}>{label}</span>}
    </label>
  )
}
