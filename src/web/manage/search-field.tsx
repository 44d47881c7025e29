import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useDesktop } from '#web/ui/use-media.ts'

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void }

/** Where there is a keyboard one can type at once; on a phone that would bring up the one on the screen, unasked. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const desktop = useDesktop()

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    // The page's heading takes the focus first; nothing that somebody has gone to meanwhile loses it.
    queueMicrotask(() => {
      const at = document.activeElement
      if (desktop && (at === document.body || at?.matches('main h1'))) input.current?.focus({ preventScroll: true })
    })
  }, [])

  return (
    <TextInput
      ref={input}
      aria-label={label}
      placeholder={label}
      type="search"
      autoComplete="off"
      enterKeyHint="search"
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
