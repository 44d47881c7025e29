import { TextInput } from '@mantine/core'
import type { Ref } from 'react'

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
    <TextInput
      {...props}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode="email"
      required
      withAsterisk={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
