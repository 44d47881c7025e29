import { type MouseEvent, useState } from 'react'
import type { Club } from '#contract/session.ts'
import { messages } from '#domain/text/public-messages.ts'
import { api } from '#web/lib/api.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AuthPage, EmailField } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { type LoginMode, type LoginSearch, loginAddress, loginTitles } from './sign-in-address.ts'
import { useLoginForm } from './use-login-form.ts'

type LoginFormProps = {
  club: Club
  search: LoginSearch
  /** Changes the address, and with it what is shown. */
  onSearch: (search: LoginSearch, how: { replace: boolean }) => unknown
}

/** One form in three modes. Typed text survives a change of mode and a failed request. */
export function LoginForm({ club, search, onSearch }: LoginFormProps) {
  const mode = search.mode ?? 'sign-in'
  const form = useLoginForm({
    mode,
    club,
    toSignIn: () => onSearch({ ...search, mode: undefined }, { replace: true }),
  })
  const leads: Record<typeof mode, string> = {
    'sign-in': `${club.name} members`,
    create: `Use your @${club.emailDomain} email. We’ll send you a link to verify it.`,
    reset: 'We’ll email you a link to choose a new password.',
  }
  const linkTo = (mode?: LoginMode) => {
    const next = { ...search, mode }
    return { href: loginAddress(next), onFollow: () => onSearch(next, { replace: false }) }
  }
  return (
    <AuthPage title={loginTitles[mode]} lead={leads[mode]} screen={mode}>
      {search.reason === 'idle' && (
        <div className={classes.banner}>
          <FormMessage tone="warning" onDismiss={() => onSearch({ ...search, reason: undefined }, { replace: true })}>
            {messages.loggedOutIdle}
          </FormMessage>
        </div>
      )}
      {/* If it were ever submitted without the app, POST keeps the password out of the address. */}
      <form className={classes.form} method="post" onSubmit={form.submit} noValidate>
        <EmailField
          ref={form.emailRef}
          label={club.emailLabel}
          value={form.email}
          onChange={form.setEmail}
          error={form.errors.email}
        />
        {mode !== 'reset' && (
          <PasswordField
            ref={form.passwordRef}
            label="Password"
            name="password"
            autoComplete={mode === 'create' ? 'new-password' : 'current-password'}
            description={mode === 'create' ? messages.passwordHint(club.shortestPassword) : undefined}
            value={form.password}
            onChange={form.setPassword}
            error={form.errors.password}
          />
        )}
        {mode === 'sign-in' && club.keepSignedIn !== null && (
          <CheckField
            label="Keep me logged in on this device"
            name="keep"
            checked={form.keep}
            onChange={form.setKeep}
          />
        )}
        {form.notice?.resendTo !== undefined && <ResendNotice email={form.notice.resendTo} />}
        {form.notice && form.notice.resendTo === undefined && (
          <FormMessage
            tone={form.notice.tone}
            details={club.devMailbox && form.notice.tone === 'success' ? <DevMailboxLink /> : undefined}
          >
            {form.notice.text}
          </FormMessage>
        )}
        <ActionButton className={classes.submit} type="submit" tone="gold" size="lg" fullWidth pending={form.pending}>
          {loginTitles[mode]}
        </ActionButton>
        <div className={classes.links}>
          {mode === 'sign-in' && (
            <>
              <ModeLink {...linkTo('create')}>Create an Account</ModeLink>
              <ModeLink {...linkTo('reset')}>Forgot Password?</ModeLink>
            </>
          )}
          {mode === 'create' && <ModeLink {...linkTo()}>Already have an account? Login</ModeLink>}
          {mode === 'reset' && <ModeLink {...linkTo()}>Back to Login</ModeLink>}
        </div>
      </form>
    </AuthPage>
  )
}

function ModeLink({ href, onFollow, children }: { href: string; onFollow: () => void; children: string }) {
  function follow(event: MouseEvent) {
    // In another tab or window, the browser opens it.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow()
  }
  return (
    <a href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** On a development machine without an email server, messages arrive only there. */
function DevMailboxLink() {
  return (
    <>
      No email server is set up, so it’s in the development mailbox. The terminal where Quiver started has its address.
    </>
  )
}

/**
 * 'Please verify your email before logging in.', with a button to resend the email once the server's rate limit allows
 * it.
 */
function ResendNotice({ email }: { email: string }) {
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
