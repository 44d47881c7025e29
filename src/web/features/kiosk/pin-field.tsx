import type { ReactNode, Ref } from 'react'
import { kioskMessages as text } from '#domain/text/kiosk-messages.ts'
import digitClasses from '#web/components/code-digits.module.css'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './pin-field.module.css'

type PinFieldProps = {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (pin: string) => void
  description: ReactNode
  error?: string | undefined
  /** Members stand next to it. */
  isHidden?: boolean
}

/** Six digits. Browsers must not offer to save it, so it is no password field. */
export function PinField({ value, onChange, isHidden, ...props }: PinFieldProps) {
  return (
    <TextField
      {...props}
      className={isHidden ? `${digitClasses.typed} ${classes.hidden}` : digitClasses.typed}
      label={text.pin}
      name="kiosk-pin"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.normalize('NFKC').replace(/\D/g, ''))}
    />
  )
}
