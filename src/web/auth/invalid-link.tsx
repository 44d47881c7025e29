import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { codeMessages } from '#domain/text/email-link-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './auth-page.module.css'
import { forgetLinkToken, type LinkKind } from './link-token.ts'

type InvalidLinkProps = {
  kind: LinkKind
  reason: 'link-expired' | 'link-unknown'
  token: string
  /** It was typed as a code, not opened as a link. */
  isCode?: boolean
}

/** A link that no longer works. An expired one is proof enough to send a new email with one tap. */
export function InvalidLink({ kind, reason, token, isCode }: InvalidLinkProps) {
  const [sent, setSent] = useState(false)
  const resend = useIdempotentMutation(api.account.resendExpired, {
    onDone: () => {
      forgetLinkToken(kind)
      setSent(true)
    },
  })
  const gone = reason === 'link-unknown' || resend.problem?.reason === 'link-unknown'
  return (
    <div className={classes.form}>
      {sent ? (
        <FormMessage tone="success">{kind === 'verify' ? messages.signUpDone : messages.resetSent}</FormMessage>
      ) : (
        <FormMessage tone="error">
          {gone ? messages.linkUnknown : isCode ? codeMessages.expired : messages.linkExpired}
        </FormMessage>
      )}
      {!gone && !sent && (
        <>
          <ErrorNote error={resend.problem} />
          <ActionButton tone="gold" size="lg" fullWidth pending={resend.pending} onClick={() => resend.act({ token })}>
            Send a new email
          </ActionButton>
        </>
      )}
      <div className={classes.links}>
        <Link to="/login">Back to Login</Link>
        {gone && (
          <Link to="/code" search={{ why: 'unknown' }}>
            {codeMessages.toPage}
          </Link>
        )}
        {kind === 'reset' && gone && (
          <Link to="/login" search={{ mode: 'reset' }}>
            Forgot Password?
          </Link>
        )}
      </div>
    </div>
  )
}
