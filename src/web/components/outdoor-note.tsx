import { IconSun } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { chooseTheme, useOutdoor } from '#web/components/color-scheme.ts'
import { deviceStorage } from '#web/lib/browser-storage.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'

const key = 'quiver-outdoor-offered'

/**
 * Suggests outdoor mode to people who stand in the sun, until they respond once on this device. The note then says
 * where to find the setting and keeps its size, so that nothing moves under a thumb.
 */
export function OutdoorNote() {
  const outdoor = useOutdoor()
  const [offered] = useState(() => !outdoor && !hasResponded())
  const [answered, setAnswered] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  if (!offered) return null

  function answer() {
    storeResponse()
    setAnswered(true)
    // The focused button disappears.
    note.current?.focus({ preventScroll: true })
  }

  function switchOver() {
    chooseTheme('outdoor')
    answer()
  }

  const done = outdoor || answered
  return (
    <div ref={note} tabIndex={-1}>
      <QuietNote
        role="status"
        icon={<IconSun size={20} stroke={1.75} aria-hidden />}
        action={
          <span style={{ visibility: done ? 'hidden' : 'visible' }}>
            <ActionButton tone="quiet" onClick={switchOver}>
              Switch
            </ActionButton>
            <ActionButton tone="quiet" onClick={answer}>
              Not now
            </ActionButton>
          </span>
        }
      >
        {outdoor ? memberMessages.outdoorOn : answered ? memberMessages.outdoorLater : memberMessages.outdoorOffer}
      </QuietNote>
    </div>
  )
}

function hasResponded() {
  return deviceStorage.read(key) !== null
}

function storeResponse() {
  deviceStorage.write(key, 'yes')
}
