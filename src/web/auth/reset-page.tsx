import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Club } from '#contract/session.ts'
import { messages } from '#domain/text/public-messages.ts'
import { SessionPending } from '#web/components/page-placeholders.tsx'
import { authApi } from '#web/lib/auth-api.ts'
import { ApiError, type Problem, toProblem } from '#web/lib/request.ts'
import { leaveFlashMessage } from '#web/lib/toast.ts'
import { recheckSession, useSession } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AuthPage, newPasswordProblem, useFieldErrors } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { InvalidLink } from './invalid-link.tsx'
import { forgetLinkToken, readLinkToken } from './link-token.ts'

/** Where the link in the reset email leads. A reset ends all sessions of that person, so they log in next. */
export function ResetPage() {
  const session = useSession()
  const [token] = useState(() => readLinkToken('reset'))
  if (token === null) return <Navigate to="/code" search={{ why: 'missing' }} replace />
  if (session.status !== 'ready') return <SessionPending session={session} />
  return <ResetForm club={session.club} token={token} />
}

function ResetForm({ club, token }: { club: Club; token: string }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [dead, setDead] = useState<'link-expired' | 'link-unknown' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const fields = useFieldErrors({ password: field })
  useEffect(() => {
    if (dead === 'link-unknown') forgetLinkToken('reset')
  }, [dead])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending || fields.show(newPasswordProblem(password, club))) return
    setPending(true)
    setProblem(null)
    try {
      const { calendarLinkReset } = await authApi.resetPassword({ token, newPassword: password })
      forgetLinkToken('reset')
      leaveFlashMessage(
        calendarLinkReset ? `${messages.passwordChanged} ${messages.calendarLinkReset}` : messages.passwordChanged,
      )
      await recheckSession().catch(() => {})
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'INVALID_TOKEN') setDead(isExpired(error) ? 'link-expired' : 'link-unknown')
      else if (code === 'PASSWORD_WEAK') fields.show({ password: messages.passwordWeak })
      else setProblem(toProblem(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <AuthPage title="New password" lead={dead === null ? `For your ${club.name} account.` : undefined}>
      {dead !== null ? (
        <InvalidLink kind="reset" reason={dead} token={token} />
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          <PasswordField
            ref={field}
            label="New password"
            name="password"
            autoComplete="new-password"
            description={messages.passwordHint(club.shortestPassword)}
            value={password}
            onChange={(value) => {
              setPassword(value)
              fields.forget('password')
            }}
            error={fields.errors.password}
          />
          <ErrorNote error={problem} />
          <ActionButton type="submit" tone="gold" size="lg" fullWidth pending={pending}>
            Save password
          </ActionButton>
          <div className={classes.links}>
            <Link to="/login">Back to Login</Link>
          </div>
        </form>
      )}
    </AuthPage>
  )
}

function isExpired(error: unknown) {
  if (!(error instanceof ApiError)) return false
  return (
    typeof error.data === 'object' &&
    error.data !== null &&
    'reason' in error.data &&
    error.data.reason === 'link-expired'
  )
}
