import { useState } from 'react'
import { messages } from '#domain/text/messages.ts'
import { api } from '#web/lib/api.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'

/** 'Please verify your email before logging in.', with the mail once more; the next when the server's pause is over. */
export function ResendNotice({ email }: { email: string }) {
  const [pause, setPause] = useState<{ until: number; sent: boolean } | null>(null)
  const pauseFor = (seconds: number, sent: boolean) => setPause({ until: serverNow() + seconds * 1000, sent })
  const resend = useIdempotentMutation(api.account.resendVerification, {
    onDone: ({ nextInSeconds }) => pauseFor(nextInSeconds, true),
    onProblem: ({ retryAfterSeconds }) => {
      if (retryAfterSeconds !== undefined) pauseFor(retryAfterSeconds, pause?.sent ?? false)
    },
  })
  const now = useNow('second')
  const seconds = pause === null ? 0 : Math.floor((pause.until - now) / 1000)
  const waiting = seconds > 0
  const sent = pause?.sent === true

  return (
    <>
      <FormMessage
        tone={sent ? 'success' : 'error'}
        actions={
          <ActionButton onClick={() => resend.act({ email })} pending={resend.pending} reason={waiting ? '' : null}>
            {waiting ? `Resend email (${seconds} s)` : 'Resend email'}
          </ActionButton>
        }
      >
        {sent ? messages.signUpDone : messages.emailUnverified}
      </FormMessage>
      <ErrorNote error={resend.problem} />
    </>
  )
}
