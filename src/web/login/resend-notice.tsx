import { useState } from 'react'
import { messages } from '#domain/messages.ts'
import { useAct } from '#web/act.ts'
import { api } from '#web/api.ts'
import { serverNow, useNow } from '#web/session/clock.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'

/** 'Please verify your email before logging in.', with the mail once more; the next when the server's pause is over. */
export function ResendNotice({ email }: { email: string }) {
  const [nextAt, setNextAt] = useState<number | null>(null)
  const resend = useAct(api.account.resendVerification, {
    onDone: ({ nextInSeconds }) => setNextAt(serverNow() + nextInSeconds * 1000),
  })
  const now = useNow('second')
  const seconds = nextAt === null ? 0 : Math.floor((nextAt - now) / 1000)
  const waiting = seconds > 0
  const sent = nextAt !== null && resend.problem === null
  return (
    <>
      <FormMessage
        tone={sent ? 'success' : 'error'}
        actions={
          <ActionButton onClick={() => resend.act({ email })} pending={resend.pending} reason={waiting ? '' : null}>
            {waiting ? `Resend e-mail (${seconds} s)` : 'Resend e-mail'}
          </ActionButton>
        }
      >
        {sent ? messages.signUpDone : messages.emailUnverified}
      </FormMessage>
      <ErrorNote error={resend.problem} />
    </>
  )
}
