import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { DisabledOffline } from '#web/ui/buttons.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import classes from './offline-guard.module.css'

/**
 * Around officers' edits: without a connection the controls in it that are marked with `sends` are blocked, and the reason
 * stands below all of them, so that none of them moves. What is typed stays, to be sent later.
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
