import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import classes from './check-field.module.css'

type CheckFieldProps = {
  /** The text next to the box. */
  label?: ReactNode
  /** More about it, below the label; may hold a link. */
  description?: ReactNode
  /** A label for screen readers only, if the context already shows one. */
  'aria-label'?: string
  /** The id of a text elsewhere that says more about it. */
  'aria-describedby'?: string | undefined
  /** Paler: it can be chosen, but has no effect for now. */
  muted?: boolean
  name?: string
  checked: boolean
  /** Indeterminate: stands for several items, of which only some are checked. */
  mixed?: boolean
  /** @param press the click or key press that changed it */
  onChange: (checked: boolean, press: { shiftKey: boolean }) => void
}

/** A checkbox whose target is its whole row. */
export function CheckField({
  label,
  description,
  muted,
  name,
  checked,
  mixed = false,
  onChange,
  ...rest
}: CheckFieldProps) {
  const descriptionId = useId()
  // Firefox's click from the space bar doesn't report Shift, so it is read from the key.
  const shift = useRef(false)
  const field = (
    <label className={classes.field} data-muted={muted || undefined}>
      <input
        type="checkbox"
        name={name}
        aria-label={rest['aria-label']}
        aria-describedby={description === undefined ? rest['aria-describedby'] : descriptionId}
        className={classes.input}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        checked={checked}
        onKeyUp={({ key, shiftKey }) => {
          shift.current = key === ' ' && shiftKey
        }}
        onChange={({ currentTarget, nativeEvent }) => {
          const shiftKey = shift.current || (nativeEvent as unknown as MouseEvent).shiftKey
          shift.current = false
          onChange(currentTarget.checked, { shiftKey })
        }}
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
  if (description === undefined) return field
  return (
    <div className={classes.described}>
      {field}
      <p id={descriptionId} className={classes.description}>
        {description}
      </p>
    </div>
  )
}
