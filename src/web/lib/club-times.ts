import type { PracticeCard } from '#contract/practices.ts'
import { useClub } from './use-session.ts'

let known: { key: string; times: ClubTimes } | null = null
let here: { offset: number; zone: string } | null = null

/** Formats times the club's way. Formatters are expensive to create, so one set is cached until a zone changes. */
export function useClubTimes() {
  const club = useClub()
  const phoneZone = zoneOfPhone()
  return timesFor(club?.timeZone ?? phoneZone, phoneZone)
}

/** Cached until the device's UTC offset changes, because every row of a long list needs the zone. */
function zoneOfPhone() {
  const offset = new Date().getTimezoneOffset()
  if (here?.offset !== offset) here = { offset, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return here.zone
}

function timesFor(clubZone: string, phoneZone: string) {
  const key = `${clubZone} ${phoneZone}`
  if (known?.key !== key) known = { key, times: createClubTimes(clubZone, phoneZone) }
  return known.times
}

/**
 * How times are shown: always in the club's time zone, because the range is there. If the device's clock shows another
 * time, the zone's name is added, so that no one who is traveling arrives an hour late.
 */

export type When = Pick<PracticeCard, 'startsAt' | 'endsAt' | 'allDay' | 'startsOn' | 'lastOn'>
export type ClubTimes = ReturnType<typeof createClubTimes>

const minuteMs = 60_000
const dayMs = 86_400_000
/** One formatter for the day and the time of day: the first use of each costs a slow phone many milliseconds. */
const wallClock: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
}
const calendarDay: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }
const weekdayName: Intl.DateTimeFormatOptions = { weekday: 'long' }
const clockSeconds: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true }
const genericName: Intl.DateTimeFormatOptions = { timeZoneName: 'shortGeneric' }
const shortName: Intl.DateTimeFormatOptions = { timeZoneName: 'short' }
const timeOfDay: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Within this many minutes, hours are more useful than "tomorrow", even across midnight. */
const soonMinutes = 180

/** @param phoneZone the time zone of the device */
export function createClubTimes(clubZone: string, phoneZone: string) {
  const wall = format(clubZone, wallClock)

  /** The club's calendar day at an instant, `YYYY-MM-DD`. */
  function dayOf(at: number) {
    const { year, month, day } = partsOf(wall, at)
    return `${year}-${month}-${day}`
  }

  /** `Tue, Nov 24`; with the year if it is not the current one. */
  function date(day: string, now: number) {
    const { weekday, month, day: ofMonth, year } = partsOf(format('UTC', calendarDay), utcOf(day))
    const words = `${weekday}, ${month} ${ofMonth}`
    return day.slice(0, 4) === dayOf(now).slice(0, 4) ? words : `${words}, ${year}`
  }

  /** `Today`, `Tomorrow`, or the date. */
  function dayName(day: string, now: number) {
    const days = daysBetween(dayOf(now), day)
    return days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : date(day, now)
  }

  function bareClock(at: number) {
    const { hour, minute, dayPeriod } = partsOf(wall, at)
    return { hands: `${hour}:${minute}`, half: dayPeriod }
  }

  /** ` ET` if the device's clock shows another time at that instant, otherwise empty. On a narrow screen it may wrap. */
  function zone(at: number) {
    if (clubZone === phoneZone || wall.format(at) === format(phoneZone, wallClock).format(at)) return ''
    return ` ${zoneName(clubZone, at)}`
  }

  /** `6:04 PM`. */
  function clock(at: number) {
    const { hands, half } = bareClock(at)
    return `${hands}\u00A0${half}${zone(at)}`
  }

  /** `18:04`, the value of a time input. */
  function timeField(at: number) {
    const { hour, minute } = partsOf(format(clubZone, timeOfDay), at)
    return `${hour}:${minute}`
  }

  /** `6:04:09 PM`, for a running clock. */
  function clockWithSeconds(at: number) {
    return `${format(clubZone, clockSeconds).format(at)}${zone(at)}`
  }

  /** `today, 6 PM`, `Wed, Nov 25, 6:30 PM`, within a sentence. */
  function inSentence(at: number, now: number) {
    const day = dayOf(at)
    const near = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[daysBetween(dayOf(now), day)]
    return `${near ?? date(day, now)}, ${clock(at).replace(':00', '')}`
  }

  /** `6:04 PM` on that day, `Mon, Nov 23, 6:04 PM` on any other day. */
  function moment(at: number, thatDay: string, now = at) {
    const day = dayOf(at)
    return day === thatDay ? clock(at) : `${date(day, now)}, ${clock(at)}`
  }

  /** Whether a local day ends at this instant, even where a clock change makes 12:00 AM occur twice. */
  function isMidnight(at: number) {
    const { hands, half } = bareClock(at)
    return hands === '12:00' && half === 'AM' && dayOf(at - 1) !== dayOf(at)
  }

  /** `6:00 – 8:00 PM`, `11:00 AM – 1:00 PM`, `8:00 PM – midnight`; from 24 hours on, the end includes its date. */
  function range(startsAt: number, endsAt: number) {
    const from = bareClock(startsAt)
    const to = bareClock(endsAt)
    const start = `${from.hands}\u00A0${from.half}`
    if (isMidnight(endsAt) && dayOf(endsAt - 1) === dayOf(startsAt)) return `${start} – midnight${zone(startsAt)}`
    if (endsAt - startsAt >= dayMs) return `${start} – ${moment(endsAt, '', startsAt)}`
    const begin = from.half === to.half && dayOf(endsAt) === dayOf(startsAt) ? from.hands : start
    return `${begin} – ${to.hands}\u00A0${to.half}${zone(startsAt)}`
  }

  /**
   * The date and, unless the practice is an all-day event, the times.
   * @param nameDay how a single day is shown: `dayName` where people look at what's next, `date` in tables
   */
  function when(practice: When, now: number, nameDay = date): { date: string; time: string | null } {
    if (!practice.allDay)
      return {
        date: nameDay(practice.startsOn, now),
        time: range(Date.parse(practice.startsAt), Date.parse(practice.endsAt)),
      }
    if (practice.lastOn === practice.startsOn) return { date: nameDay(practice.startsOn, now), time: null }
    return { date: `${date(practice.startsOn, now)} – ${date(practice.lastOn, now)}`, time: null }
  }

  /** `Today, 6 PM`, `Thursday, 6 PM`, from a week on `Thu, Dec 3, 6 PM`; without the time for an all-day event. */
  function inSpeech(practice: When, now: number) {
    const days = daysBetween(dayOf(now), practice.startsOn)
    const day =
      days > 1 && days < 7
        ? format('UTC', weekdayName).format(utcOf(practice.startsOn))
        : dayName(practice.startsOn, now)
    return practice.allDay ? day : `${day}, ${clock(Date.parse(practice.startsAt)).replace(':00', '')}`
  }

  /** `in 25 min`, `in 3 days`, `started 10 min ago`. Days are the club's calendar days. */
  function relative(practice: When, now: number) {
    const days = daysBetween(dayOf(now), practice.startsOn)
    if (practice.allDay) return days > 0 ? inDays(days) : 'today'
    const startsAt = Date.parse(practice.startsAt)
    if (now >= startsAt) {
      const minutes = Math.floor((now - startsAt) / minuteMs)
      return minutes < 1 ? 'starting now' : `started ${span(minutes)} ago`
    }
    const minutes = Math.ceil((startsAt - now) / minuteMs)
    return days <= 0 || minutes <= soonMinutes ? `in ${span(minutes)}` : inDays(days)
  }

  /** `until 8:00 PM`, `until midnight`, `until Sun, Nov 29, 2:00 PM`. */
  function until(endsAt: number, now: number) {
    if (isMidnight(endsAt)) {
      const lastDay = dayOf(endsAt - 1)
      return lastDay === dayOf(now) ? 'until midnight' : `until the end of ${date(lastDay, now)}`
    }
    return `until ${moment(endsAt, dayOf(now), now)}`
  }

  return {
    dayOf,
    date,
    dayName,
    clock,
    timeField,
    clockWithSeconds,
    moment,
    inSentence,
    when,
    inSpeech,
    relative,
    until,
  }
}

function span(minutes: number) {
  if (minutes < 60) return `${minutes} min`
  if (minutes >= soonMinutes) return `${Math.round(minutes / 60)} hours`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

function inDays(days: number) {
  if (days === 1) return 'tomorrow'
  return days < 14 ? `in ${days} days` : `in ${Math.floor(days / 7)} weeks`
}

function daysBetween(from: string, to: string) {
  return Math.round((utcOf(to) - utcOf(from)) / dayMs)
}

/** Midnight UTC of a calendar day: days are counted and formatted in UTC, which has no clock changes. */
function utcOf(day: string) {
  return Date.parse(`${day}T00:00:00.000Z`)
}

const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>()

/**
 * Made when first used and cached: creating a formatter costs far more than using it, and every row of a long list needs one.
 * @param options one of the constants above
 */
function format(timeZone: string, options: Intl.DateTimeFormatOptions) {
  const zones = formats.get(options) ?? new Map<string, Intl.DateTimeFormat>()
  formats.set(options, zones)
  const made = zones.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  zones.set(timeZone, made)
  return made
}

function partsOf(formatter: Intl.DateTimeFormat, at: number) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatter.formatToParts(at)) parts[type] = value
  return parts
}

/** `ET` all year round if English has such a name, otherwise the offset (`GMT+1`). */
function zoneName(zone: string, at: number) {
  const generic = partsOf(format(zone, genericName), at).timeZoneName ?? ''
  return /^[A-Z]{2,5}$/.test(generic) ? generic : partsOf(format(zone, shortName), at).timeZoneName
}
