import type { SettingJson } from '#contract/club-settings.ts'
import type { SettingProblem } from '#domain/settings/check-setting.ts'
import {
  type CallValue,
  definitionOf,
  type Link,
  type MapValue,
  type ProductWorth,
  type ResourceValue,
  type SettingName,
  type TermValue,
} from '#domain/settings/setting-list.ts'
import { productKey } from '#domain/store-orders/order-settings.ts'
import { settingFault } from '#domain/text/setting-messages.ts'
import type { WeekTime } from '#domain/week-time.ts'

/** What an officer has typed so far, with texts where the value has numbers. Null: the club has none. */
export type ListRow = Record<string, string | boolean>
export type Draft = string | number | boolean | null | MapDraft | ColorDraft | WeekTime | ListRow[]
export type ColorDraft = { light: string; dark: string }
export type MapDraft = Record<keyof MapValue, string>

const emptyMap: MapDraft = { title: '', embedUrl: '', address: '', latitude: '', longitude: '' }

const emptyRows = {
  links: { label: '', url: '' },
  terms: { name: '', from: '', to: '' },
  calls: { hear: '', act: '', urgent: false },
  rules: { rule: '' },
  resources: { label: '', url: '', kind: '', date: '' },
  products: { product: '', counts: true, paidPractices: '', dayPasses: '', price: '' },
} satisfies Record<string, ListRow>
export type ListKind = keyof typeof emptyRows

export function isListKind(kind: string): kind is ListKind {
  return Object.hasOwn(emptyRows, kind)
}

export function emptyRow(kind: ListKind): ListRow {
  return { ...emptyRows[kind] }
}

/** What to start with when there is no value, or none yet. */
export function emptyDraft(name: SettingName): Draft {
  const { kind } = definitionOf(name)
  if (kind === 'map') return { ...emptyMap, title: name === 'maps.range' ? 'The Range' : 'Carpool Meetup' }
  if (kind === 'weekTime') return { day: 'Sunday', time: '18:00' }
  if (kind === 'color') return { light: '', dark: '' }
  if (kind === 'number' || kind === 'yesNo' || kind === 'choice') return null
  return isListKind(kind) ? [emptyRow(kind)] : ''
}

/** @param value as it is stored; null if the club has none or hasn't decided */
export function draftOf(name: SettingName, value: SettingJson): Draft {
  if (value === null) return emptyDraft(name)
  const { kind } = definitionOf(name)
  switch (kind) {
    case 'map': {
      const map = value as MapValue
      return { ...map, latitude: String(map.latitude), longitude: String(map.longitude) }
    }
    case 'links':
      return (value as Link[]).map((link) => ({ ...link }))
    case 'terms':
      return (value as TermValue[]).map((term) => ({ ...term }))
    case 'calls':
      return (value as CallValue[]).map((call) => ({ ...call }))
    case 'rules':
      return (value as string[]).map((rule) => ({ rule }))
    case 'resources':
      return (value as ResourceValue[]).map(({ label, url, kind = '', date = '' }) => ({ label, url, kind, date }))
    case 'products':
      return Object.entries(value as Record<string, ProductWorth>).map(([product, worth]) => ({
        product,
        counts: worth !== null,
        paidPractices: textOf(worth?.paidPractices),
        dayPasses: textOf(worth?.dayPasses),
        price: worth?.priceCents === undefined ? '' : (worth.priceCents / 100).toFixed(2).replace(/\.00$/, ''),
      }))
    default:
      return value as Draft
  }
}

function textOf(pieces: number | undefined) {
  return pieces ? String(pieces) : ''
}

/** The value to check and send; what isn't a number stays a text, so that the check refuses it. */
export function valueOfDraft(name: SettingName, draft: Draft): SettingJson {
  const { kind } = definitionOf(name)
  if ((kind === 'logo' || kind === 'pdf') && draft === '') return null
  if (draft === null || typeof draft !== 'object') return draft
  if ('day' in draft) return draft
  if ('light' in draft) return draft.light === '' && draft.dark === '' ? null : draft
  if (!Array.isArray(draft))
    return { ...draft, latitude: numberOf(draft.latitude), longitude: numberOf(draft.longitude) }
  if (kind === 'rules') return draft.map(({ rule }) => rule)
  if (kind !== 'products') return draft
  return Object.fromEntries(
    draft.map(({ product, counts, paidPractices, dayPasses, price }) => [
      product,
      counts
        ? {
            paidPractices: numberOf(paidPractices) || 0,
            dayPasses: numberOf(dayPasses) || 0,
            ...(price !== '' && { priceCents: centsOf(String(price)) }),
          }
        : null,
    ]),
  )
}

/** Rows that were added and left empty are no part of the value. */
export function withoutEmptyRows(draft: Draft): Draft {
  return Array.isArray(draft) ? draft.filter((row) => !isEmptyRow(row)) : draft
}

function isEmptyRow(row: ListRow) {
  return Object.values(row).every((field) => typeof field === 'boolean' || field.trim() === '')
}

function numberOf(typed: string | boolean | undefined) {
  const text = String(typed ?? '').trim()
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** `12`, `12.50`, or `$12.50` */
function centsOf(typed: string) {
  const text = typed.trim().replace(/^\$\s*/, '')
  return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : typed
}

/**
 * The problem's text at each field of the form. For products, whose value is named by the product, by the row.
 * @returns keys like `2.url`, or an empty one for the value as a whole
 */
export function problemsByField(draft: Draft, problems: SettingProblem[]): Record<string, string> {
  const rows = Array.isArray(draft) ? draft : []
  return Object.fromEntries(
    problems.map(({ at, fault }) => {
      const text = settingFault(fault)
      const row = rows.findIndex(
        ({ product }) => typeof product === 'string' && (at === product || at.startsWith(`${product}.`)),
      )
      if (row < 0) return [at, text]
      const rest = at.slice(String(rows[row]?.product).length + 1)
      return [`${row}.${rest === 'priceCents' ? 'price' : rest || 'product'}`, text]
    }),
  )
}

/** Rows that name a product of an earlier row, of which the value could hold only one. */
export function repeatedProducts(draft: Draft): SettingProblem[] {
  if (!Array.isArray(draft)) return []
  const keys = draft.map(({ product }) => (typeof product === 'string' ? productKey(product) : null))
  return keys.flatMap((key, row) =>
    key !== null && keys.indexOf(key) < row
      ? [{ at: `${row}.product`, fault: { reason: 'product-twice' as const } }]
      : [],
  )
}
