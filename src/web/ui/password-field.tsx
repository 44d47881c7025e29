import { type ReactNode, type Ref, useState } from 'react'
import classes from './password-field.module.css'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  description?: ReactNode
  error?: ReactNode
  maxLength?: number
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A password with Show and Hide; works with paste and password managers. */
export function PasswordField({ label, value, onChange, ref, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      className={classes.password}
      ref={ref}
      label={label}
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={classes.toggle}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
