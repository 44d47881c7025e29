import { Link, Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { codeMessages, stopMessages } from '#domain/text/email-link-messages.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { AuthPage } from './auth-forms.tsx'
import classes from './auth-page.module.css'
import { forgetLinkToken, readLinkToken } from './link-token.ts'

/**
 * Where the unsubscribe link of an email leads, signed in or not. Opening it changes nothing, because email scanners
 * open every link; the button does.
 */
export function UnsubscribePage() {
  const [token] = useState(() => readLinkToken('unsubscribe'))
  const [stopped, setStopped] = useState<string | null>(null)
  const stop = useIdempotentMutation(api.newsMails.stop, {
    onDone({ news }) {
      forgetLinkToken('unsubscribe')
      setStopped(stopMessages.stopped[news])
    },
  })
  const { problem } = stop
  const dead = problem?.reason === 'link-unknown'

  if (stopped !== null)
    return (
      <Around title={stopMessages.stoppedTitle}>
        <FormMessage tone="success" details={stopMessages.changeMind}>
          {stopped}
        </FormMessage>
      </Around>
    )
  if (token === null) return <Navigate to="/code" search={{ why: 'unsubscribe-missing' }} replace />
  if (dead)
    return (
      <Around title={stopMessages.act} isDead>
        <FormMessage tone="error">{stopMessages.linkUnknown}</FormMessage>
      </Around>
    )
  return (
    <Around title={stopMessages.title} lead={stopMessages.lead}>
      <ErrorNote error={problem} />
      <ActionButton tone="gold" size="lg" fullWidth pending={stop.pending} onClick={() => stop.act({ token })}>
        {stopMessages.act}
      </ActionButton>
    </Around>
  )
}

type AroundProps = { title: string; lead?: string; isDead?: boolean; children: ReactNode }

function Around({ title, lead, isDead, children }: AroundProps) {
  return (
    <AuthPage title={title} lead={lead}>
      <div className={classes.form}>
        {children}
        <div className={classes.links}>
          <Link to="/profile/notifications">{stopMessages.toProfile}</Link>
          {isDead && (
            <Link to="/code" search={{ why: 'unknown' }}>
              {codeMessages.toPage}
            </Link>
          )}
        </div>
      </div>
    </AuthPage>
  )
}
