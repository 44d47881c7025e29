import { cleanLine } from '#domain/clean-text.ts'

/** What spreadsheet programs do to the cells of an order export, and to the numbers of orders in particular. */

/** Without what is put around a cell so that it stays text: `="0012"`, `'0012`, or `'-1`. */
export function cellText(cell: string) {
  const text = cleanLine(cell)
  return /^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^'(?=[\d=+@-]|$)/, '')
}

/**
 * The same for an order's or a line's number if a spreadsheet program has dropped its leading zeros, added `.0`, or
 * grouped its thousands.
 */
export function numberKey(id: string) {
  const plain = grouped.test(id) ? id.replace(/[.,]0{1,2}$/, '').replace(/[.,'’ ]/g, '') : id
  const [, sign, digits] = /^(#?)0*(\d+)(?:[.,]0{1,2})?$/.exec(plain) ?? []
  return digits === undefined ? id : `${sign}${digits}`
}

const grouped = /^#?\d{1,3}([.,'’ ])\d{3}(?:\1\d{3})*(?:[.,]0{1,2})?$/

/** Characters without which an order's number is looked up; `bareOrderId` in `plan-import.ts` removes the same. */
export const formSigns = ['#', '=', '"', "'", '’', ' ', ',', '.']

/** Forms in which an order's number may be stored by an earlier import, all without `formSigns` and leading zeros. */
export function storedForms(orderId: string) {
  let bare = numberKey(cellText(orderId))
  for (const sign of formSigns) bare = bare.replaceAll(sign, '')
  bare = bare.replace(/^0+/, '')
  return ['', '0', '00'].map((decimals) => bare + decimals)
}

/** Whether a number can no longer be told, or could be another one than the store's. */
export function isSpoiled(id: string) {
  return spoiled.some((form) => form.test(id))
}

const months = '(?:Jan|Feb|Mar|Mrz|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Sept|Oct|Okt|Nov|Dec|Dez)'
const spoiled = [
  // 1.23E+12: the last digits are lost.
  /^[#+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i,
  /^[#+-]?\d+[.,]\d+E\d+$/i,
  // A column that was too narrow, or an error.
  /^#{2,}$/,
  /^#[A-ZÄÖÜ/0]{2,}[!?]$|^#(?:N\/A|NV)$|^Err:\d+$/i,
  // An amount or a percentage.
  /^(?=.*\d)[\d\s.,()'’+-]*[$€£¥%][\d\s.,()'’+-]*$/,
  // Thousands, or three decimals.
  /^\d{1,3}[.,]000$/,
  // A date or a time.
  new RegExp(`^\\d{1,2}(?:-|\\.? )${months}\\.?(?:[- ]\\d{2,4})?$`),
  new RegExp(`^${months}\\.?[- ]\\d{2}$`),
  /^\d{1,2}\/\d{1,2}\/\d{2,4}(?: .*)?$/,
  /^\d{1,2}\.\d{1,2}\.(?:\d{2,4}(?: .*)?)?$/,
  /^\d{4}-\d\d-\d\d(?: .*)?$/,
  /^\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?$/i,
]

/**
 * Whether the long numbers of a file are rounded: spreadsheet programs keep fifteen digits, and all others become zero.
 */
export function areRounded(ids: string[]) {
  const long = ids.filter((id) => /^#?[1-9]\d{15,}$/.test(id))
  return long.length > 0 && long.every(isRound)
}

export function isRound(id: string) {
  return /^#?[1-9]\d{14}0+$/.test(id)
}
