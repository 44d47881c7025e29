import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Person } from '#contract/session.ts'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { inWords, messages } from '#domain/text/public-messages.ts'
import { reportAct } from '#web/auth/activity.ts'
import { authApi } from '#web/lib/auth-api.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { sessionStarted } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './session-limit-dialogs.module.css'
import { useLeave } from './use-log-out.ts'

export function StayDialog({ open, endsAt }: { open: boolean; endsAt: number }) {
  const stay = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { leave, leaveNow, warning, failed } = useLeave()

  async function keepSession() {
    setProblem(null)
    await reportAct().catch((error: unknown) => setProblem(toProblem(error)))
  }

  return (
    <Dialog
      open={open}
      onClose={keepSession}
      role="alertdialog"
      title="Still there?"
      text={<EndsIn endsAt={endsAt}>You haven’t done anything here for a while.</EndsIn>}
      initialFocus={stay}
      actions={
        <>
          <ActionButton onClick={warning === null ? leave : leaveNow}>
            {warning === null ? 'Logout' : leaveMessages.anyway}
          </ActionButton>
          <ActionButton ref={stay} tone="gold" onClick={keepSession}>
            Stay logged in
          </ActionButton>
        </>
      }
    >
      {warning !== null && <FormMessage tone="warning">{warning}</FormMessage>}
      {failed && <FormMessage tone="error">{leaveMessages.failed}</FormMessage>}
      {problem && <ErrorNote error={problem} />}
    </Dialog>
  )
}

type SignInAgainProps = { open: boolean; endsAt: number; person: Person; onLater: () => void }

export function SignInAgainDialog({ open, endsAt, person, onLater }: SignInAgainProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<{ message: string } | null>(null)
  const [pending, setPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function signInAgain(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    if (password === '') {
      setProblem({ message: messages.passwordMissing })
      field.current?.focus()
      return
    }
    setPending(true)
    setProblem(null)
    try {
      await authApi.signIn({ email: person.email, password, rememberMe: person.limits.idleExpiresAt === null })
      setPassword('')
      if ((await sessionStarted()).person === null) setProblem({ message: messages.noCookies })
    } catch (error) {
      const met = toProblem(error)
      setProblem(met.kind === 'signed-out' ? { message: messages.signInFailed } : met)
      field.current?.focus()
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onLater}
      title="Log in again"
      text={<EndsIn endsAt={endsAt}>You logged in a while ago. Enter your password to continue.</EndsIn>}
      initialFocus={field}
    >
      <form onSubmit={signInAgain} noValidate>
        <div className={classes.form}>
          <TextField label="Email" type="email" value={person.email} readOnly autoComplete="username" />
          <PasswordField
            ref={field}
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          {problem && <ErrorNote error={problem} />}
          <ActionButton type="submit" tone="gold" fullWidth pending={pending}>
            Log in again
          </ActionButton>
          <ActionButton tone="quiet" fullWidth onClick={onLater}>
            Not now
          </ActionButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Text with a countdown; announced once per minute, because a second would be over before it is read. */
function EndsIn({ endsAt, children }: { endsAt: number; children: ReactNode }) {
  const seconds = Math.max(0, Math.ceil((endsAt - useNow('second')) / 1000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <>
      {children} You’ll be logged out in{' '}
      <span aria-hidden className={classes.clock}>
        {clock}
      </span>
      <ReadOut>{inWords(Math.max(60, Math.ceil(seconds / 60) * 60))}</ReadOut>.
    </>
  )
}
