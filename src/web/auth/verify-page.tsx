import { Link, Navigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { messages } from '#domain/text/public-messages.ts'
import { SessionPending } from '#web/components/page-placeholders.tsx'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { sessionStarted, useSession } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { AuthPage, useOwnPassword } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { InvalidLink } from './invalid-link.tsx'
import { forgetLinkToken, readLinkToken } from './link-token.ts'
import { forgetSignUp } from './sign-up-email.ts'

/**
 * Where the link in the verification email leads. Opening it changes nothing, because email scanners open every link;
 * the button, with the password chosen at sign-up, verifies the account.
 */
export function VerifyPage() {
  const session = useSession()
  const [token] = useState(() => readLinkToken('verify'))
  const [keep, setKeep] = useState(false)
  const [leadTo, setLeadTo] = useState<string | null>(null)
  const [noCookies, setNoCookies] = useState(false)
  const verify = useIdempotentMutation(api.account.verify, {
    onDone: async ({ hasLoggedIn }) => {
      forgetLinkToken('verify')
      forgetSignUp()
      const { person } = await sessionStarted()
      if (person === null) setNoCookies(true)
      else setLeadTo(hasLoggedIn ? '/home' : '/welcome')
    },
  })
  const { problem } = verify
  const own = useOwnPassword(problem)
  const dead = deadLink(problem?.reason)
  useEffect(() => {
    if (dead === 'link-unknown') forgetLinkToken('verify')
  }, [dead])

  if (token === null) return <Navigate to="/code" search={{ why: 'missing' }} replace />
  if (session.status !== 'ready') return <SessionPending session={session} />
  if (leadTo !== null) return <Navigate to={leadTo} replace />

  function submit(event: FormEvent) {
    event.preventDefault()
    if (token === null || own.isMissing()) return
    void verify.act({ token, password: own.password, keepSignedIn: keep })
  }

  return (
    <AuthPage
      title="Verify your email"
      lead={dead === null ? 'Enter your password once more, so only you can finish this account.' : undefined}
    >
      {dead !== null ? (
        <InvalidLink kind="verify" reason={dead} token={token} />
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          {own.field}
          {session.club.keepSignedIn !== null && (
            <CheckField label="Keep me logged in on this device" checked={keep} onChange={setKeep} />
          )}
          {session.person !== null && !verify.pending && (
            <FormMessage tone="info" quiet>
              You’re logged in as {session.person.email}. Verifying logs you in with the new email instead.
            </FormMessage>
          )}
          <ErrorNote error={problem?.kind === 'field' ? null : problem} />
          {noCookies && <FormMessage tone="error">{messages.noCookies}</FormMessage>}
          <ActionButton type="submit" tone="gold" size="lg" fullWidth pending={verify.pending}>
            Verify and log in
          </ActionButton>
          <div className={classes.links}>
            <Link to="/login">Back to Login</Link>
          </div>
        </form>
      )}
    </AuthPage>
  )
}

function deadLink(reason: string | undefined) {
  return reason === 'link-expired' || reason === 'link-unknown' ? reason : null
}
