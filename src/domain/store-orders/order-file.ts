import { cleanLine } from '#domain/clean-text.ts'
import { longestEmail } from '#domain/email.ts'
import { fillFacts, givenBack, isOneOf, type OrderFacts, orderFacts, standingOf } from './order-facts.ts'
import { productKey, type StoreField, type StoreSettings, storeFields, type Worth } from './order-settings.ts'
import { areRounded, cellText, isRound, isSpoiled, numberKey } from './spreadsheet-cells.ts'

/**
 * Parses a store's order export row by row, using the club's column names and product values. Rows that can't be used
 * are never dropped silently: each is listed with its number and the reason.
 */

/** A record of the file: number of its first line, from 1, and its cells; `broken` if they couldn't be parsed. */
export type StoreRecord = { number: number; cells: string[]; broken?: boolean }

export type FileLine = {
  number: number
  orderId: string
  lineId: string
  /** Canonical; empty if the file has none. */
  email: string
  name: string
  product: string
  /** Negative for a refund. */
  quantity: number
  /** As written in the file. */
  boughtOn: string
  /** Per unit; null for an unknown product. */
  worth: Worth | null
}

export const unreadReasons = [
  'broken',
  'no-order',
  'no-product',
  'no-quantity',
  'bad-quantity',
  'zero-quantity',
  'huge-quantity',
  'bad-returned',
  'changed-number',
  'too-long',
  'shifted',
  'not-paid',
  'canceled',
  'test',
  'other-kind',
  'partly-refunded',
  'not-ours',
  'doubled',
  'doubled-otherwise',
] as const
export type UnreadReason = (typeof unreadReasons)[number]
/** These lines count nevertheless. */
export const countedReasons: ReadonlySet<UnreadReason> = new Set(['partly-refunded'])
/** `said` is the offending text, if that helps. */
export type Unread = { number: number; reason: UnreadReason; said: string }

export type StoreReading =
  | { outcome: 'columns-missing'; missing: { field: StoreField; names: string[] }[]; found: string[] }
  | { outcome: 'read'; lines: FileLine[]; unread: Unread[] }

export const mostPieces = 1000
const longest: Partial<Record<StoreField, number>> = {
  order: 100,
  line: 200,
  name: 200,
  product: 300,
  variant: 300,
  sku: 300,
  email: longestEmail,
}

/** Stores call the only variant of a product like this. */
const noVariant = /^(?:default(?: title)?|regular|none|n\/a|-)?$/i

/** The product's name with its variant, unless the store has already put it there. */
function productName(name: string, variant: string) {
  const [key, end] = [productKey(name), productKey(variant)]
  if (name === '' || noVariant.test(variant) || [`(${end})`, `- ${end}`, `, ${end}`].some((text) => key.endsWith(text)))
    return name
  return `${name} (${variant})`.slice(0, 300)
}

/** @returns undefined for an unknown product */
export function worthOf(products: StoreSettings['products'], ...names: string[]): Worth | null | undefined {
  const keys = names.map(productKey).filter(Boolean)
  for (const [name, worth] of Object.entries(products)) if (keys.includes(productKey(name))) return worth
  return undefined
}

/** The column index of each field; -1 if there is none. */
export function findColumns(head: string[], columns: StoreSettings['columns']): Record<StoreField, number> {
  const names = head.map(headName)
  // In Shopify's export, "Name" is the order number. Elsewhere it is the buyer, and two orders of one buyer would be
  // mistaken for one.
  const isBuyer = (field: StoreField, name: string) =>
    field === 'order' && headName(name) === 'name' && columns.order.length > 1 && !names.includes('lineitem name')
  const at = (field: StoreField) => {
    for (const name of columns[field]) {
      if (isBuyer(field, name)) continue
      const found = names.indexOf(headName(name))
      if (found >= 0) return found
    }
    return -1
  }
  return Object.fromEntries(storeFields.map((field) => [field, at(field)])) as Record<StoreField, number>
}

function headName(name: string) {
  return cleanLine(name).toLowerCase()
}

/** Parses the records; the first one is the header. */
export function readStoreLines(records: StoreRecord[], settings: StoreSettings): StoreReading {
  const [head, ...rest] = records
  const found = head?.cells.map(cleanLine).filter(Boolean) ?? []
  const at = findColumns(head?.cells ?? [], settings.columns)
  const missing = (['order', 'email', 'product', 'quantity'] as const).filter(
    (field) => at[field] < 0 && !(field === 'product' && at.sku >= 0),
  )
  if (missing.length > 0) {
    const needed = missing.map((field) => ({ field, names: settings.columns[field] }))
    return { outcome: 'columns-missing', missing: needed, found }
  }
  // The quantity is already without what was refunded.
  const isNet = /refund/i.test(head?.cells[at.quantity] ?? '')
  const used = isNet ? { ...at, returned: -1, refund: -1 } : at
  const reader = createReader(used, settings, { width: head?.cells.length ?? 0, rows: rest })
  for (const record of rest) reader.take(record)
  return { outcome: 'read', lines: reader.lines, unread: reader.unread }
}

type Table = { width: number; rows: StoreRecord[] }

function createReader(at: Record<StoreField, number>, settings: StoreSettings, { width, rows }: Table) {
  const lines: FileLine[] = []
  const unread: Unread[] = []
  const seen = new Map<string, FileLine>()
  const cellIn =
    ({ cells }: StoreRecord) =>
    (field: StoreField) =>
      at[field] < 0 ? '' : cellText(cells[at[field]] ?? '')
  const isShifted = shiftOf(rows, width)
  const shiftedOrders = new Set(rows.filter(isShifted).map((row) => numberKey(cellIn(row)('order'))))
  const orders = collectOrders(rows.filter((row) => !isShifted(row)).map(cellIn))
  const roundNumbers = areRounded(rows.map((row) => cellIn(row)('order')))

  function take(record: StoreRecord) {
    const { number, broken } = record
    const skip = (reason: UnreadReason, said = '') => void unread.push({ number, reason, said })
    if (broken) return skip('broken')
    if (isBlank(record)) return
    const cell = cellIn(record)
    // Without the shifted line, the order's status may be missing.
    if (shiftedOrders.has(numberKey(cell('order')))) return skip('shifted')
    const tooLong = storeFields.find((field) => cell(field).length > (longest[field] ?? Number.POSITIVE_INFINITY))
    if (tooLong !== undefined) return skip('too-long', tooLong)
    const orderId = cell('order')
    if (orderId === '') return skip('no-order')
    if (isSpoiled(orderId) || (roundNumbers && isRound(orderId))) return skip('changed-number', orderId)
    const order = fillFacts(orderFacts(cell), orders.get(numberKey(orderId)))
    const [name, sku] = [productName(cell('product'), cell('variant')), cell('sku')]
    const product = name || sku
    if (product === '') return skip('no-product')
    const worth = worthOf(settings.products, name, sku) ?? onlyNothing(cell('product'))
    if (worth === null) return skip('not-ours', product)
    const standing = standingOf(order, settings)
    if (!standing.counts) return skip(standing.reason, standing.said)
    const { isRefunded } = standing
    const isRefund = isOneOf(cell('kind'), settings.refunds)
    if (!isRefund && otherKind.test(cell('kind'))) return skip('other-kind', cell('kind'))
    if (isOneOf(cell('lineState'), settings.canceled)) return skip('canceled', cell('lineState'))
    const pieces = readPieces(cell('quantity'))
    if (typeof pieces === 'string') return skip(pieces, cell('quantity'))
    if (isSpoiled(cell('line'))) return skip('changed-number', cell('line'))
    const returned = isRefund || pieces < 0 ? 0 : readReturned(cell('returned'))
    if (returned === null || returned > Math.max(pieces, 0)) return skip('bad-returned', cell('returned'))

    const quantity = isRefund ? -Math.abs(pieces) : pieces
    const { email, name: buyer, date: boughtOn } = order
    const facts = { number, orderId, email, name: buyer, product, boughtOn, worth: worth ?? null }
    const lineId = cell('line') || productKey(sku || cell('product') || name)
    const isNamed = cell('line') !== ''
    if (!add({ ...facts, lineId: isRefund ? refundOf(lineId) : lineId, quantity }, isNamed) || quantity < 0) return
    // The row stays as it was, so the refund is added here.
    const back = isRefunded ? quantity : returned
    if (back > 0) add({ ...facts, lineId: refundOf(lineId), quantity: -back }, isNamed)
    else if (!order.saysPieces && standing.partly) skip('partly-refunded', standing.partly)
    else if (isOneOf(cell('lineState'), lineGivenBack)) skip('partly-refunded', cell('lineState'))
  }
  const lineGivenBack = [...settings.refunded, ...settings.partlyRefunded, ...givenBack]

  /** @returns whether it is no duplicate */
  function add(line: FileLine, named: boolean) {
    let lineId = line.lineId
    if (!named)
      // A line without an id is numbered by product within its order.
      for (let time = 2; seen.has(lineKey({ ...line, lineId })); time++) lineId = `${line.lineId} (${time})`
    const key = lineKey({ ...line, lineId })
    const first = seen.get(key)
    if (first) {
      const reason = isSameLine(first, line) ? 'doubled' : 'doubled-otherwise'
      unread.push({ number: line.number, reason, said: String(first.number) })
      return false
    }
    const taken = { ...line, lineId }
    seen.set(key, taken)
    lines.push(taken)
    return true
  }

  /** A product that adds nothing does so in every variant. */
  function onlyNothing(name: string) {
    return worthOf(settings.products, name) === null ? null : undefined
  }

  return { take, lines, unread }
}

function isBlank({ cells }: StoreRecord) {
  return cells.every((cell) => cleanLine(cell) === '')
}

/** Whether a row has more cells than the header, because a separator wasn't quoted; some stores end each row with one. */
function shiftOf(rows: StoreRecord[], width: number) {
  const filled = rows.filter((row) => !row.broken && !isBlank(row))
  const usual = filled.reduce((least, { cells }) => Math.min(least, cells.length), Number.POSITIVE_INFINITY)
  return ({ number, cells }: StoreRecord) =>
    !isBlank({ number, cells }) &&
    (cells.length > Math.max(width, usual) || !isBlank({ number, cells: cells.slice(width) }))
}

/** What the rows of each order say together, in any order. */
function collectOrders(rows: ((field: StoreField) => string)[]) {
  const orders = new Map<string, OrderFacts>()
  for (const cell of rows) {
    const key = numberKey(cell('order'))
    const before = orders.get(key)
    orders.set(key, before ? fillFacts(before, orderFacts(cell)) : orderFacts(cell))
  }
  return orders
}

/** A kind that is no sale, though not one of the club's words for a refund. */
const otherKind =
  /\b(?:refund|return|reversal|reversed|chargeback|dispute|void|voided|cancel|cancell?ed|cancell?ation)\b/i

function refundOf(lineId: string) {
  return `${lineId} refund`
}

/** The purchase that a refund line belongs to; null for any other line. */
export function purchaseOf<Line extends { orderId: string; lineId: string }>({ orderId, lineId }: Line) {
  const found = /^(.*) refund( \(\d+\))?$/s.exec(lineId)
  return found ? { orderId, lineId: `${found[1]}${found[2] ?? ''}` } : null
}

/** Identifies a line in every file that contains it. The number of a refund is that of its purchase. */
export function lineKey({ orderId, lineId }: { orderId: string; lineId: string }) {
  const [, id = '', end = ''] = /^(.*?)((?: refund)?(?: \(\d+\))?)$/s.exec(cellText(lineId)) ?? []
  return JSON.stringify([orderKey(orderId), numberKey(id) + end])
}

/** The same for an order in every file that contains it. */
export function orderKey(orderId: string) {
  return numberKey(cellText(orderId))
}

type LineContent = { email: string; product: string; quantity: number }

/** Whether two lines have the same content. The address is ignored if it was erased on either side. */
export function isSameLine(one: LineContent, other: LineContent) {
  return (
    one.quantity === other.quantity &&
    isSameProduct(productKey(one.product), productKey(other.product)) &&
    (one.email === '' || other.email === '' || one.email === other.email)
  )
}

/** Earlier releases stored products without their variant. */
function isSameProduct(one: string, other: string) {
  return one === other || one.startsWith(`${other} (`) || other.startsWith(`${one} (`)
}

function readPieces(text: string): number | UnreadReason {
  if (text === '') return 'no-quantity'
  // Three zeros after the separator may mean thousands.
  if (!/^[+-]?\d{1,9}([.,](0{1,2}|0{4,}))?$/.test(text)) return 'bad-quantity'
  const pieces = Number.parseInt(text, 10)
  if (pieces === 0) return 'zero-quantity'
  return Math.abs(pieces) > mostPieces ? 'huge-quantity' : pieces
}

/** @returns pieces of the line that were refunded, with or without a sign; null for no whole number */
function readReturned(text: string) {
  if (!/[1-9]/.test(text)) return 0
  const pieces = readPieces(text)
  return typeof pieces === 'string' ? null : Math.abs(pieces)
}

/** A longer export has to be split by months; overlaps count once. */
export const mostStoreLines = 5000
export const largestStoreBytes = 4 * 1024 * 1024
