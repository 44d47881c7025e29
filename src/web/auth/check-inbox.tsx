import type { Club } from '#contract/session.ts'
import { mailWebsite } from '#domain/mail-website.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { inWords } from '#domain/text/public-messages.ts'
import { signUpMessages } from '#domain/text/sign-up-messages.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ButtonLink, ExternalLink } from '#web/ui/external-link.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './auth-page.module.css'
import { type SignUp, storeSignUp } from './sign-up-email.ts'
import { useResend } from './use-resend.ts'

/** After sign-up: where the email went, and what to do until it is opened. */
export function CheckInbox({ club, signUp }: { club: Club; signUp: SignUp }) {
  const website = mailWebsite(club)
  return (
    <>
      <p>
        {signUpMessages.sentTo} <strong className={classes.address}>{signUp.email}</strong>. {signUpMessages.openLink}
      </p>
      {website !== null && (
        <ExternalLink href={website} look="large-button" gold>
          {signUpMessages.openEmail}
        </ExternalLink>
      )}
      <ButtonLink href="/code">{signUpMessages.toCode}</ButtonLink>
      <Resend key={signUp.sentAtMs} signUp={signUp} />
    </>
  )
}

function Resend({ signUp }: { signUp: SignUp }) {
  const { seconds, sent, send, pending, problem } = useResend(signUp.email, {
    untilMs: signUp.sentAtMs + rateRules.mails.leastGapMs,
    onSent: () => storeSignUp({ ...signUp, sentAtMs: serverNow() }),
  })
  const waiting = seconds > 0
  return (
    <>
      <ActionButton onClick={send} pending={pending} reason={waiting ? '' : null} fullWidth>
        {signUpMessages.resend}
      </ActionButton>
      <p className={classes.hint}>{waiting ? signUpMessages.resendIn(inWords(seconds)) : signUpMessages.notThere}</p>
      <p className={classes.hint} role="status">
        {sent && signUpMessages.sentAgain}
      </p>
      {/* The wait is said above. */}
      <ErrorNote error={waiting ? null : problem} />
    </>
  )
}
