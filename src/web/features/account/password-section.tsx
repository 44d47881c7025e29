import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/messages.ts'
import { newPasswordProblem } from '#web/auth/new-password-problem.ts'
import { useFieldErrors } from '#web/auth/use-fields.ts'
import { useClub } from '#web/auth/use-session.ts'
import { feedQuery, refreshFeed } from '#web/features/my-practices/feed-query.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './profile.module.css'
import { refreshSessions } from './profile-query.ts'
import { Section } from './section.tsx'

/** What one signs in with: the address, which stays, and the password. */
export function PasswordSection({ email }: { email: string }) {
  const club = useClub()
  const shortestPassword = club?.shortestPassword ?? 0
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [done, setDone] = useState<string | null>(null)
  const [resetCalendarLink, setResetCalendarLink] = useState(true)
  const hasCalendarLink = useQuery(feedQuery).data?.feed != null
  const currentPassword = useRef<HTMLInputElement>(null)
  const newPassword = useRef<HTMLInputElement>(null)
  const fields = useFieldErrors({ currentPassword, newPassword })
  const change = useIdempotentMutation(api.account.changePassword, {
    onDone({ calendarLinkReset }) {
      setCurrent('')
      setNext('')
      setDone(
        calendarLinkReset
          ? `${memberMessages.passwordChangedHere} ${messages.calendarLinkReset}`
          : memberMessages.passwordChangedHere,
      )
      return Promise.all([refreshSessions(), refreshFeed()])
    },
  })
  const { problem } = change
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to run
  useEffect(() => {
    if (problem?.kind === 'field') fields.show(problem.fields ?? {})
  }, [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    setDone(null)
    const wrong = {
      ...(current === '' && { currentPassword: messages.passwordMissing }),
      ...asNew(newPasswordProblem(next, { shortestPassword })),
    }
    if (fields.show(wrong)) return
    fields.clear()
    void change.act({ currentPassword: current, newPassword: next, resetCalendarLink })
  }

  return (
    <Section title="Email and password" lead="Changing your password logs out your other devices.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label={club?.emailLabel ?? 'Email'}
          description={memberMessages.emailFixed}
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          className={classes.fixed}
        />
        <PasswordField
          ref={currentPassword}
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(value) => {
            setCurrent(value)
            setDone(null)
            fields.forget('currentPassword')
          }}
          error={fields.errors.currentPassword}
        />
        <PasswordField
          ref={newPassword}
          label="New password"
          name="new-password"
          autoComplete="new-password"
          description={messages.passwordHint(shortestPassword)}
          value={next}
          onChange={(value) => {
            setNext(value)
            setDone(null)
            fields.forget('newPassword')
          }}
          error={fields.errors.newPassword}
        />
        {hasCalendarLink && (
          <CheckField
            label="Also reset my calendar link"
            checked={resetCalendarLink}
            onChange={(checked) => setResetCalendarLink(checked)}
          />
        )}
        {problem?.kind !== 'field' && <ErrorNote error={problem} />}
        {done !== null && <FormMessage tone="success">{done}</FormMessage>}
        <div className={classes.actions}>
          <ActionButton type="submit" pending={change.pending}>
            Change password
          </ActionButton>
        </div>
      </form>
    </Section>
  )
}

function asNew({ password }: { password?: string }) {
  return password === undefined ? {} : { newPassword: password }
}
