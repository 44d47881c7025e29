/** Parts of a calendar day, `YYYY-MM-DD`, which is formatted in UTC as it has no time zone. */
const weekdayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' })
const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `Tue` and `24`, for a narrow column. */
export function dayParts(day: string) {
  return { weekday: weekdayFormat.format(Date.parse(day)), date: String(Number(day.slice(-2))) }
}

/** `November 2026`. */
export function monthName(day: string) {
  return monthFormat.format(Date.parse(day))
}
