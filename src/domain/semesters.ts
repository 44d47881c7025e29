/**
 * Semesters, from the club's terms. A term runs between two days of the year, both inclusive; one whose end is before
 * its start continues into the next year. Days compare as text, so nothing here needs a clock or a time zone.
 */
export type Term = {
  name: string
  /** `MM-DD` */
  from: string
  to: string
}

/** A term of one year, or the break between two terms. */
export type Semester = {
  /** For URLs: `fall-2026`, `after-fall-2026`. */
  key: string
  /** For display: `Fall 2026`, `Winter 2026–27`, `Between Spring and Fall 2026`. */
  name: string
}

type Occurrence = { term: Term; year: number; from: string; to: string }

/**
 * The semester of a local day (`YYYY-MM-DD`). A day outside any term belongs to the break between the two terms around
 * it.
 */
export function semesterOf(day: string, terms: Term[]): Semester {
  const year = Number(day.slice(0, 4))
  if (terms.length === 0) return { key: String(year), name: String(year) }
  const around = [year - 1, year, year + 1].flatMap((each) => terms.map((term) => occurrenceOf(term, each)))
  const own = around.find(({ from, to }) => from <= day && day <= to)
  if (own) return { key: keyOf(own), name: nameOf(own) }
  const byStart = around.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const before = byStart.findLast(({ to }) => to < day)
  const after = byStart.find(({ from }) => from > day)
  if (!before || !after) throw new Error(`terms that leave ${day} without neighbors`)
  const first = yearsOf(before) === yearsOf(after) ? before.term.name : nameOf(before)
  return { key: `after-${keyOf(before)}`, name: `Between ${first} and ${nameOf(after)}` }
}

/** The first invalid term and its problem: overlapping terms, or names with the same slug. */
export function problemOfTerms(terms: Term[]): { index: number; problem: string } | null {
  for (const [index, term] of terms.entries())
    for (const earlier of terms.slice(0, index)) {
      if (slugOf(term.name) === slugOf(earlier.name))
        return { index, problem: `should have a different name from "${earlier.name}"` }
      if (stretchesOf(term).some((one) => stretchesOf(earlier).some((other) => overlap(one, other))))
        return { index, problem: `should not overlap "${earlier.name}"` }
    }
  return null
}

/** Whether it is a valid day of some year: `02-29` is, `02-30` is not. */
export function isDayOfYear(text: string) {
  if (!/^\d\d-\d\d$/.test(text)) return false
  const leapYear = `2024-${text}`
  const at = Date.parse(`${leapYear}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(leapYear)
}

function occurrenceOf(term: Term, year: number): Occurrence {
  const endYear = isOverNewYear(term) ? year + 1 : year
  return { term, year, from: `${year}-${term.from}`, to: `${endYear}-${term.to}` }
}

function isOverNewYear({ from, to }: Term) {
  return to < from
}

/** A term within one calendar year, as pairs of days; two pairs if it spans New Year. */
function stretchesOf(term: Term): [string, string][] {
  if (!isOverNewYear(term)) return [[term.from, term.to]]
  return [
    [term.from, '12-31'],
    ['01-01', term.to],
  ]
}

function overlap([fromOne, toOne]: [string, string], [fromOther, toOther]: [string, string]) {
  return fromOne <= toOther && fromOther <= toOne
}

function keyOf({ term, year }: Occurrence) {
  return `${slugOf(term.name)}-${year}`
}

function nameOf(occurrence: Occurrence) {
  return `${occurrence.term.name} ${yearsOf(occurrence)}`
}

/** `2026`, or `2026–27` if it continues into the next year. */
function yearsOf({ term, year }: Occurrence) {
  return isOverNewYear(term) ? `${year}–${String(year + 1).slice(2)}` : String(year)
}

function slugOf(name: string) {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
