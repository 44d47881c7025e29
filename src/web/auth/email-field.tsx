import type { Ref } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

type Props = {
  ref: Ref<HTMLInputElement>
  /** How the club calls it. */
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The email of an account, as keyboards and password managers take it. */
export function EmailField({ onChange, ...props }: Props) {
  return (
    <TextField
      {...props}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode="email"
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
