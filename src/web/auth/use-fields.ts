import { type RefObject, useState } from 'react'

/** What each field needs, and the focus on the first that needs something. */
export function useFieldErrors<Field extends string>(refs: Record<Field, RefObject<HTMLInputElement | null>>) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})

  /** Shows them; true where there are any. */
  function show(next: Partial<Record<Field, string>>) {
    setErrors(next)
    const first = (Object.keys(refs) as Field[]).find((field) => next[field] !== undefined)
    if (first === undefined) return false
    refs[first].current?.focus()
    return true
  }

  /** The person mends it: what was said about the field is no longer true. */
  function forget(field: Field) {
    if (errors[field] !== undefined) setErrors({ ...errors, [field]: undefined })
  }

  return { errors, show, forget, clear: () => setErrors({}) }
}
