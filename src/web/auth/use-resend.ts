import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'

type Pause = { untilMs: number; sent: boolean }

/**
 * Resends the verification email, as often as the server's rate limit allows.
 * @param first the wait that has already begun, by the server's clock, and what to do once another email is sent
 */
export function useResend(email: string, first: { untilMs: number; onSent: () => void } | null = null) {
  const [pause, setPause] = useState<Pause | null>(first && { untilMs: first.untilMs, sent: false })
  const pauseFor = (seconds: number, sent: boolean) => setPause({ untilMs: serverNow() + seconds * 1000, sent })
  const resend = useIdempotentMutation(api.account.resendVerification, {
    onDone: ({ nextInSeconds }) => {
      pauseFor(nextInSeconds, true)
      first?.onSent()
    },
    onProblem: ({ retryAfterSeconds }) => {
      if (retryAfterSeconds !== undefined) pauseFor(retryAfterSeconds, pause?.sent ?? false)
    },
  })
  const now = useNow('second')
  return {
    /** How long to wait before the next one; 0 if it can be sent. */
    seconds: pause === null ? 0 : Math.max(0, Math.ceil((pause.untilMs - now) / 1000)),
    sent: pause?.sent === true,
    send: () => resend.act({ email }),
    pending: resend.pending,
    problem: resend.problem,
  }
}
