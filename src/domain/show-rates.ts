/**
 * How many will come to a practice: how often each of those who say so has come before, and how many usually come without saying. An
 * estimate, and shown as one, next to how far off it has been (record 41).
 */

/** Who said they'd come to a past practice, and who came. */
export type PastPractice = {
  replied: { memberId: string; came: boolean; excused: boolean }[]
  /** With or without a reply. */
  attended: number
}

/**
 * How many replies the club's rate is worth: someone new counts like the club on average, and someone with this many replies half like
 * themselves. Tuned on simulated semesters (tools/show-rates.ts).
 */
export const clubWeight = 6
/** How many of the latest practices count for those who come without a reply. */
const walkInPractices = 10
/** With fewer, there is no estimate. */
const leastPractices = 3
/** Over how many of the latest practices the error is measured. */
const errorPractices = 10

type Record = { shows: number; replies: number }

export type ShowRates = {
  /** The share of those with a spot who came; excused absences don't count. */
  club: number
  members: Map<string, Record>
  /** Per practice, on average. */
  walkIns: number
}

/** @param past oldest first @returns null if there is too little to go by */
export function showRates(past: PastPractice[]): ShowRates | null {
  const tally = createTally()
  for (const practice of past) tally.add(practice)
  return tally.rates()
}

/** Counts practice after practice. The rates are of those so far, and valid until the next one. */
function createTally() {
  const members = new Map<string, Record>()
  const all: Record = { shows: 0, replies: 0 }
  const walkIns: number[] = []

  function add(practice: PastPractice) {
    walkIns.push(walkInsOf(practice))
    for (const { memberId, came, excused } of practice.replied) {
      if (excused && !came) continue
      const record = members.get(memberId) ?? { shows: 0, replies: 0 }
      members.set(memberId, record)
      for (const each of [record, all]) {
        each.replies += 1
        if (came) each.shows += 1
      }
    }
  }

  function rates(): ShowRates | null {
    if (walkIns.length < leastPractices || all.replies === 0) return null
    const latest = walkIns.slice(-walkInPractices)
    const usual = latest.reduce((sum, heads) => sum + heads, 0) / latest.length
    return { club: all.shows / all.replies, members, walkIns: usual }
  }

  return { add, rates }
}

function walkInsOf({ replied, attended }: PastPractice) {
  return Math.max(0, attended - replied.filter(({ came }) => came).length)
}

/** Empirical Bayes: the member's own rate, drawn to the club's while they have replied only a few times. */
export function rateOf({ club, members }: ShowRates, memberId: string, weight = clubWeight) {
  const { shows, replies } = members.get(memberId) ?? { shows: 0, replies: 0 }
  return (shows + weight * club) / (replies + weight)
}

/** @param coming the members with a spot */
export function expectedHeads(rates: ShowRates, coming: string[], weight = clubWeight) {
  return coming.reduce((sum, memberId) => sum + rateOf(rates, memberId, weight), rates.walkIns)
}

export type EstimateError = {
  practices: number
  /** By how many heads the estimate was off, on average. */
  estimate: number
  /** The same for the number of those who said they'd come. */
  replies: number
}

/** What the estimate would have said before each of the latest practices. @param past oldest first */
export function pastError(past: PastPractice[], weight = clubWeight, most = errorPractices): EstimateError | null {
  const tally = createTally()
  const errors: Omit<EstimateError, 'practices'>[] = []
  for (const [i, practice] of past.entries()) {
    const rates = i < past.length - most ? null : tally.rates()
    if (rates !== null) {
      const coming = practice.replied.map(({ memberId }) => memberId)
      const off = (heads: number) => Math.abs(heads - practice.attended)
      errors.push({ estimate: off(expectedHeads(rates, coming, weight)), replies: off(coming.length) })
    }
    tally.add(practice)
  }
  if (errors.length === 0) return null
  const mean = (of: 'estimate' | 'replies') => errors.reduce((sum, each) => sum + each[of], 0) / errors.length
  return { practices: errors.length, estimate: mean('estimate'), replies: mean('replies') }
}
