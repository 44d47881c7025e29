import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './native-select.module.css'
import { useBlocked } from './sending.ts'

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
export function NativeSelect({
  label,
  className,
  value,
  onChange,
  onBlur,
  options,
  sends,
  ...rest
}: NativeSelectProps) {
  const blocked = useBlocked(sends)
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
        // Given as attributes, because its wrapper has a word of its own for what describes it.
        attributes={{ input: { ...blocked } }}
        rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={blocked !== null && option.value !== value}>
            {option.label}
          </option>
        ))}
      </Input>
    </Input.Wrapper>
  )
}
