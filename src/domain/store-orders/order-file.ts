import { canonicalEmail, longestEmail } from '#domain/email.ts'

/**
 * What a store's order export says, line by line (D37): which columns hold what, and what a product is worth. A line that
 * can't be used is never lost without a word: it is listed with its number and why.
 */
export const storeFields = [
  'order',
  'line',
  'email',
  'name',
  'product',
  'sku',
  'quantity',
  'date',
  'status',
  'kind',
] as const
export type StoreField = (typeof storeFields)[number]

/** What one piece brings. */
export type Worth = { paidPractices: number; dayPasses: number }

export type StoreSettings = {
  /** For each field the names that its column may have; the first that the file has is taken. */
  columns: Record<StoreField, string[]>
  /** What stands in the column of `status` where the order is paid for, and where all of it has been given back. */
  paid: string[]
  refunded: string[]
  /** What stands in the column of `kind` where the line is a refund. */
  refunds: string[]
  /** By name or SKU; null: bought in the same store, but nothing of this. */
  products: Record<string, Worth | null>
}

/** A line of the file: where it begins, counted from 1, and its cells; `broken` where they could not be told apart. */
export type StoreRecord = { number: number; cells: string[]; broken?: boolean }

export type FileLine = {
  number: number
  orderId: string
  lineId: string
  /** In its canonical form; empty where the file has none. */
  email: string
  name: string
  product: string
  /** Below zero: given back. */
  quantity: number
  /** As the file has it. */
  boughtOn: string
  /** Per piece; null of a product that nobody has said anything about. */
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
  'shortened-number',
  'too-long',
  'not-paid',
  'not-ours',
  'doubled',
  'doubled-otherwise',
] as const
export type UnreadReason = (typeof unreadReasons)[number]
/** `said` is what stands there, where that helps. */
export type Unread = { number: number; reason: UnreadReason; said: string }

export type StoreReading =
  | { outcome: 'columns-missing'; missing: { field: StoreField; names: string[] }[]; found: string[] }
  | { outcome: 'read'; lines: FileLine[]; unread: Unread[] }

export const mostPieces = 1000
const longest: Partial<Record<StoreField, number>> = {
  ...{ order: 100, line: 200, name: 200, product: 300, sku: 300, email: longestEmail },
}

/** Product names are compared without regard to case and to how many spaces there are. */
export function productKey(name: string) {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** @returns undefined of a product that nobody has said anything about */
export function worthOf(products: StoreSettings['products'], ...names: string[]): Worth | null | undefined {
  const keys = names.map(productKey).filter(Boolean)
  for (const [name, worth] of Object.entries(products)) if (keys.includes(productKey(name))) return worth
  return undefined
}

/** Which column of the head holds each field: -1 where none does. */
export function findColumns(head: string[], columns: StoreSettings['columns']): Record<StoreField, number> {
  const names = head.map(headName)
  // Shopify's name of an order. Anywhere else it is the buyer's, by which the second order would be taken for the first.
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
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The records of a file, the first of which names the columns. */
export function readStoreLines(records: StoreRecord[], settings: StoreSettings): StoreReading {
  const [head, ...rest] = records
  const found = head?.cells.map((cell) => cell.trim()).filter(Boolean) ?? []
  const at = findColumns(head?.cells ?? [], settings.columns)
  const missing = (['order', 'email', 'product', 'quantity'] as const).filter(
    (field) => at[field] < 0 && !(field === 'product' && at.sku >= 0),
  )
  if (missing.length > 0) {
    const needed = missing.map((field) => ({ field, names: settings.columns[field] }))
    return { outcome: 'columns-missing', missing: needed, found }
  }
  const reader = createReader(at, settings)
  for (const record of rest) reader.take(record)
  return { outcome: 'read', lines: reader.lines, unread: reader.unread }
}

/** What is said once for an order, on the first of its lines. */
type Order = { email: string; name: string; date: string; status: string }

function createReader(at: Record<StoreField, number>, settings: StoreSettings) {
  const lines: FileLine[] = []
  const unread: Unread[] = []
  const orders = new Map<string, Order>()
  const seen = new Map<string, FileLine>()

  function take({ number, cells, broken }: StoreRecord) {
    const skip = (reason: UnreadReason, said = '') => void unread.push({ number, reason, said })
    if (broken) return skip('broken')
    if (cells.every((cell) => cell.trim() === '')) return
    const cell = (field: StoreField) => (at[field] < 0 ? '' : (cells[at[field]] ?? '').trim())
    const tooLong = storeFields.find((field) => cell(field).length > (longest[field] ?? Number.POSITIVE_INFINITY))
    if (tooLong !== undefined) return skip('too-long', tooLong)
    const orderId = cell('order')
    if (orderId === '') return skip('no-order')
    if (isShortened(orderId)) return skip('shortened-number', orderId)
    const order = fill(orders.get(orderId), {
      email: canonicalEmail(cell('email')),
      name: cell('name'),
      date: cell('date').slice(0, 40),
      status: cell('status'),
    })
    orders.set(orderId, order)
    const [name, sku] = [cell('product'), cell('sku')]
    const product = name || sku
    if (product === '') return skip('no-product')
    const worth = worthOf(settings.products, name, sku)
    if (worth === null) return skip('not-ours', product)
    const isRefunded = isOneOf(order.status, settings.refunded)
    if (order.status !== '' && !isRefunded && !isOneOf(order.status, settings.paid))
      return skip('not-paid', order.status)
    const pieces = readPieces(cell('quantity'))
    if (typeof pieces === 'string') return skip(pieces, cell('quantity'))
    if (isShortened(cell('line'))) return skip('shortened-number', cell('line'))

    const isRefund = isOneOf(cell('kind'), settings.refunds)
    const quantity = isRefund ? -Math.abs(pieces) : pieces
    const { email, name: buyer, date: boughtOn } = order
    const facts = { number, orderId, email, name: buyer, product, boughtOn, worth: worth ?? null }
    const lineId = cell('line') || productKey(sku || name)
    add({ ...facts, lineId: isRefund ? refundOf(lineId) : lineId, quantity }, cell('line') !== '')
    // An order that was given back says so on its lines, which stay as they were.
    if (isRefunded && quantity > 0)
      add({ ...facts, lineId: refundOf(lineId), quantity: -quantity }, cell('line') !== '')
  }

  function add(line: FileLine, named: boolean) {
    let lineId = line.lineId
    if (!named)
      // Without a number of its own, a line is the first, second … of this product in the order.
      for (let time = 2; seen.has(lineKey({ ...line, lineId })); time++) lineId = `${line.lineId} (${time})`
    const key = lineKey({ ...line, lineId })
    const first = seen.get(key)
    if (first) {
      const reason = isSameLine(first, line) ? 'doubled' : 'doubled-otherwise'
      return void unread.push({ number: line.number, reason, said: String(first.number) })
    }
    const taken = { ...line, lineId }
    seen.set(key, taken)
    lines.push(taken)
  }

  return { take, lines, unread }
}

function refundOf(lineId: string) {
  return `${lineId} refund`
}

/** The line that a refund gives back; of any other line null. */
export function purchaseOf<Line extends { orderId: string; lineId: string }>({ orderId, lineId }: Line) {
  const found = /^(.*) refund( \(\d+\))?$/s.exec(lineId)
  return found ? { orderId, lineId: `${found[1]}${found[2] ?? ''}` } : null
}

export function lineKey({ orderId, lineId }: { orderId: string; lineId: string }) {
  return JSON.stringify([orderId, lineId])
}

type Content = { email: string; product: string; quantity: number }

/** Whether two say the same. Of who was erased the address is gone, and is not asked for. */
export function isSameLine(one: Content, other: Content) {
  return (
    one.quantity === other.quantity &&
    productKey(one.product) === productKey(other.product) &&
    (one.email === '' || other.email === '' || one.email === other.email)
  )
}

function fill(before: Order | undefined, now: Order): Order {
  if (!before) return now
  const { email, name, date, status } = now
  return {
    email: email || before.email,
    name: name || before.name,
    date: date || before.date,
    status: status || before.status,
  }
}

function readPieces(text: string): number | UnreadReason {
  if (text === '') return 'no-quantity'
  // Three zeros behind the sign may be thousands.
  if (!/^[+-]?\d{1,9}([.,](0{1,2}|0{4,}))?$/.test(text)) return 'bad-quantity'
  const pieces = Number.parseInt(text, 10)
  if (pieces === 0) return 'zero-quantity'
  return Math.abs(pieces) > mostPieces ? 'huge-quantity' : pieces
}

/** `1.23E+12`: a spreadsheet program has opened the file, and the last digits of the number are gone. */
function isShortened(text: string) {
  return /^\d+([.,]\d+)?E\+\d+$/i.test(text)
}

function isOneOf(text: string, words: string[]) {
  const word = text.trim().toLowerCase()
  return word !== '' && words.some((each) => each.toLowerCase() === word)
}

/** A longer export is made in several, each of some months; what they have in common counts once. */
export const mostStoreLines = 5000
export const largestStoreBytes = 4 * 1024 * 1024
