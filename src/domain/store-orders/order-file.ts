import { cleanLine } from '#domain/clean-text.ts'
import { canonicalEmail, longestEmail } from '#domain/email.ts'

/**
 * Parses a store's order export row by row, using the club's column names and product values. Rows that can't be used
 * are never dropped silently: each is listed with its number and the reason.
 */
export const storeFields = [
  'order',
  'line',
  'email',
  'name',
  'product',
  'variant',
  'sku',
  'quantity',
  'date',
  'status',
  'canceled',
  'kind',
] as const
export type StoreField = (typeof storeFields)[number]

/** The value of one unit. */
export type Worth = { paidPractices: number; dayPasses: number }

export type StoreSettings = {
  /** Possible column names of each field; the first one in the file is used. */
  columns: Record<StoreField, string[]>
  /** Values of the `status` column for an order that is paid, fully refunded, refunded in part, or canceled. */
  paid: string[]
  refunded: string[]
  partlyRefunded: string[]
  canceled: string[]
  /** Values of the `kind` column for a refund. */
  refunds: string[]
  /**
   * By SKU or name, with its variant as in `Pass (10 practices)`; null for a product of the same store that adds
   * nothing.
   */
  products: Record<string, Worth | null>
}

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
  'shortened-number',
  'too-long',
  'not-paid',
  'canceled',
  'partly-refunded',
  'not-ours',
  'doubled',
  'doubled-otherwise',
] as const
export type UnreadReason = (typeof unreadReasons)[number]
/** A line with `partly-refunded` counts nevertheless. `said` is the offending text, if that helps. */
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

/** Product names compare without regard to case and white space. */
export function productKey(name: string) {
  return cleanLine(name).toLowerCase()
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
  const reader = createReader(at, settings)
  for (const record of rest) reader.take(record)
  return { outcome: 'read', lines: reader.lines, unread: reader.unread }
}

/** Details that a store writes only on the first row of an order. */
type Order = { email: string; name: string; date: string; status: string; canceled: string }

function createReader(at: Record<StoreField, number>, settings: StoreSettings) {
  const lines: FileLine[] = []
  const unread: Unread[] = []
  const orders = new Map<string, Order>()
  const seen = new Map<string, FileLine>()

  function take({ number, cells, broken }: StoreRecord) {
    const skip = (reason: UnreadReason, said = '') => void unread.push({ number, reason, said })
    if (broken) return skip('broken')
    if (cells.every((cell) => cleanLine(cell) === '')) return
    const cell = (field: StoreField) => (at[field] < 0 ? '' : cellText(cells[at[field]] ?? ''))
    const tooLong = storeFields.find((field) => cell(field).length > (longest[field] ?? Number.POSITIVE_INFINITY))
    if (tooLong !== undefined) return skip('too-long', tooLong)
    const orderId = cell('order')
    const orderKey = numberKey(orderId)
    if (orderId === '') return skip('no-order')
    if (isShortened(orderId)) return skip('shortened-number', orderId)
    const order = fill(orders.get(orderKey), {
      email: canonicalEmail(cell('email')),
      name: cell('name'),
      date: cell('date').slice(0, 40),
      status: cell('status'),
      canceled: cell('canceled'),
    })
    orders.set(orderKey, order)
    const [name, sku] = [productName(cell('product'), cell('variant')), cell('sku')]
    const product = name || sku
    if (product === '') return skip('no-product')
    const worth = worthOf(settings.products, name, sku) ?? onlyNothing(cell('product'))
    if (worth === null) return skip('not-ours', product)
    const isRefunded = isOneOf(order.status, settings.refunded)
    if (!isRefunded && (order.canceled !== '' || isOneOf(order.status, settings.canceled)))
      return skip('canceled', order.canceled || order.status)
    const isPartlyRefunded = isOneOf(order.status, settings.partlyRefunded)
    if (order.status !== '' && !isRefunded && !isPartlyRefunded && !isOneOf(order.status, settings.paid))
      return skip('not-paid', order.status)
    const pieces = readPieces(cell('quantity'))
    if (typeof pieces === 'string') return skip(pieces, cell('quantity'))
    if (isShortened(cell('line'))) return skip('shortened-number', cell('line'))

    const isRefund = isOneOf(cell('kind'), settings.refunds)
    if (isPartlyRefunded && !isRefund && pieces > 0) skip('partly-refunded', order.status)
    const quantity = isRefund ? -Math.abs(pieces) : pieces
    const { email, name: buyer, date: boughtOn } = order
    const facts = { number, orderId, email, name: buyer, product, boughtOn, worth: worth ?? null }
    const lineId = cell('line') || productKey(sku || cell('product') || name)
    add({ ...facts, lineId: isRefund ? refundOf(lineId) : lineId, quantity }, cell('line') !== '')
    // A refunded order keeps its original rows, so the refund is added here.
    if (isRefunded && quantity > 0)
      add({ ...facts, lineId: refundOf(lineId), quantity: -quantity }, cell('line') !== '')
  }

  function add(line: FileLine, named: boolean) {
    let lineId = line.lineId
    if (!named)
      // A line without an id is numbered by product within its order.
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

  /** A product that adds nothing does so in every variant. */
  function onlyNothing(name: string) {
    return worthOf(settings.products, name) === null ? null : undefined
  }

  return { take, lines, unread }
}

/** Without what spreadsheet programs put around a number so that it stays text: `="0012"` or `'0012`. */
function cellText(cell: string) {
  const text = cleanLine(cell)
  return /^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^'(?=\d)/, '')
}

/** The same for an order's or a line's number if a spreadsheet program has dropped its leading zeros, or added `.0`. */
function numberKey(id: string) {
  const [, sign, digits] = /^(#?)0*(\d+)(?:[.,]0{1,2})?$/.exec(id) ?? []
  return digits === undefined ? id : `${sign}${digits}`
}

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
  return JSON.stringify([numberKey(cellText(orderId)), cellText(lineId).replace(/^\S+/, numberKey)])
}

/** Forms in which an order's number may be stored by an earlier import, all without `#`, `=`, quotes, and leading zeros. */
export function storedForms(orderId: string) {
  const bare = numberKey(cellText(orderId))
    .replace(/[#="']/g, '')
    .replace(/^0+/, '')
  return [bare, ...['.0', '.00', ',0', ',00'].map((decimals) => bare + decimals)]
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

function fill(before: Order | undefined, now: Order): Order {
  if (!before) return now
  const { email, name, date, status, canceled } = now
  return {
    email: email || before.email,
    name: name || before.name,
    date: date || before.date,
    status: status || before.status,
    canceled: canceled || before.canceled,
  }
}

function readPieces(text: string): number | UnreadReason {
  if (text === '') return 'no-quantity'
  // Three zeros after the separator may mean thousands.
  if (!/^[+-]?\d{1,9}([.,](0{1,2}|0{4,}))?$/.test(text)) return 'bad-quantity'
  const pieces = Number.parseInt(text, 10)
  if (pieces === 0) return 'zero-quantity'
  return Math.abs(pieces) > mostPieces ? 'huge-quantity' : pieces
}

/** `1.23E+12`: the file was saved by a spreadsheet program, and the last digits are lost. */
function isShortened(text: string) {
  return /^\d+([.,]\d+)?E\+\d+$/i.test(text)
}

function isOneOf(text: string, words: string[]) {
  const word = text.trim().toLowerCase()
  return word !== '' && words.some((each) => each.toLowerCase() === word)
}

/** A longer export has to be split by months; overlaps count once. */
export const mostStoreLines = 5000
export const largestStoreBytes = 4 * 1024 * 1024
