import { addDays, atTime, dayOf, startOf } from '#domain/calendar-day.ts'
import { type PlannedPractice, plus } from './events.ts'
import type { Random } from './random.ts'

/** How far back the demo club's practices go: fifteen weeks. */
export const semesterDays = 105
const daysAhead = 56

export type Schedule = {
  /** The instant at which today began in the club's time zone. */
  midnight: string
  /** Practices before today, in order, including canceled ones. */
  past: PlannedPractice[]
  live: PlannedPractice
  later: PlannedPractice
  /** Practices after today, in order, including a canceled one. */
  ahead: PlannedPractice[]
  /** The canceled practices among `past` and `ahead`. */
  calledOff: Set<PlannedPractice>
}

const tuesday = 2
const thursday = 4
const saturday = 6

/**
 * Plans practices on Tuesdays and Thursdays from 6 to 8 PM, from a semester ago to eight weeks ahead; a beginners' practice on a Saturday
 * morning; and two today, the first of which has just begun.
 */
export function planSchedule(facts: { nowMs: number; timeZone: string; random: Random }): Schedule {
  const { nowMs, timeZone, random } = facts
  const today = dayOf(nowMs, timeZone)
  const days = Array.from({ length: semesterDays + daysAhead + 1 }, (_, i) => addDays(today, i - semesterDays))
  const regular = days.flatMap((day) => (day === today ? [] : planDay(day, timeZone)))
  const past = regular.filter((practice) => Date.parse(practice.startsAt) < nowMs)
  const ahead = regular.filter((practice) => Date.parse(practice.startsAt) > nowMs)
  const calledOff = new Set([...random.sample(past.slice(4, -2), 3), ...ahead.slice(2, 3)])
  const beginners = days.find((day) => day > addDays(today, 7) && weekday(day) === saturday)
  if (beginners !== undefined)
    ahead.push({
      key: beginners,
      title: 'Beginners’ practice',
      location: indoors,
      description: 'For anyone who has never held a bow. We bring all the equipment; wear closed-toe shoes.',
      startsAt: atTime(beginners, '10:00', timeZone),
      endsAt: atTime(beginners, '12:00', timeZone),
    })
  ahead.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
  const midnight = startOf(today, timeZone)
  const live = planLive(nowMs, midnight)
  return { midnight, past, live, later: planLater(nowMs, today, timeZone, live), ahead, calledOff }
}

const outdoors = 'East Field Range'
export const indoors = 'Armory Hall, lower level'

export function isIndoors({ location }: PlannedPractice) {
  return location === indoors
}

function planDay(day: string, timeZone: string): PlannedPractice[] {
  const times = { startsAt: atTime(day, '18:00', timeZone), endsAt: atTime(day, '20:00', timeZone) }
  if (weekday(day) === tuesday)
    return [
      {
        key: day,
        title: 'Tuesday practice',
        location: outdoors,
        description: 'Open shooting from 10 to 50 meters. Loaner bows are available.',
        ...times,
      },
    ]
  if (weekday(day) === thursday)
    return [
      {
        key: day,
        title: 'Thursday practice',
        location: indoors,
        description: '18 meters. The second hour is for scoring; bring a pen.',
        ...times,
      },
    ]
  return []
}

const grid = 5

/** Started about ten minutes ago, but not before today, because passes are valid for one day. */
function planLive(nowMs: number, midnight: string): PlannedPractice {
  const begun = onGrid(nowMs - 10 * 60_000, Math.floor)
  const startsAt = begun > midnight ? begun : midnight
  return {
    key: 'live',
    title: 'Open practice',
    location: outdoors,
    description: 'Come when you can, stay as long as you like. Bring water.',
    startsAt,
    endsAt: plus(startsAt, 120),
  }
}

/** Starts half an hour after the live one ends, or sooner if that would be tomorrow. */
function planLater(nowMs: number, today: string, timeZone: string, live: PlannedPractice): PlannedPractice {
  const soon = (minutes: number) => onGrid(nowMs + minutes * 60_000, Math.ceil)
  const wishes = [plus(live.endsAt, 30), soon(45), soon(10), soon(0)]
  const startsAt = wishes.find((at) => dayOf(Date.parse(at), timeZone) === today) ?? new Date(nowMs).toISOString()
  return {
    key: 'later',
    title: 'Scoring round',
    location: indoors,
    description: 'Sixty arrows at 18 meters, after two practice ends. Beginners score at 10 meters.',
    startsAt,
    endsAt: plus(startsAt, 90),
  }
}

function onGrid(ms: number, round: (value: number) => number) {
  return new Date(round(ms / (grid * 60_000)) * grid * 60_000).toISOString()
}

function weekday(day: string) {
  return Temporal.PlainDate.from(day).dayOfWeek
}
