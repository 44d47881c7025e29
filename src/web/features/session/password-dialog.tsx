import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { passwordCountsForMinutes } from '#domain/sessions.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useOwnPassword } from '#web/auth/auth-forms.tsx'
import { api } from '#web/lib/api.ts'
import { usePasswordRequest } from '#web/lib/password-request.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './session-limit-dialogs.module.css'

type Settled = { onSettled: (entered: boolean) => void }

/**
 * Asks for the password when the server requires it (step-up authentication), before changes of roles or similar. The
 * request continues once the password is verified.
 */
export function PasswordWatch() {
  const settle = usePasswordRequest()
  const field = useRef<HTMLInputElement>(null)
  const settled = (entered: boolean) => settle?.(entered)
  return (
    <Dialog
      open={settle !== null}
      onClose={() => settled(false)}
      title="Enter your password to continue"
      text={officerMessages.passwordWhy(passwordCountsForMinutes)}
      initialFocus={field}
    >
      <PasswordForm field={field} onSettled={settled} />
    </Dialog>
  )
}

type PasswordFormProps = Settled & { field: RefObject<HTMLInputElement | null> }

function PasswordForm({ field, onSettled }: PasswordFormProps) {
  const enter = useIdempotentMutation(api.session.enterPassword)
  const own = useOwnPassword(enter.problem, field)
  const { problem } = enter
  // Closed from outside, as when the session ends, before the check finished.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (own.isMissing()) return
    if ((await enter.act({ password: own.password })) !== null && isHere.current) onSettled(true)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {own.field}
      {problem && problem.kind !== 'field' && <ErrorNote error={problem} />}
      <ActionButton type="submit" tone="gold" fullWidth pending={enter.pending}>
        Continue
      </ActionButton>
      <ActionButton tone="quiet" fullWidth onClick={() => onSettled(false)}>
        Cancel
      </ActionButton>
    </form>
  )
}
