import type { Club } from '#contract/session.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AuthPage, EmailField } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { DevMailboxLink, ModeLink } from './login-links.tsx'
import { type LoginMode, type LoginSearch, loginAddress, loginTitles } from './sign-in-address.ts'
import { useLoginForm } from './use-login-form.ts'
import { useResend } from './use-resend.ts'

type LoginFormProps = {
  club: Club
  search: LoginSearch
  /** Changes the address, and with it what is shown. */
  onSearch: (search: LoginSearch, how: { replace: boolean }) => unknown
}

/** One form in three modes, and what follows a sign-up. Typed text survives a change of mode and a failed request. */
export function LoginForm({ club, search, onSearch }: LoginFormProps) {
  const mode = search.mode ?? 'sign-in'
  const form = useLoginForm({
    mode,
    club,
    toSignIn: () => onSearch({ ...search, mode: undefined }, { replace: true }),
    toInbox: () => onSearch({ ...search, mode: 'sent' }, { replace: false }),
  })
  const leads: Record<Exclude<typeof mode, 'sent'>, string> = {
    'sign-in': `${club.name} members`,
    create: `Use your @${club.emailDomain} email. We’ll send you a link to verify it.`,
    reset: 'We’ll email you a link to choose a new password.',
  }
  const linkTo = (mode?: LoginMode) => {
    const next = { ...search, mode }
    return { href: loginAddress(next), onFollow: () => onSearch(next, { replace: false }) }
  }
  const inbox = useLazy(() => import('./check-inbox.tsx'), { asked: mode === 'sent', ahead: mode === 'create' })
  if (mode === 'sent')
    return (
      <AuthPage title={loginTitles.sent} screen="sent">
        <div className={classes.form}>
          <FormMessage tone="success" details={club.devMailbox ? <DevMailboxLink /> : undefined}>
            {messages.signUpDone}
          </FormMessage>
          {/* Only this tab knows the address, not the server, which may have rendered the page. */}
          {inbox && form.signedUp && <inbox.CheckInbox club={club} signUp={form.signedUp} />}
          <div className={classes.links}>
            <ModeLink {...linkTo('create')}>Change email</ModeLink>
            <ModeLink {...linkTo()}>Back to Login</ModeLink>
          </div>
        </div>
      </AuthPage>
    )
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

/**
 * 'Please verify your email before logging in.', with a button to resend the email once the server's rate limit allows
 * it.
 */
function ResendNotice({ email }: { email: string }) {
  const { seconds, sent, send, pending, problem } = useResend(email)
  const waiting = seconds > 0

  return (
    <>
      <FormMessage
        tone={sent ? 'success' : 'error'}
        actions={
          <ActionButton onClick={send} pending={pending} reason={waiting ? '' : null}>
            {waiting ? `Resend email (${seconds} s)` : 'Resend email'}
          </ActionButton>
        }
      >
        {sent ? messages.signUpDone : messages.emailUnverified}
      </FormMessage>
      <ErrorNote error={problem} />
    </>
  )
}
