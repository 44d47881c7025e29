import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { DisabledOffline } from '#web/ui/buttons.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import classes from './offline-guard.module.css'

/**
 * Wraps officers' edits: while offline, controls marked with `sends` are disabled, and the reason appears below all of
 * them, so nothing moves. Typed values stay, to be sent later.
 */
export function OfflineGuard({ children }: { children: ReactNode }) {
  const id = useId()
  const reason = useNeedsConnection()
  return (
    <DisabledOffline value={reason && id}>
      {children}
      {reason && (
        <QuietNote
          id={id}
          className={classes.note}
          role="status"
          icon={<IconCloudOff size={20} stroke={1.75} aria-hidden />}
        >
          {reason}
        </QuietNote>
      )}
    </DisabledOffline>
  )
}
