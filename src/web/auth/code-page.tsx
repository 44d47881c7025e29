import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Club, Person } from '#contract/session.ts'
import { checkEmail } from '#domain/email.ts'
import { type CodeKind, readCode } from '#domain/email-code.ts'
import { codeMessages } from '#domain/text/email-link-messages.ts'
import { emailRefusals, messages } from '#domain/text/public-messages.ts'
import { SessionPending } from '#web/components/page-placeholders.tsx'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { useSession } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthPage, EmailField, useFieldErrors } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { InvalidLink } from './invalid-link.tsx'
import { storeLinkToken } from './link-token.ts'
import { readSignUp } from './sign-up-email.ts'

/**
 * Where to type the code from an email whose link an email program has damaged. Does what the link would have done: it
 * opens the page and changes nothing. Also asks for the email address: with the code alone, one guess could hit any
 * account.
 */
export function CodePage() {
  const session = useSession()
  if (session.status !== 'ready') return <SessionPending session={session} />
  return <CodeOrHome club={session.club} person={session.person} />
}

type CodePageProps = { club: Club; person: Person | null }

/** Someone who is logged in hardly needs a code: first the way on, then a code all the same. */
function CodeOrHome({ club, person }: CodePageProps) {
  const { why } = useSearch({ from: '/code' })
  const [anyway, setAnyway] = useState(why === 'unknown')
  if (person === null || anyway) return <CodeForm club={club} person={person} />
  const ofEmails = why === 'unsubscribe-changed' || why === 'unsubscribe-missing'
  return (
    <AuthPage
      title={ofEmails ? codeMessages.unsubscribeTitle : codeMessages.already}
      lead={ofEmails ? codeMessages.unsubscribeLead : codeMessages.alreadyAs(person.email)}
      screen="already"
    >
      <div className={classes.form}>
        {ofEmails ? (
          <Link to="/profile/notifications" className={classes.way}>
            {codeMessages.toNotifications}
          </Link>
        ) : (
          <Link to="/home" className={classes.way}>
            {codeMessages.toHome}
          </Link>
        )}
        <ActionButton tone="quiet" fullWidth onClick={() => setAnyway(true)}>
          {codeMessages.anyway}
        </ActionButton>
      </div>
    </AuthPage>
  )
}

function CodeForm({ club, person }: CodePageProps) {
  const { why } = useSearch({ from: '/code' })
  const navigate = useNavigate()
  const [email, setEmail] = useState(() => person?.email ?? readSignUp()?.email ?? '')
  const [code, setCode] = useState('')
  const [expired, setExpired] = useState<{ kind: CodeKind; token: string } | null>(null)
  const emailRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLInputElement>(null)
  const fields = useFieldErrors({ email: emailRef, code: codeRef })
  const enter = useIdempotentMutation(api.account.enterCode, {
    async onDone(found) {
      if (found.expired) return setExpired(found)
      storeLinkToken(found.kind, found.token)
      await navigate({ to: `/${found.kind}`, replace: true })
    },
  })
  const { problem } = enter
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to run
  useEffect(() => {
    if (problem?.kind === 'field') fields.show(problem.fields ?? {})
  }, [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = checkEmail(email, club.emailDomain)
    const wrong = {
      ...(checked.outcome === 'refused' && {
        email: email.trim() === '' ? messages.emailMissing : emailRefusals[checked.reason](club.emailDomain),
      }),
      ...(readCode(code) === null && { code: code.trim() === '' ? codeMessages.missing : codeMessages.shape }),
    }
    if (fields.show(wrong) || checked.outcome === 'refused') return
    void enter.act({ email: checked.email, code })
  }

  if (expired !== null)
    return (
      <AuthPage title={codeMessages.title}>
        <InvalidLink {...expired} reason="link-expired" isCode />
      </AuthPage>
    )
  return (
    <AuthPage title={codeMessages.title} lead={codeMessages.lead} screen="form">
      <form className={classes.form} onSubmit={submit} noValidate>
        {why !== undefined && (
          <FormMessage tone="warning" quiet>
            {codeMessages.reasons[why]}
          </FormMessage>
        )}
        <EmailField
          ref={emailRef}
          label={club.emailLabel}
          value={email}
          onChange={(value) => {
            setEmail(value)
            fields.forget('email')
          }}
          error={fields.errors.email}
        />
        <TextField
          ref={codeRef}
          className={classes.code}
          label={codeMessages.label}
          description={codeMessages.hint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            fields.forget('code')
          }}
          error={fields.errors.code}
        />
        {problem?.reason === 'code-void' ? (
          <FormMessage tone="error" details={codeMessages.afterVoid}>
            {problem.message}
          </FormMessage>
        ) : (
          <ErrorNote error={problem?.kind === 'field' ? null : problem} />
        )}
        <ActionButton className={classes.submit} type="submit" tone="gold" size="lg" fullWidth pending={enter.pending}>
          {codeMessages.act}
        </ActionButton>
        <div className={classes.links}>
          {person === null ? (
            <>
              <Link to="/login">Back to Login</Link>
              <Link to="/login" search={{ mode: 'reset' }}>
                Forgot Password?
              </Link>
            </>
          ) : (
            <Link to="/home">{codeMessages.toHome}</Link>
          )}
        </div>
      </form>
    </AuthPage>
  )
}
