import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Club } from '#contract/session.ts'
import { canonicalEmail, checkEmail } from '#domain/email.ts'
import { emailRefusals, messages } from '#domain/text/public-messages.ts'
import { api } from '#web/lib/api.ts'
import { authApi } from '#web/lib/auth-api.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { dropFlashMessage, readFlashMessage } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { sessionStarted } from '#web/lib/use-session.ts'
import { newPasswordProblem, useFieldErrors } from './auth-forms.tsx'
import type { LoginMode } from './sign-in-address.ts'
import { forgetSignUp, readSignUp, type SignUp, storeSignUp } from './sign-up-email.ts'

type Notice = {
  tone: 'error' | 'success'
  text: string
  /** The address to resend the verification email to. */
  resendTo?: string
}

type LoginFormOptions = {
  mode: LoginMode | 'sign-in'
  club: Club
  toSignIn: () => unknown
  /** To the screen after a sign-up. */
  toInbox: () => unknown
}

export function useLoginForm({ mode, club, toSignIn, toInbox }: LoginFormOptions) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(() => {
    const text = readFlashMessage()
    return text === null ? null : { tone: 'success', text }
  })
  useEffect(dropFlashMessage, [])
  const [signedUp, setSignedUp] = useState<SignUp | null>(null)
  const [sending, setSending] = useState(false)
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  usePreHydrationInput(emailRef, (early) => {
    setEmail(early.email)
    setPassword(early.password)
    setKeep(early.keep)
  })
  const fields = useFieldErrors({ email: emailRef, password: passwordRef })
  const signUp = useIdempotentMutation(api.account.signUp)
  const pending = sending || signUp.pending

  const shownMode = useRef(mode)
  const keptNotice = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mode is the reason to run
  useEffect(() => {
    if (shownMode.current === mode) return
    shownMode.current = mode
    fields.clear()
    // A success message belongs to the mode that it leads to; any other notice belongs to the previous mode.
    if (!keptNotice.current) setNotice(null)
    keptNotice.current = false
  }, [mode])

  // After a reload, from the tab; without one there is nothing to check for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mode is the reason to run
  useLayoutEffect(() => {
    if (mode !== 'sent' || signedUp !== null) return
    const kept = readSignUp()
    if (kept === null) return void toSignIn()
    setSignedUp(kept)
    setEmail(kept.email)
  }, [mode])

  const fail = (text: string, more: Partial<Notice> = {}) => setNotice({ tone: 'error', text, ...more })

  function succeed(text: string) {
    keptNotice.current = true
    setNotice({ tone: 'success', text })
    toSignIn()
  }

  const submits = {
    'sign-in': async () => {
      const missing = {
        ...(email.trim() === '' && { email: messages.emailMissing }),
        ...(password === '' && { password: messages.passwordMissing }),
      }
      if (fields.show(missing)) return
      try {
        await authApi.signIn({ email: canonicalEmail(email), password, rememberMe: keep })
        const { person } = await sessionStarted()
        forgetSignUp()
        if (person === null) fail(messages.noCookies)
      } catch (error) {
        const problem = toProblem(error)
        if (problem.code === 'INVALID_EMAIL_OR_PASSWORD') return fail(messages.signInFailed)
        if (problem.code === 'EMAIL_NOT_VERIFIED')
          return fail(messages.emailUnverified, { resendTo: canonicalEmail(email) })
        fail(withId(problem))
      }
    },

    create: async () => {
      const checked = checkEmail(email, club.emailDomain)
      const wrong = {
        ...(checked.outcome === 'refused' && {
          email: email.trim() === '' ? messages.emailMissing : emailRefusals[checked.reason](club.emailDomain),
        }),
        ...newPasswordProblem(password, club),
      }
      if (fields.show(wrong) || checked.outcome === 'refused') return
      if ((await signUp.act({ email: checked.email, password })) === null) return
      setPassword('')
      const done = { email: checked.email, sentAtMs: serverNow() }
      storeSignUp(done)
      setSignedUp(done)
      toInbox()
    },

    reset: async () => {
      if (email.trim() === '') {
        fail(messages.resetNeedsEmail)
        emailRef.current?.focus()
        return
      }
      const checked = checkEmail(email, club.emailDomain)
      if (checked.outcome === 'refused') {
        fields.show({ email: emailRefusals[checked.reason](club.emailDomain) })
        return
      }
      try {
        await authApi.requestReset({ email: checked.email })
        succeed(messages.resetSent)
      } catch (error) {
        const problem = toProblem(error)
        if (problem.code === 'INVALID_EMAIL') fields.show({ email: messages.emailDomain(club.emailDomain) })
        else fail(messages.resetFailed(withId(problem)))
      }
    },
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setNotice(null)
    fields.clear()
    setSending(true)
    if (mode !== 'sent') await submits[mode]()
    setSending(false)
  }

  // A sign-up error shows at its field if it is about one, otherwise above the button.
  const { problem: signUpProblem } = signUp
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to run
  useEffect(() => {
    if (signUpProblem === null) return
    if (signUpProblem.kind === 'field' && fields.show(signUpProblem.fields ?? {})) return
    fail(messages.signUpFailed(withId(signUpProblem)))
  }, [signUpProblem])

  return {
    email,
    setEmail: (value: string) => {
      setEmail(value)
      fields.forget('email')
    },
    password,
    setPassword: (value: string) => {
      setPassword(value)
      fields.forget('password')
    },
    keep,
    setKeep,
    errors: fields.errors,
    notice,
    signedUp,
    pending,
    submit,
    emailRef,
    passwordRef,
  }
}

function withId(problem: Problem) {
  return problem.requestId === undefined ? problem.message : `${problem.message} (Error ID: ${problem.requestId})`
}

type EarlyInput = { email: string; password: string; keep: boolean }

/**
 * The login form arrives with the document, so people may type and press before the app runs. This copies the field
 * values into state before React overwrites them with empty ones, returns the focus to the field that had it if React
 * replaced the form, and replays an early press (recorded by public/early.js).
 */
function usePreHydrationInput(email: RefObject<HTMLInputElement | null>, take: (early: EarlyInput) => void) {
  // The server's, because React replaces it if the browser has already translated it.
  const [form] = useState(() =>
    typeof document === 'undefined' || 'running' in document.documentElement.dataset ? null : document.forms.item(0),
  )
  const [focused] = useState(() => (form?.contains(document.activeElement) ? document.activeElement : null))
  const [taken, setTaken] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what is there at the start
  useLayoutEffect(() => {
    if (form) take({ email: textOf(form, 'email'), password: textOf(form, 'password'), keep: isTicked(form, 'keep') })
    setTaken(true)
  }, [])
  useLayoutEffect(() => {
    // After the values, so that the caret is behind them.
    if (taken && focused?.isConnected === false) fieldOf(email.current?.form, focused.getAttribute('name'))?.focus()
  }, [taken, focused, email])
  useEffect(() => {
    if (!taken || !form || !('pressed' in form.dataset)) return
    delete form.dataset.pressed
    email.current?.form?.requestSubmit()
  }, [taken, form, email])
}

function textOf(form: HTMLFormElement, name: string) {
  return fieldOf(form, name)?.value ?? ''
}

function isTicked(form: HTMLFormElement, name: string) {
  return fieldOf(form, name)?.checked === true
}

function fieldOf(form: HTMLFormElement | null | undefined, name: string | null) {
  const field = name === null ? null : form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}
