import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './native-select.module.css'

type NativeSelectProps = {
  id?: string
  /** Above it; without one, `aria-label` says it. */
  label?: string
  'aria-label'?: string
  /** Of the label and the list together, or of the list alone. */
  className?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: { value: string; label: string }[]
}

/** The browser's own list, which every phone shows in its own way; without a label, as in a row of a table, a little closer. */
export function NativeSelect({ label, className, value, onChange, onBlur, options, ...rest }: NativeSelectProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const select = (
    <Input
      id={id}
      component="select"
      size="md"
      className={label === undefined ? className : undefined}
      classNames={{ input: label === undefined ? classes.compact : classes.select }}
      pointer
      aria-label={rest['aria-label']}
      rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
      rightSectionWidth={label === undefined ? 28 : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Input>
  )
  if (label === undefined) return select
  return (
    <Input.Wrapper label={label} id={id} size="md" className={className}>
      {select}
    </Input.Wrapper>
  )
}
