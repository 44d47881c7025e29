import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { unregister } from '#web/features/notifications/push-subscription.ts'
// Loaded with the button, not when it is pressed: Firefox never retries an import that failed once.
import { countUnsent as countUnsentEntries, sendUnsent } from '#web/features/scorecards/card-sync.ts'
import { countUnsent, sendAll } from '#web/lib/offline-queue/offline-queue.ts'
import { readSession } from '#web/lib/session-store.ts'
import { signOut } from '#web/lib/use-session.ts'

type Options = {
  /** Ends the session. @returns false if that failed and was reported */
  end?: () => Promise<boolean>
  onUnsent?: (warning: string) => void
  onFailed?: () => void
}

/** Logs out: sends offline changes first; what can't be sent is deleted only after confirmation. */
export function useLeave({ end = signOut, onUnsent, onFailed }: Options = {}) {
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const [warning, setWarning] = useState<string | null>(null)

  async function leave() {
    await orFail(async () => {
      const left = await sendBeforeLeaving()
      // The server reported the session as ended: the login page is loading.
      if (left === null) return
      if (left.answers + left.scans + left.entries === 0) return goNow()
      const words = leaveMessages.unsent(left)
      setWarning(words)
      onUnsent?.(words)
    })
  }

  async function goNow() {
    setWarning(null)
    if (!(await end())) return
    // Also stop push notifications to this device; don't wait for the push service.
    void unregister()
    await navigate({ to: '/', replace: true })
  }

  async function orFail(work: () => Promise<void>) {
    setFailed(false)
    try {
      await work()
    } catch {
      setFailed(true)
      onFailed?.()
    }
  }

  return {
    leave,
    leaveNow: () => orFail(goNow),
    stay: () => setWarning(null),
    /** Text about what leaving now would delete, or null. */
    warning,
    failed,
  }
}

/** Timeout in ms for sending before a logout. */
const sendTimeoutMs = 5000

/**
 * Sends as much as possible.
 * @returns counts of what is still unsent; null if the session turned out to have ended: then unsent changes stay on
 *   the device, as after any expiry
 */
async function sendBeforeLeaving() {
  const owner = readSession()?.person?.userId
  if (owner === undefined) return null
  const sent = Promise.allSettled([sendAll(), sendUnsent(owner)])
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, sendTimeoutMs))])
  const entries = await countUnsentEntries(owner)
  if (readSession()?.person?.userId !== owner) return null
  return { answers: countUnsent('answer'), scans: countUnsent('scan'), entries }
}
