const dayMs = 86_400_000

export function dayAfter(day: string, days = 1) {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** As far ahead as a club plans a term. */
const mostWeeks = 26

/**
 * The day that the next plan begins with: of the weekday of the last one, and without a practice.
 * @param last the day of the last plan, or null before the first
 * @param first the first day that is possible
 */
export function nextFreeDay(last: string | null, first: string, taken: ReadonlySet<string>) {
  if (last === null) return first
  const weekday = (day: string) => new Date(day).getUTCDay()
  const start = dayAfter(first, (weekday(last) - weekday(first) + 7) % 7)
  for (let week = 0; week < mostWeeks; week++) {
    const day = dayAfter(start, week * 7)
    if (!taken.has(day)) return day
  }
  return start
}
