import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut } from '#web/session/session.ts'
import { sendBeforeLeaving } from './outbox.ts'

/** Logging out: what was given without a connection goes out first; what can't is deleted only if that is wanted. */
export function useLeave({ onUnsent, onFailed }: { onUnsent?: (count: number) => void; onFailed?: () => void } = {}) {
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const [unsent, setUnsent] = useState(0)

  async function leave() {
    setFailed(false)
    const left = await sendBeforeLeaving()
    // The server has said that the session is over: the sign-in page is on its way.
    if (left === null) return
    setUnsent(left)
    if (left === 0) await leaveNow()
    else onUnsent?.(left)
  }

  async function leaveNow() {
    setFailed(false)
    try {
      await signOut()
      await navigate({ to: '/', replace: true })
    } catch {
      setFailed(true)
      onFailed?.()
    }
  }

  return { leave, leaveNow, /** Answers that leaving now would delete. */ unsent, failed }
}
