/**
 * Days in the club's time zone, by calendar arithmetic instead of adding 24 hours: a day can have 23 or 25 hours, and
 * midnight may not exist (T46). Uses Temporal, so only the server can import it.
 */

/** The instant at which the local day of `atMs` (epoch milliseconds) started. */
export function startOfDay(atMs: number, timeZone: string) {
  return instantText(zoned(atMs, timeZone).startOfDay())
}

/**
 * The instant at which the next local day starts. Adds a calendar day, because the same time tomorrow may not exist.
 */
export function startOfNextDay(atMs: number, timeZone: string) {
  return instantText(zoned(atMs, timeZone).toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone))
}

/** The local day of an instant, `YYYY-MM-DD`. */
export function dayOf(atMs: number, timeZone: string) {
  return zoned(atMs, timeZone).toPlainDate().toString()
}

/** The instant at which a local day (`YYYY-MM-DD`) starts. */
export function startOf(day: string, timeZone: string) {
  return instantText(Temporal.PlainDate.from(day).toZonedDateTime(timeZone))
}

/** A local time on a local day, as an instant. A time skipped by daylight saving moves forward by the gap. */
export function atTime(day: string, time: string, timeZone: string) {
  return instantText(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }),
  )
}

/** An instant in local time, `YYYY-MM-DD HH:MM`. */
export function localTime(at: string, timeZone: string) {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/** The local time of an instant, `6:07 PM`. */
export function clockTimeAt(at: string, timeZone: string) {
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(Date.parse(at))
  return time.replace('\u202f', ' ')
}

/** An instant in local time with its UTC offset: `2026-11-24T18:04:00-05:00`. */
export function zonedTime(at: string, timeZone: string) {
  return Temporal.Instant.from(at).toString({ timeZone, smallestUnit: 'second' })
}

export function addDays(day: string, days: number) {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

function zoned(atMs: number, timeZone: string) {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)
}

function instantText(moment: Temporal.ZonedDateTime) {
  return new Date(moment.epochMilliseconds).toISOString()
}
