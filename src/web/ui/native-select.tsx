import { IconChevronDown } from '@tabler/icons-react'
import { useDisabledOffline } from './buttons.tsx'
import { Field } from './text-field.tsx'

type SelectOption = { value: string; label: string; group?: string }

type NativeSelectProps = {
  id?: string
  /** The text above it. */
  label: string
  /** For the wrapper of the label and the list. */
  className?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** Options of one group come one after the other, under its name. */
  options: SelectOption[]
  /** A change is sent automatically, so it is disabled where nothing can be sent. */
  sends?: boolean
}

/** The browser's own select, which every phone shows in its own way. */
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
          {grouped(options).map(({ group, options }) => {
            const items = options.map((option) => (
              <option key={option.value} value={option.value} disabled={blocked !== null && option.value !== value}>
                {option.label}
              </option>
            ))
            return group === undefined ? (
              items
            ) : (
              <optgroup key={group} label={group}>
                {items}
              </optgroup>
            )
          })}
        </select>
      )}
    </Field>
  )
}

function grouped(options: SelectOption[]) {
  const groups: { group: string | undefined; options: SelectOption[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.options.push(option)
    else groups.push({ group: option.group, options: [option] })
  }
  return groups
}
