import { type RefObject, useEffect, useRef, useState } from 'react'
import { messages } from '#domain/text/messages.ts'
import type { Problem } from '#web/lib/api-error.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useFieldErrors } from './use-fields.ts'

/** The password of who acts, asked for before what nobody else may do on this phone; and what was wrong with it. */
export function useOwnPassword(problem: Problem | null, ref?: RefObject<HTMLInputElement | null>) {
  const [password, setPassword] = useState('')
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const fields = useFieldErrors({ password: input })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to run
  useEffect(() => {
    if (problem?.kind === 'field') fields.show(problem.fields ?? { password: problem.message })
  }, [problem])

  return {
    password,
    /** Whether there is none yet, which is then said at the field. */
    isMissing: () => fields.show(password === '' ? { password: messages.passwordMissing } : {}),
    field: (
      <PasswordField
        ref={input}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          fields.forget('password')
        }}
        error={fields.errors.password}
      />
    ),
  }
}
