import type { ManagedPractice } from '#contract/manage-practices.ts'

export type Section = 'today' | 'upcoming' | 'past'

/** What begins with a row: a section, a month within it, or both. */
export type SectionStart = { section: Section | null; month: boolean }

/**
 * The practices from today on: today's and the upcoming ones soonest first, then the past ones newest first.
 * @param newestFirst the whole list, as from the server
 * @param today the club's local day
 */
export function fromToday(newestFirst: ManagedPractice[], today: string) {
  const soonestFirst = [...newestFirst].reverse()
  const rows = [
    ...soonestFirst.filter((practice) => sectionOf(practice, today) === 'today'),
    ...soonestFirst.filter((practice) => sectionOf(practice, today) === 'upcoming'),
    ...newestFirst.filter((practice) => sectionOf(practice, today) === 'past'),
  ]
  const starts = new Map<string, SectionStart>()
  for (const [index, practice] of rows.entries()) {
    const before = rows[index - 1]
    const section = sectionOf(practice, today)
    const isFirst = before === undefined || sectionOf(before, today) !== section
    // All of today is in one month.
    const month = section !== 'today' && (isFirst || monthOf(before) !== monthOf(practice))
    if (isFirst || month) starts.set(practice.id, { section: isFirst ? section : null, month })
  }
  return { rows, starts }
}

/** A practice over several days is today's on each of them; one that ends after midnight is so until then. */
export function sectionOf({ startsOn, lastOn }: ManagedPractice, today: string): Section {
  if (lastOn < today) return 'past'
  return startsOn > today ? 'upcoming' : 'today'
}

function monthOf(practice: ManagedPractice | undefined) {
  return practice?.startsOn.slice(0, 7)
}
