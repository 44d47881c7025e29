import { count } from './messages.ts'
import type { StoreField, UnreadReason } from './store-file.ts'
import { mostPieces } from './store-file.ts'
import type { ImportRefusal, PaidCountRefusal, StoreLineRefusal, WaitReason } from './store-import.ts'
import { mostStoreLines } from './store-limits.ts'

/** What officers read about the store, on the page and at the command line. */
export const fieldNames: Record<StoreField, string> = {
  order: 'the order’s number',
  line: 'the line’s number',
  email: 'the buyer’s e-mail',
  name: 'the buyer’s name',
  product: 'the product',
  sku: 'the SKU',
  quantity: 'the quantity',
  date: 'the day',
  status: 'the order’s status',
  kind: 'whether it is a refund',
}

export const fileProblems = {
  empty: 'This file is empty.',
  'too-large':
    'This file is larger than 4 MB. Export a shorter time from the store; what files have in common counts once.',
  'too-many-lines': `This file has more than ${mostStoreLines.toLocaleString('en-US')} lines. Export a shorter time from the store; what files have in common counts once.`,
  'no-table': 'This is no CSV file. Export the orders as CSV from the store; a workbook has to be saved as CSV first.',
} as const

export function columnsMissing(missing: { field: StoreField; names: string[] }[], found: string[]) {
  const wanted = missing.map(
    ({ field, names }) =>
      `${fieldNames[field]} (like ${names
        .slice(0, 3)
        .map((name) => `“${name}”`)
        .join(' or ')})`,
  )
  const has = found.length === 0 ? 'Its first line names none.' : `Its columns are ${listed(found)}.`
  return `This file has no column for ${wanted.join('; ')}. ${has} If they are called otherwise, your webmaster names them in club.config.ts, under storeImport.columns.`
}

function listed(names: string[]) {
  const shown = names.slice(0, 12).map((name) => `“${name.slice(0, 40)}”`)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

export function unreadText(reason: UnreadReason, said: string) {
  return unreadTexts[reason](said)
}

const unreadTexts: Record<UnreadReason, (said: string) => string> = {
  broken: () => 'A quotation mark opens here and never closes, so nothing from here on could be read.',
  'no-order': () => 'There is no order number.',
  'no-product': () => 'There is no product.',
  'no-quantity': () => 'There is no quantity.',
  'bad-quantity': (said) => `The quantity “${said}” is no whole number.`,
  'zero-quantity': () => 'The quantity is zero.',
  'huge-quantity': (said) => `The quantity ${said} is more than ${mostPieces}.`,
  'shortened-number': (said) =>
    `A spreadsheet program has shortened the number to ${said}. Use the file as the store has made it.`,
  'too-long': (said) => `What stands for ${fieldNames[said as StoreField] ?? said} is too long.`,
  'not-paid': (said) => `The order’s status is “${said}”. It counts once it is paid for.`,
  'not-ours': (said) => `“${said}” has nothing to do with practices or passes.`,
  doubled: (said) => `This is line ${said} once more, and counts once.`,
  'doubled-otherwise': (said) =>
    `This is the same order and line as line ${said}, with other content. Line ${said} counts.`,
}

/** Left out on purpose, and nothing to worry about. */
export const harmless: ReadonlySet<UnreadReason> = new Set(['not-ours', 'not-paid', 'doubled'])

export const waitTexts: Record<WaitReason, string> = {
  'unknown-product': 'Nobody has said what this product is worth.',
  'no-owner': 'No member has this address.',
  'no-email': 'The store gives no e-mail address.',
  'sign-up': 'Counts by itself once this address signs up.',
  short: 'They have less than this refund takes. Change their count, or dismiss the line with a reason.',
}

export const conflictText =
  'This order and line came before with other content. Nothing is changed by it; put the count right by hand.'

export const importRefusals: Record<ImportRefusal, string> = {
  'changed-since': 'What this file would change is no longer what you saw. Look at it again, then apply.',
}

export const storeLineRefusals: Record<StoreLineRefusal, string> = {
  'line-changed': 'Somebody else has dealt with this line meanwhile.',
  short: 'They have less than this refund takes. Change their count first, or dismiss the line with a reason.',
  'spent-since': 'Some of it has been spent since, so it can’t be taken back.',
  'not-by-hand': 'This line was booked by its own address. Change the member’s count instead.',
}

export const paidCountRefusals: Record<PaidCountRefusal, string> = {
  'has-account': 'This address is a member’s. Change their counts on the page Members.',
  'count-changed': 'Somebody else has changed this meanwhile. Look at it again.',
}

export const storeMessages = {
  worthNothing: 'Say how many paid practices or day passes one piece brings. If it brings none, dismiss the line.',
  countNothing: 'Say how many paid practices or day passes. To have none, remove the line.',
  dismissReason: 'Say why, so that others can follow it later.',
  noneWaiting: 'Nothing to decide.',
  noImportsYet: 'Nothing has been imported yet.',
  nothingChanges: 'This file changes nothing: all its lines are there already.',
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

/** How an import went. */
export function importInWords(done: { booked: number; members: number; waiting: number; signUps: number }) {
  const { booked, members, waiting, signUps } = done
  if (booked + waiting + signUps === 0) return storeMessages.nothingChanges
  return [
    booked > 0 && `${count(booked, 'line')} booked for ${count(members, 'member')}.`,
    waiting > 0 && `${count(waiting, 'line waits', 'lines wait')} for an officer.`,
    signUps > 0 && `${count(signUps, 'line waits', 'lines wait')} for a sign-up.`,
  ]
    .filter(Boolean)
    .join(' ')
}
