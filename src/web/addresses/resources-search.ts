import { isDay } from '#domain/iso-day.ts'

/** The sections of the page; the first one needs no name in the address. */
export const tabs = ['documents', 'attendance', 'store', 'exports', 'audit'] as const
type Tab = (typeof tabs)[number]

/** Of `store`: what is paid for those without an account yet. */
export const paidCountsHash = 'paid-counts'

/** Which section stands there, and what it shows of what it has. */
export type ResourcesSearch = {
  tab?: Exclude<Tab, 'documents'>
  /** Of `attendance`: a semester's key, like `fall-2026`. */
  term?: string
  /** Of `audit`: a member's id, an act, the first and the last day. */
  person?: string
  act?: string
  from?: string
  to?: string
  /** Of `audit`: the dialog in which somebody is chosen. */
  open?: 'person'
  /** Of `store`: the waiting line about which the dialog asks, and what. */
  line?: string
  ask?: StoreQuestion
}

/** Whose a line is, what its product is worth, why it is put aside. */
const storeQuestions = ['owner', 'worth', 'dismiss'] as const
type StoreQuestion = (typeof storeQuestions)[number]

export function readResourcesSearch(search: Record<string, unknown>): ResourcesSearch {
  const tab = tabs.find((name) => name === search.tab)
  if (tab === 'exports') return { tab }
  if (tab === 'store') {
    const ask = storeQuestions.find((each) => each === search.ask)
    return { tab, ...(ask ? { ...textOf('line', search), ask } : {}) }
  }
  if (tab === 'attendance') return { tab, ...textOf('term', search) }
  if (tab !== 'audit') return {}
  return {
    tab,
    ...textOf('person', search),
    // Every page brings this file along: which acts there are is known where they are shown.
    ...textOf('act', search),
    ...dayOf('from', search),
    ...dayOf('to', search),
    ...(search.open === 'person' ? { open: 'person' } : {}),
  }
}

function dayOf<Name extends string>(name: Name, search: Record<string, unknown>) {
  const value = search[name]
  return typeof value === 'string' && isDay(value) ? ({ [name]: value } as Record<Name, string>) : {}
}

/** The router reads a value of digits alone as a number. */
function textOf<Name extends string>(name: Name, search: Record<string, unknown>) {
  const value = search[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {}
}

export const tabNames: Record<Tab, string> = {
  documents: 'Documents',
  attendance: 'Attendance',
  store: 'Store',
  exports: 'Exports',
  audit: 'Audit',
}
