import { IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFocusFree } from '#web/ui/last-control.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useDesktop } from '#web/ui/use-media.ts'

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void }

/**
 * Where there is a keyboard one can type at once; on a phone that would bring up the one on the screen, unasked. What is
 * typed stands in the field by itself: drawing that anew would cost each key.
 */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const desktop = useDesktop()
  const [first] = useState(value)

  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    // The page's heading takes the focus first; nothing that somebody has gone to meanwhile loses it.
    queueMicrotask(() => {
      const isFree = isFocusFree() || document.activeElement?.matches('main h1')
      if (desktop && isFree) input.current?.focus({ preventScroll: true })
    })
  }, [])

  return (
    // A form of its own: a browser that looks through the form of each key for what to fill in finds this field alone.
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField
        ref={input}
        aria-label={label}
        placeholder={label}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        defaultValue={first}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </form>
  )
}
