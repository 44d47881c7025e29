import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './native-select.module.css'

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
}

/** The browser's own list, which every phone shows in its own way. */
export function NativeSelect({ label, className, value, onChange, onBlur, options, ...rest }: NativeSelectProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  return (
    <Input.Wrapper label={label} id={id} size="md" className={className}>
      <Input
        id={id}
        component="select"
        size="md"
        classNames={{ input: classes.select }}
        pointer
        rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
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
    </Input.Wrapper>
  )
}
