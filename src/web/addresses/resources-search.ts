import { isDay } from '#domain/iso-day.ts'

/** The sections of the page; the first one needs no name in the address. */
export const tabs = ['documents', 'attendance', 'exports', 'store', 'audit'] as const
type Tab = (typeof tabs)[number]

/** For `store`: paid practices of buyers without an account yet. */
export const paidCountsHash = 'paid-counts'

/** Which section is open, and its filters. */
export type ResourcesSearch = {
  tab?: Exclude<Tab, 'documents'>
  /** For `attendance`: a semester's key, like `fall-2026`. */
  term?: string
  /** For `audit`: a member's id, an action, the first and the last day. */
  person?: string
  act?: string
  from?: string
  to?: string
  /** For `audit`: the dialog to choose a person. */
  open?: 'person'
  /** For `store`: its part, which orders are listed there, and what is searched for. */
  part?: StorePart
  show?: OrdersShown
  q?: string
  /** For `store`: the open order line of the dialog, and the dialog's question. */
  line?: string
  ask?: StoreQuestion
}

export const storeParts = ['review', 'import', 'history'] as const
export type StorePart = (typeof storeParts)[number]

/** Orders other than those that need review: the first are still waiting, the others are in the history. */
const ordersShown = ['sign-up', 'assigned', 'dismissed'] as const
export type OrdersShown = (typeof ordersShown)[number]

/** Whose order line this is, how many practices its product is worth, why to dismiss it. */
const storeQuestions = ['owner', 'worth', 'dismiss'] as const
type StoreQuestion = (typeof storeQuestions)[number]

export function readResourcesSearch(search: Record<string, unknown>): ResourcesSearch {
  const tab = tabs.find((name) => name === search.tab)
  if (tab === 'exports') return { tab }
  if (tab === 'store') {
    const part = storeParts.find((each) => each === search.part)
    const show = ordersShown.find((each) => each === search.show)
    const ask = storeQuestions.find((each) => each === search.ask)
    return {
      tab,
      ...(part ? { part } : {}),
      ...(show ? { show } : {}),
      ...textOf('q', search),
      ...(ask ? { ...textOf('line', search), ask } : {}),
    }
  }
  if (tab === 'attendance') return { tab, ...textOf('term', search) }
  if (tab !== 'audit') return {}
  return {
    tab,
    ...textOf('person', search),
    // Not checked here: every page loads this file, and the list of actions is part of the audit section.
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

/** The router parses a value that is all digits as a number. */
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
