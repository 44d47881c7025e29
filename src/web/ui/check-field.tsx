import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './check-field.module.css'

type CheckFieldProps = { label: ReactNode; name?: string; checked: boolean; onChange: (checked: boolean) => void }

/** A checkbox whose target is its whole row. */
export function CheckField({ label, name, checked, onChange }: CheckFieldProps) {
  return (
    <label className={classes.field}>
      <input
        type="checkbox"
        name={name}
        className={classes.input}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.box}>
        <IconCheck size={18} stroke={3} aria-hidden />
      </span>
      <span className={classes.label}>{label}</span>
    </label>
  )
}
