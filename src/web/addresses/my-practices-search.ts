/** What the page shows of the history, and which dialog is open over it. */
export type MyPracticesSearch = {
  q?: string
  /** A semester's key, like `fall-2026`. */
  term?: string
  open?: 'car' | 'renew-link' | 'remove-link'
  /** For `car`: the practice. */
  practice?: string
}

const dialogs = ['car', 'renew-link', 'remove-link'] as const

export function readMyPracticesSearch(search: Record<string, unknown>): MyPracticesSearch {
  const open = dialogs.find((dialog) => dialog === search.open)
  return {
    ...textOf('q', search),
    ...textOf('term', search),
    ...(open === undefined ? {} : { open }),
    ...(open === 'car' ? textOf('practice', search) : {}),
  }
}

/** The router parses a value that is all digits as a number. */
function textOf<Name extends string>(name: Name, search: Record<string, unknown>) {
  const value = search[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {}
}
