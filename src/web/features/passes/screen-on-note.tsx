import { IconZzz } from '@tabler/icons-react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { QuietNote } from '#web/ui/page-notes.tsx'

/** Shown where the screen can't be kept on (use-wake-lock.ts), except on computers, which don't need it. */
export function ScreenOnNote() {
  if (navigator.maxTouchPoints === 0) return null
  return (
    <QuietNote role="status" icon={<IconZzz size={20} stroke={1.75} aria-hidden />}>
      {memberMessages.screenMayTurnOff}
    </QuietNote>
  )
}
