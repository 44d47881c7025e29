import { canonicalEmail } from '#domain/email.ts'
import type { StoreField, StoreSettings } from './order-settings.ts'

/** What a store writes about a whole order, often only on its first row. */
export type OrderFacts = {
  email: string
  name: string
  date: string
  status: string
  /** Of the order as a whole, beside the status of its payment. */
  state: string
  canceled: string
  /** The amount that was refunded. */
  refund: string
  test: string
  /** Whether the file says how many pieces of a line were refunded. */
  saysPieces: boolean
}

export function orderFacts(cell: (field: StoreField) => string): OrderFacts {
  return {
    email: canonicalEmail(cell('email')),
    name: cell('name'),
    date: cell('date').slice(0, 40),
    status: cell('status'),
    state: cell('state'),
    canceled: isNothing(cell('canceled')) ? '' : cell('canceled'),
    refund: /[1-9]/.test(cell('refund')) ? cell('refund') : '',
    test: isTest(cell('test')) ? cell('test') : '',
    saysPieces: /[1-9]/.test(cell('returned')),
  }
}

/** Fills in what only another row of the order says. */
export function fillFacts(own: OrderFacts, other: OrderFacts | undefined): OrderFacts {
  if (!other) return own
  return {
    email: own.email || other.email,
    name: own.name || other.name,
    date: own.date || other.date,
    status: own.status || other.status,
    state: own.state || other.state,
    canceled: own.canceled || other.canceled,
    refund: own.refund || other.refund,
    test: own.test || other.test,
    saysPieces: own.saysPieces || other.saysPieces,
  }
}

type Words = Pick<StoreSettings, 'paid' | 'refunded' | 'partlyRefunded' | 'canceled'>

type Standing =
  | { counts: false; reason: 'test' | 'canceled' | 'not-paid'; said: string }
  /** @property partly what tells that a part was refunded, if one was */
  | { counts: true; isRefunded: boolean; partly: string }

/** Whether an order counts. */
export function standingOf({ status, state, ...order }: OrderFacts, words: Words): Standing {
  if (order.test !== '') return { counts: false, reason: 'test', said: order.test }
  const isRefunded = isOneOf(status, words.refunded)
  const ended = order.canceled || [status, state].find((each) => isOneOf(each, words.canceled))
  if (!isRefunded && ended) return { counts: false, reason: 'canceled', said: ended }
  if (isRefunded) return { counts: true, isRefunded, partly: '' }
  const isPartly = isOneOf(status, words.partlyRefunded)
  if (status !== '' && !isPartly && !isOneOf(status, words.paid))
    return { counts: false, reason: 'not-paid', said: status }
  const says = isPartly ? status : order.refund
  const isBack = isOneOf(state, [...words.refunded, ...words.partlyRefunded, ...givenBack])
  return { counts: true, isRefunded, partly: says || (isBack ? state : '') }
}

/** What stores call an order or a line whose goods came back. */
export const givenBack = ['restocked', 'returned', 'partially returned', 'partially restocked']

/** `Partially_refunded` and `partially refunded` are the same, and so are `wc-completed` and `completed`. */
export function isOneOf(text: string, words: string[]) {
  const word = wordKey(text)
  return word !== '' && words.some((each) => wordKey(each) === word)
}

function wordKey(text: string) {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .replace(/^wc /, '')
}

/** A date that isn't set. */
function isNothing(text: string) {
  return /^(?:[0\s:.T/-]*|no|false|none|null|n\/a)$/i.test(text)
}

/** By a column about it, or by the method of payment: Shopify's gateway for tests is “bogus”. */
function isTest(text: string) {
  return /\bbogus\b|^\(?for testing|^test\b/i.test(text) || /^(?:yes|true|1)$/i.test(text)
}
