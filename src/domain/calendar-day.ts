/**
 * Days in the club's zone, by calendar arithmetic and never by adding 24 hours: a day can have 23 or 25 of them, and
 * midnight may not exist (T46). Uses Temporal, so this module is the server's alone.
 */

/** The instant at which the local day of `atMs` (epoch milliseconds) began. */
export function startOfDay(atMs: number, timeZone: string) {
  return instantText(zoned(atMs, timeZone).startOfDay())
}

/** The instant at which the local day after that of `atMs` begins. By days alone: tomorrow may have no such hour. */
export function startOfNextDay(atMs: number, timeZone: string) {
  return instantText(zoned(atMs, timeZone).toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone))
}

/** The local day of an instant, `YYYY-MM-DD`. */
export function dayOf(atMs: number, timeZone: string) {
  return zoned(atMs, timeZone).toPlainDate().toString()
}

/** The instant at which a local day (`YYYY-MM-DD`) begins. */
export function startOf(day: string, timeZone: string) {
  return instantText(Temporal.PlainDate.from(day).toZonedDateTime(timeZone))
}

/** A local wall-clock time on a local day as an instant; an hour that the clocks skip is moved on by the gap. */
export function atTime(day: string, time: string, timeZone: string) {
  return instantText(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }),
  )
}

/** An instant as the club's clock and calendar show it, `YYYY-MM-DD HH:MM`. */
export function localTime(at: string, timeZone: string) {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/** An instant as the club's clock shows it, with how far that is from UTC: `2026-11-24T18:04:00-05:00`. */
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
