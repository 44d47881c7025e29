import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { longestPassword } from '#domain/passwords.ts'
import { messages } from '#domain/text/public-messages.ts'
import { ClubMark } from '#web/components/club-mark.tsx'
import type { Problem } from '#web/lib/request.ts'
import { useSession } from '#web/lib/use-session.ts'
import { Page } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Rings } from '#web/ui/target-drawings.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './auth-page.module.css'

type AuthPageProps = { title: string; lead?: ReactNode; screen?: string; children: ReactNode }

/** Login and the pages around it: the club's mark, a lead, and one form. */
export function AuthPage({ title, lead, screen, children }: AuthPageProps) {
  const session = useSession()
  const club = session.status === 'ready' ? session.club : null
  return (
    <div className={classes.frame}>
      <Rings className={classes.rings} />
      <Page
        title={title}
        screen={screen}
        narrow
        before={
          <span className={classes.mark}>
            <ClubMark club={club} size={54} />
          </span>
        }
      >
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        {children}
      </Page>
    </div>
  )
}

/** The error of each field; focuses the first field that has one. */
export function useFieldErrors<Field extends string>(refs: Record<Field, RefObject<HTMLInputElement | null>>) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})

  /** Shows the errors; returns whether there are any. */
  function show(next: Partial<Record<Field, string>>) {
    setErrors(next)
    const first = (Object.keys(refs) as Field[]).find((field) => next[field] !== undefined)
    if (first === undefined) return false
    refs[first].current?.focus()
    return true
  }

  /** Clears the error of a field that the person is editing. */
  function forget(field: Field) {
    if (errors[field] !== undefined) setErrors({ ...errors, [field]: undefined })
  }

  return { errors, show, forget, clear: () => setErrors({}) }
}

type EmailFieldProps = {
  ref: Ref<HTMLInputElement>
  /** The club's name for the email. */
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The email of an account, set up for keyboards and password managers. */
export function EmailField({ onChange, ...props }: EmailFieldProps) {
  return (
    <TextField
      {...props}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode="email"
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/**
 * A field for the signed-in person's password, required before dangerous actions in case someone else holds the phone,
 * with its error.
 */
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
    /** Whether it is empty; if so, the field shows an error. */
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

/** What the browser can check about a new password; the server also knows the common ones. */
export function newPasswordProblem(password: string, club: { shortestPassword: number }): { password?: string } {
  if (password === '') return { password: messages.newPasswordMissing }
  if (password.length > longestPassword) return { password: messages.tooLong(longestPassword) }
  if ([...password].length < club.shortestPassword) return { password: messages.passwordWeak }
  return {}
}
