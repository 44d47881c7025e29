import type { Club } from '#contract/session.ts'
import { mailWebsite } from '#domain/mail-website.ts'
import { inWords, messages } from '#domain/text/public-messages.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ButtonLink, ExternalLink } from '#web/ui/external-link.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { AuthPage } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { DevMailboxLink, ModeLink } from './login-links.tsx'
import { loginTitles } from './sign-in-address.ts'
import { storeSignUp } from './sign-up-email.ts'
import type { SignedUp } from './use-login-form.ts'
import { useResend } from './use-resend.ts'

/** The server sends at most one verification email a minute. */
const betweenEmailsMs = 60_000

type Way = { href: string; onFollow: () => void }
type CheckInboxProps = { club: Club; signedUp: SignedUp | null; toSignUp: Way; toSignIn: Way }

/** After sign-up: where the email went, and what to do until it is opened. */
export function CheckInbox({ club, signedUp, toSignUp, toSignIn }: CheckInboxProps) {
  const website = mailWebsite(club)
  return (
    <AuthPage title={loginTitles.sent} screen="sent">
      <div className={classes.form}>
        <FormMessage tone="success" details={club.devMailbox ? <DevMailboxLink /> : undefined}>
          {messages.signUpDone}
        </FormMessage>
        {/* Only this tab knows the address, not the server that renders the page. */}
        {signedUp !== null && (
          <>
            <p>
              {messages.sentTo} <strong className={classes.address}>{signedUp.email}</strong>.
            </p>
            {website !== null && (
              <ExternalLink href={website} look="large-button" gold>
                {messages.openEmail}
              </ExternalLink>
            )}
            <ButtonLink href="/code">{messages.toCode}</ButtonLink>
            <Resend key={signedUp.sentAtMs} signedUp={signedUp} />
          </>
        )}
        <div className={classes.links}>
          <ModeLink {...toSignUp}>Change email</ModeLink>
          <ModeLink {...toSignIn}>Back to Login</ModeLink>
        </div>
      </div>
    </AuthPage>
  )
}

function Resend({ signedUp }: { signedUp: SignedUp }) {
  const { seconds, sent, send, pending, problem } = useResend(signedUp.email, {
    untilMs: signedUp.sentAtMs + betweenEmailsMs,
    onSent: () => storeSignUp({ ...signedUp, sentAtMs: serverNow() }),
  })
  const waiting = seconds > 0
  return (
    <>
      <ActionButton onClick={send} pending={pending} reason={waiting ? '' : null} fullWidth>
        Resend
      </ActionButton>
      <p className={classes.hint}>{waiting ? messages.resendIn(inWords(seconds)) : messages.notThere}</p>
      <p className={classes.hint} role="status">
        {sent && messages.sentAgain}
      </p>
      {/* The wait is said above. */}
      <ErrorNote error={waiting ? null : problem} />
    </>
  )
}
