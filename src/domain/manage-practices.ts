import { isDay } from './iso-day.ts'
import type { PassName } from './passes.ts'
import { isLive, isOver, type Practice } from './practices.ts'

/** What officers do with practices other than starting and ending them. */

export type AttendanceRefusal = 'not-begun' | 'reason-missing'
type AttendanceDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: AttendanceRefusal }

/**
 * An officer checks a member in by name, or corrects attendance. Needs a reason where the member could not have checked
 * in: without a pass at the live practice, and always once it is over.
 * @param facts.pass the member's effective pass
 */
export function decideAttendance(facts: {
  practice: Practice
  attended: boolean
  wanted: boolean
  pass: PassName
  reason: string
  now: string
}): AttendanceDecision {
  const { practice, attended, wanted, pass, reason, now } = facts
  if (wanted === attended) return { outcome: 'unchanged' }
  if (!hasBegun(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  const needsReason = !isLive(practice, now) || (wanted && pass === 'none')
  if (needsReason && reason === '') return { outcome: 'refused', reason: 'reason-missing' }
  return { outcome: 'changed' }
}

/** Whether anyone can have attended: the practice is live or over. */
function hasBegun(practice: Practice, now: string) {
  return isLive(practice, now) || isOver(practice, now)
}

export type ExcuseRefusal = 'not-over' | 'no-no-show' | 'reason-missing'
type ExcuseDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: ExcuseRefusal }

/**
 * An officer excuses a member who said they'd come and didn't, with a reason, or undoes that.
 * @param facts.before the reason of the excuse so far; null without one
 */
export function decideExcuse(facts: {
  practice: Practice
  isNoShow: boolean
  before: string | null
  excused: boolean
  reason: string
  now: string
}): ExcuseDecision {
  const { practice, isNoShow, before, excused, reason, now } = facts
  if (!excused) return { outcome: before === null ? 'unchanged' : 'changed' }
  if (!isOver(practice, now)) return { outcome: 'refused', reason: 'not-over' }
  if (!isNoShow) return { outcome: 'refused', reason: 'no-no-show' }
  if (reason === '') return { outcome: 'refused', reason: 'reason-missing' }
  return { outcome: before === reason ? 'unchanged' : 'changed' }
}

/** The two lists that can contain the email address of someone without an account. */
export const listedKinds = ['attendance', 'carpool'] as const
export type ListedKind = (typeof listedKinds)[number]
type ListingRefusal = 'not-begun'
type ListingDecision = { outcome: 'listed' } | { outcome: 'refused'; reason: ListingRefusal }

/** Pre-registers an address until its owner signs up. Drivers may be listed before the practice starts. */
export function decideListing(facts: { practice: Practice; kind: ListedKind; now: string }): ListingDecision {
  const { practice, kind, now } = facts
  if (kind === 'attendance' && !hasBegun(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  return { outcome: 'listed' }
}

/** The owner has signed up in the meantime and received what the list promised. */
export type UnlistingRefusal = 'claimed'

export type DeleteRefusal = 'live' | 'rained-out'
type DeleteDecision = { outcome: 'deleted' | 'unchanged' } | { outcome: 'refused'; reason: DeleteRefusal }

/** A deleted practice disappears from all lists and counts immediately. Refused while it is live. */
export function decideDelete(facts: {
  practice: Practice
  deletedAt: string | null
  /** Refused if there are rain-out refunds: with the attendance gone as well, they would count twice. */
  rainedOut: boolean
  now: string
}): DeleteDecision {
  if (facts.deletedAt !== null) return { outcome: 'unchanged' }
  if (isLive(facts.practice, facts.now)) return { outcome: 'refused', reason: 'live' }
  return facts.rainedOut ? { outcome: 'refused', reason: 'rained-out' } : { outcome: 'deleted' }
}

const undeletableForDays = 30
const dayMs = 86_400_000

export type UndeleteRefusal = 'too-late'
type UndeleteDecision = { outcome: 'restored' | 'unchanged' } | { outcome: 'refused'; reason: UndeleteRefusal }

/** Possible for 30 days. */
export function decideUndelete(facts: { deletedAt: string | null; now: string }): UndeleteDecision {
  if (facts.deletedAt === null) return { outcome: 'unchanged' }
  const until = undeletableUntil(facts.deletedAt)
  return facts.now < until ? { outcome: 'restored' } : { outcome: 'refused', reason: 'too-late' }
}

/** The moment from which it can no longer be restored. */
export function undeletableUntil(deletedAt: string) {
  return new Date(Date.parse(deletedAt) + undeletableForDays * dayMs).toISOString()
}

/** Upper limit, to catch typos. */
export const mostAttendance = 1000

/** Input of the form for practices in the built-in calendar, and its validation. */
export type PracticePlan = {
  title: string
  location: string
  description: string
  /** Local day `YYYY-MM-DD` and local time `HH:MM`. */
  startsOn: string
  startTime: string
  endTime: string
}
/** Fields that can be invalid; location and description accept any text. */
export type PlanField = Exclude<keyof PracticePlan, 'location' | 'description'> | 'weeks'
export type PlanProblem = 'unusable' | 'too-long' | 'not-after-start'
type PlanCheck = { outcome: 'accepted'; plan: PracticePlan } | { outcome: 'refused'; fields: PlanFields }
export type PlanFields = Partial<Record<PlanField, PlanProblem>>

/** A weekly practice for one school year. */
export const mostWeeks = 40
export const longestTitle = 100
/** Of the message that comes with a cancellation. */
export const longestMessage = 500
/** Catches typos in the year. */
const yearsAhead = 2

/**
 * Validates each field separately, so that all problems show at the same time. A practice ends on the day on which it
 * starts.
 * @param today the club's local day
 */
export function checkPlan(typed: PracticePlan, weeks: number | null, today: string): PlanCheck {
  const plan = { ...typed, title: typed.title.trim(), location: typed.location.trim() }
  const fields: PlanFields = {}
  if (plan.title === '') fields.title = 'unusable'
  else if (plan.title.length > longestTitle) fields.title = 'too-long'
  if (!isDay(plan.startsOn) || plan.startsOn < today || plan.startsOn > latest(today)) fields.startsOn = 'unusable'
  if (!isTime(plan.startTime)) fields.startTime = 'unusable'
  if (!isTime(plan.endTime)) fields.endTime = 'unusable'
  else if (isTime(plan.startTime) && plan.endTime <= plan.startTime) fields.endTime = 'not-after-start'
  if (weeks === null || !Number.isInteger(weeks) || weeks < 1 || weeks > mostWeeks) fields.weeks = 'unusable'
  return Object.keys(fields).length === 0 ? { outcome: 'accepted', plan } : { outcome: 'refused', fields }
}

/**
 * How many weekly practices there are from the first day until the last, both inclusive; null if that isn't from 1 to
 * `mostWeeks`, or one of the days is none.
 */
export function weeksUntil(startsOn: string, until: string): number | null {
  if (!isDay(startsOn) || !isDay(until) || until < startsOn) return null
  const days = Math.round((Date.parse(until) - Date.parse(startsOn)) / dayMs)
  const weeks = Math.floor(days / 7) + 1
  return weeks <= mostWeeks ? weeks : null
}

/** Why a practice from the calendar can't be changed here. */
export type PlanRefusal = 'outside-calendar' | 'begun' | 'changed-meanwhile'

/** Only upcoming practices, and only if unchanged since the officer loaded them (optimistic locking). */
export function decidePlanChange(facts: {
  builtIn: boolean
  begun: boolean
  unchanged: boolean
}): { outcome: 'changed' } | { outcome: 'refused'; reason: PlanRefusal } {
  if (!facts.builtIn) return { outcome: 'refused', reason: 'outside-calendar' }
  if (facts.begun) return { outcome: 'refused', reason: 'begun' }
  return facts.unchanged ? { outcome: 'changed' } : { outcome: 'refused', reason: 'changed-meanwhile' }
}

function isTime(text: string) {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

function latest(today: string) {
  return `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`
}
