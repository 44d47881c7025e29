import { inLine } from '#domain/isolated-text.ts'
import type { ImportRefusal, PaidCountRefusal, StoreLineRefusal, WaitReason } from '#domain/store-orders/import-plan.ts'
import { mostPieces, mostStoreLines, type UnreadReason } from '#domain/store-orders/order-file.ts'
import type { StoreField } from '#domain/store-orders/order-settings.ts'
import { count } from './public-messages.ts'

/** Texts about store orders for officers, on the page and at the command line. */
export const fieldNames: Record<StoreField, string> = {
  order: 'the order’s number',
  line: 'the line’s number',
  email: 'the buyer’s email',
  name: 'the buyer’s name',
  product: 'the product',
  variant: 'the product’s variant',
  sku: 'the SKU',
  quantity: 'the quantity',
  date: 'the date',
  status: 'the order’s status',
  state: 'the order’s other status',
  lineState: 'the line’s status',
  canceled: 'when it was canceled',
  refund: 'how much was refunded',
  returned: 'how many were refunded',
  test: 'whether it is a test',
  kind: 'whether it is a refund',
}

export const fileProblems = {
  empty: 'This file is empty.',
  'too-large':
    'This file is larger than 4 MB. Export a shorter date range from the store. Overlapping orders count only once.',
  'too-many-lines': `This file has more than ${mostStoreLines.toLocaleString('en-US')} lines. Export a shorter date range from the store. Overlapping orders count only once.`,
  'no-table': 'This isn’t a CSV file. Export the orders from the store as CSV, or save your spreadsheet as CSV first.',
} as const

export function columnsMissing(missing: { field: StoreField; names: string[] }[], found: string[]) {
  const wanted = missing.map(
    ({ field, names }) =>
      `${fieldNames[field]} (like ${names
        .slice(0, 3)
        .map((name) => inLine`“${name}”`)
        .join(' or ')})`,
  )
  const has = found.length === 0 ? 'The header row is empty.' : `Its columns are ${listed(found)}.`
  return `This file has no column for ${wanted.join('; ')}. ${has} If they have other names, your webmaster can set them up.`
}

function listed(names: string[]) {
  const shown = names.slice(0, 12).map((name) => inLine`“${name.slice(0, 40)}”`)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

export function unreadText(reason: UnreadReason, said: string) {
  return unreadTexts[reason](said)
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const unreadTexts: Record<UnreadReason, (said: string) => string> = {
  broken: () => 'A quotation mark opens here and never closes, so the rest of the file couldn’t be read.',
  'no-order': () => 'The order number is missing.',
  'no-product': () => 'The product is missing.',
  'no-quantity': () => 'The quantity is missing.',
  'bad-quantity': (said) => inLine`The quantity “${said}” isn’t a whole number.`,
  'zero-quantity': () =>
    'The quantity is zero. If this line was imported before and then refunded, subtract what it added under Members.',
  'huge-quantity': (said) => inLine`The quantity ${said} is more than ${mostPieces}.`,
  'bad-returned': (said) =>
    inLine`The refunded quantity “${said}” isn’t a whole number up to the quantity, so this line doesn’t count.`,
  'changed-number': (said) =>
    inLine`A spreadsheet program changed the number to ${said}. Use the original export from the store.`,
  'too-long': (said) => `${capital(fieldNames[said as StoreField] ?? said)} is too long.`,
  shifted: () =>
    'This line, or another one of its order, has more cells than the header, so they may be in the wrong columns.',
  'not-paid': (said) => inLine`The order’s status is “${said}”. It will count once it’s paid.`,
  canceled: (said) =>
    inLine`This order was canceled, or its payment failed (${said}), so it doesn’t count. If it was imported before, subtract what it added under Members, or ignore it.`,
  test: (said) =>
    inLine`This is a test order (${said}), so it doesn’t count. If it was imported before, subtract what it added under Members, or ignore it.`,
  'other-kind': (said) =>
    inLine`This line is a “${said}”, not a sale, so it doesn’t count. If it takes something back, subtract that under Members.`,
  'partly-refunded': (said) =>
    inLine`Some of this order was refunded or returned (${said}). It counts in full, so subtract that under Members.`,
  'not-ours': (said) => inLine`“${said}” doesn’t include practices or passes.`,
  doubled: (said) => `This is a duplicate of line ${said}, so it counts only once.`,
  'doubled-otherwise': (said) =>
    `This is the same order as line ${said} but with different content. Line ${said} counts.`,
}

/** Rows that were skipped on purpose and are no cause for concern. */
export const harmless: ReadonlySet<UnreadReason> = new Set(['not-ours', 'not-paid', 'doubled'])

export const waitTexts: Record<WaitReason, string> = {
  'unknown-product': 'The app doesn’t know what this product includes. Choose how many paid practices or day passes.',
  'no-owner': 'No member has this email.',
  'no-email': 'The store has no email for this order.',
  'sign-up': 'Applied automatically once someone signs up with this email.',
  short: 'They don’t have enough for this refund. Change their count, or ignore the order with a reason.',
}

export const conflictText =
  'This order was imported before with different content, so it changes nothing. Fix the count manually if needed.'

export const importRefusals: Record<ImportRefusal, string> = {
  'changed-since': 'The preview is out of date. Check it again, then import.',
}

export const storeLineRefusals: Record<StoreLineRefusal, string> = {
  'line-changed': 'Someone else just handled this order.',
  short: 'They don’t have enough for this refund. Change their count first, or ignore the order with a reason.',
  'spent-since': 'Some of it has been used since, so it can’t be undone.',
  'not-by-hand': 'This order was assigned automatically by its email. Change the member’s count instead.',
}

export const paidCountRefusals: Record<PaidCountRefusal, string> = {
  'has-account': 'This email belongs to a member. Change their counts under Members.',
  'count-changed': 'Someone else just changed this. Check it again.',
}

export const storeMessages = {
  noProducts: 'No products are set up yet, so you’ll set a value for each one.',
  worthNothing:
    'Enter how many paid practices or day passes one of these includes. If it includes none, ignore the order.',
  countNothing: 'Enter how many paid practices or day passes. If there are none, remove this entry.',
  dismissReason: 'Give a reason, so others can see why.',
  noneWaiting: 'Nothing to review.',
  noImportsYet: 'Nothing has been imported yet.',
  nothingChanges: 'Nothing new in this file.',
}

/** `3 paid practices and 1 day pass`, each with its sign. */
export function gainInWords({ paidPractices, dayPasses }: { paidPractices: number; dayPasses: number }) {
  const parts = [
    ...(paidPractices === 0
      ? []
      : [`${signed(paidPractices)} ${Math.abs(paidPractices) === 1 ? 'paid practice' : 'paid practices'}`]),
    ...(dayPasses === 0 ? [] : [`${signed(dayPasses)} ${Math.abs(dayPasses) === 1 ? 'day pass' : 'day passes'}`]),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}

function signed(number: number) {
  return number < 0 ? `−${-number}` : `+${number}`
}

/** Summary of an import. */
export function importInWords(done: { booked: number; members: number; waiting: number; signUps: number }) {
  const { booked, members, waiting, signUps } = done
  if (booked + waiting + signUps === 0) return storeMessages.nothingChanges
  return [
    booked > 0 && `Imported ${count(booked, 'order')} for ${count(members, 'member')}.`,
    waiting > 0 && `${count(waiting, 'order needs', 'orders need')} review.`,
    signUps > 0 && `${count(signUps, 'order is', 'orders are')} waiting for sign-up.`,
  ]
    .filter(Boolean)
    .join(' ')
}
