import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messages } from '#domain/messages.ts'
import { useAct } from '#web/act.ts'
import { api } from '#web/api.ts'
import { newPasswordProblem } from '#web/login/new-password.ts'
import { useFieldErrors } from '#web/login/use-fields.ts'
import { useClub } from '#web/session/session.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import classes from './profile.module.css'
import { refreshSessions } from './profile-query.ts'
import { Section } from './section.tsx'

/** What one signs in with: the address, which stays, and the password. */
export function PasswordSection({ email }: { email: string }) {
  const club = useClub()
  const shortestPassword = club?.shortestPassword ?? 0
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [done, setDone] = useState(false)
  const currentPassword = useRef<HTMLInputElement>(null)
  const newPassword = useRef<HTMLInputElement>(null)
  const fields = useFieldErrors({ currentPassword, newPassword })
  const change = useAct(api.account.changePassword, {
    onDone() {
      setCurrent('')
      setNext('')
      setDone(true)
      return refreshSessions()
    },
  })
  const { problem } = change
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to run
  useEffect(() => {
    if (problem?.kind === 'field') fields.show(problem.fields ?? {})
  }, [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    setDone(false)
    const wrong = {
      ...(current === '' && { currentPassword: messages.passwordMissing }),
      ...asNew(newPasswordProblem(next, { shortestPassword })),
    }
    if (fields.show(wrong)) return
    fields.clear()
    void change.act({ currentPassword: current, newPassword: next })
  }

  return (
    <Section title="Email and password" lead="Changing your password logs out your other devices.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={club?.emailLabel ?? 'Email'}
          description={messages.emailFixed}
          inputWrapperOrder={['label', 'description', 'input']}
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
            setDone(false)
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
            setDone(false)
            fields.forget('newPassword')
          }}
          error={fields.errors.newPassword}
        />
        {problem?.kind !== 'field' && <ErrorNote error={problem} />}
        {done && <FormMessage tone="success">{messages.passwordChangedHere}</FormMessage>}
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
