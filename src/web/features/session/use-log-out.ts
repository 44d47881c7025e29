import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { unregister } from '#web/features/notifications/push-subscription.ts'
// Loaded with the button, not when it is pressed: Firefox never retries an import that failed once.
import { countUnsent, sendUnsent } from '#web/features/scorecards/card-sync.ts'
import { countUnsentAnswers, sendAll } from '#web/lib/offline-queue/offline-queue.ts'
import { readSession } from '#web/lib/session-store.ts'
import { signOut } from '#web/lib/use-session.ts'

type Options = {
  /** What ends the session. @returns false where it did not, and has said so */
  end?: () => Promise<boolean>
  onUnsent?: (warning: string) => void
  onFailed?: () => void
}

/** Logging out: what was done without a connection goes out first; what can't is deleted only if that is wanted (D14). */
export function useLeave({ end = signOut, onUnsent, onFailed }: Options = {}) {
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const [warning, setWarning] = useState<string | null>(null)

  async function leave() {
    await orFail(async () => {
      const left = await sendBeforeLeaving()
      // The server has said that the session is over: the sign-in page is on its way.
      if (left === null) return
      if (left.answers + left.entries === 0) return goNow()
      const words = leaveMessages.unsent(left.answers, left.entries)
      setWarning(words)
      onUnsent?.(words)
    })
  }

  async function goNow() {
    setWarning(null)
    if (!(await end())) return
    // Nor does anything come to this device any more; nobody waits for the push service to hear of it.
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
    /** What leaving now would delete, in words. */
    warning,
    failed,
  }
}

/** Nobody waits longer for a line that does not answer. */
const lastTryMs = 5000

/**
 * Sends what it can.
 * @returns what the server has yet to hear; null where it said meanwhile that the session is over: then what waits stays on the
 *   device, as after any expiry
 */
async function sendBeforeLeaving() {
  const owner = readSession()?.person?.userId
  if (owner === undefined) return null
  const sent = Promise.allSettled([sendAll(), sendUnsent(owner)])
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, lastTryMs))])
  const entries = await countUnsent(owner)
  if (readSession()?.person?.userId !== owner) return null
  return { answers: countUnsentAnswers(), entries }
}
