import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

type Early = { email: string; password: string; keep: boolean }

/**
 * The sign-in form comes with the document, so people type (and press) before the app is there. What stands in the fields
 * then becomes the form's own, before React could write its empty values over it; a press that came too early is carried
 * out (public/early.js kept it).
 */
export function usePreHydrationInput(email: RefObject<HTMLInputElement | null>, take: (early: Early) => void) {
  const [taken, setTaken] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what is there at the start
  useLayoutEffect(() => {
    const form = email.current?.form
    if (form) take({ email: textOf(form, 'email'), password: textOf(form, 'password'), keep: isTicked(form, 'keep') })
    setTaken(true)
  }, [])
  useEffect(() => {
    const form = email.current?.form
    if (!taken || !form || !('pressed' in form.dataset)) return
    delete form.dataset.pressed
    form.requestSubmit()
  }, [taken, email])
}

function textOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}

function isTicked(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement && field.checked
}
