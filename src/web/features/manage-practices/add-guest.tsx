import { IconUserPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { ActionButton } from '#web/ui/buttons.tsx'

type AddGuestProps = { record: PracticeRecord; typed: string; onDone: () => void }

/** The button for someone who isn't a member, and the form that it opens. */
export function AddGuest({ record, typed, onDone }: AddGuestProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useLazy(() => import('./guest-form.tsx'), { asked: isOpen, onMissing: close, ahead: true })

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }

  if (isOpen && form)
    return (
      <form.GuestForm
        record={record}
        typed={typed.trim()}
        onCancel={close}
        onDone={() => {
          setOpen(false)
          onDone()
        }}
      />
    )
  return (
    <ActionButton
      ref={button}
      icon={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
      aria-expanded={isOpen}
      pending={isOpen}
      onClick={() => setOpen(true)}
    >
      Add a guest
    </ActionButton>
  )
}
