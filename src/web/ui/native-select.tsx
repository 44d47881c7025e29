import { IconChevronDown } from '@tabler/icons-react'
import { useDisabledOffline } from './disabled-offline.ts'
import { Field } from './field.tsx'

type NativeSelectProps = {
  id?: string
  /** Above it. */
  label: string
  /** Of the label and the list together. */
  className?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: { value: string; label: string }[]
  /** What is chosen is sent by itself: blocked where nothing can be sent now. */
  sends?: boolean
}

/** The browser's own list, which every phone shows in its own way. */
export function NativeSelect({ value, onChange, onBlur, options, sends, ...field }: NativeSelectProps) {
  const blocked = useDisabledOffline(sends)
  return (
    <Field {...field} end={<IconChevronDown size={18} stroke={1.75} aria-hidden />}>
      {(control) => (
        <select
          {...control}
          {...blocked}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={blocked !== null && option.value !== value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
