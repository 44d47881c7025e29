import type { ManagedPractice } from '#contract/manage-practices.ts'
import { normalizeText } from '#domain/clean-text.ts'
import { seatsForOthers } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import type { PracticeSort } from '#web/addresses/manage-practices-search.ts'
import { compareText } from '#web/lib/collate.ts'

/** Search and sorting of an officer's list, applied in the browser so that typing responds immediately. */
export type Selection = { q: string; sort: PracticeSort; descending: boolean }

export type IndexedPractice = { practice: ManagedPractice; title: string; dates: string[] }

/** Search index, built once per list. */
export function indexPractices(practices: ManagedPractice[]): IndexedPractice[] {
  return practices.map((practice) => ({
    practice,
    title: normalizeText(practice.title),
    dates: [practice.startsOn, practice.lastOn].flatMap(dateWords),
  }))
}

/**
 * Each word must be in the name, or start a word of the date: `Tuesday`, `tue`, `Nov 24`, `24th`, `11/24`,
 * `2026-11-24`.
 * @param index newest first, as from the server; the sort is stable
 */
export function selectPractices(index: IndexedPractice[], { q, sort, descending }: Selection): ManagedPractice[] {
  const words = normalizeText(q)
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => word.replace(/^(\d{1,2})(st|nd|rd|th)$/, '$1').replace(/^0(\d\/)/, '$1'))
  const found = index.filter(({ title, dates }) =>
    words.every((word) => title.includes(word) || dates.some((date) => date.startsWith(word))),
  )
  const practices = found.map(({ practice }) => practice)
  if (sort === 'date') return descending ? practices : [...practices].reverse()
  return compareText(practices, keys[sort], descending)
}

const keys: Record<Exclude<PracticeSort, 'date'>, (practice: ManagedPractice) => string | number> = {
  name: ({ title }) => normalizeText(title),
  // No limit sorts above any limit.
  limit: ({ attendanceLimit }) => attendanceLimit ?? Number.MAX_SAFE_INTEGER,
  length: minutesOf,
}

export function minutesOf({ startsAt, endsAt }: Pick<ManagedPractice, 'startsAt' | 'endsAt'>) {
  return Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
}

/** `2 h`, `1 h 30 min`, `45 min`. */
export function lengthInWords(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** `2 drivers with 6 seats for others`. */
export function driversInWords({ drivers, seats }: Pick<ManagedPractice, 'drivers' | 'seats'>) {
  return drivers === 0 ? 'no drivers' : `${count(drivers, 'driver')} with ${seatsForOthers(seats)}`
}

const wordsFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})

function dateWords(day: string) {
  const [year = '', month = '', date = ''] = day.split('-')
  const words = wordsFormat.format(Date.parse(`${day}T00:00:00.000Z`)).split(/[\s,]+/)
  return [...words.map(normalizeText), day, `${Number(month)}/${Number(date)}/${year}`]
}
