import type { PassName } from './passes.ts'
import { isLive, isOver, type Practice } from './practices.ts'

/** What officers do about practices beside running them (specification §2, "Manage Practices"; D29–D31, D36). */

export type AttendanceRefusal = 'not-begun' | 'reason-missing'
type AttendanceDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: AttendanceRefusal }

/**
 * An officer checks somebody in by name, or corrects who was there (D30). It needs a reason where the member could not have
 * done it: without a pass at the live practice, and always once it is over.
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

/** Somebody can have been there: it is live, or it is over. */
function hasBegun(practice: Practice, now: string) {
  return isLive(practice, now) || isOver(practice, now)
}

/** The two lists that may name the address of somebody without an account (D36). */
export const listedKinds = ['attendance', 'carpool'] as const
export type ListedKind = (typeof listedKinds)[number]
type ListingRefusal = 'not-begun'
type ListingDecision = { outcome: 'listed' } | { outcome: 'refused'; reason: ListingRefusal }

/** An address without an account goes into a list until its owner signs up (D19, D36). Who drives may be known before. */
export function decideListing(facts: { practice: Practice; kind: ListedKind; now: string }): ListingDecision {
  const { practice, kind, now } = facts
  if (kind === 'attendance' && !hasBegun(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  return { outcome: 'listed' }
}

/** Its owner has signed up meanwhile and has what the list promised. */
export type UnlistingRefusal = 'claimed'

export type DeleteRefusal = 'live' | 'rained-out'
type DeleteDecision = { outcome: 'deleted' | 'unchanged' } | { outcome: 'refused'; reason: DeleteRefusal }

/** Out of every list and every count at once; never while live (D31). */
export function decideDelete(facts: {
  practice: Practice
  deletedAt: string | null
  /** What it gave back would count twice, once its attendance counts for nobody (D38b). */
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

/** For 30 days (D31). */
export function decideUndelete(facts: { deletedAt: string | null; now: string }): UndeleteDecision {
  if (facts.deletedAt === null) return { outcome: 'unchanged' }
  const until = undeletableUntil(facts.deletedAt)
  return facts.now < until ? { outcome: 'restored' } : { outcome: 'refused', reason: 'too-late' }
}

/** The first moment at which it is too late. */
export function undeletableUntil(deletedAt: string) {
  return new Date(Date.parse(deletedAt) + undeletableForDays * dayMs).toISOString()
}

/** The most that a limit makes sense for; a slip of the finger is caught here. */
export const mostAttendance = 1000

/** Practices that officers make in the built-in calendar (D22): what a form says, and what is wrong with it. */
export type PracticePlan = {
  title: string
  location: string
  description: string
  /** The local day, `YYYY-MM-DD`, and the club's wall clock, `HH:MM`. */
  startsOn: string
  startTime: string
  endTime: string
}
/** What can be wrong: a location and a description may be anything. */
export type PlanField = Exclude<keyof PracticePlan, 'location' | 'description'> | 'weeks'
export type PlanProblem = 'unusable' | 'not-after-start'
type PlanCheck = { outcome: 'accepted'; plan: PracticePlan } | { outcome: 'refused'; fields: PlanFields }
export type PlanFields = Partial<Record<PlanField, PlanProblem>>

/** A school year of Tuesdays. */
export const mostWeeks = 40
export const longestTitle = 100
/** Nobody plans further; a slip in the year is caught here. */
const yearsAhead = 2

/**
 * Every field by itself, so that all that is wrong shows at once. A practice ends on the evening on which it begins.
 * @param today the club's local day
 */
export function checkPlan(typed: PracticePlan, weeks: number | null, today: string): PlanCheck {
  const plan = { ...typed, title: typed.title.trim(), location: typed.location.trim() }
  const fields: PlanFields = {}
  if (plan.title === '' || plan.title.length > longestTitle) fields.title = 'unusable'
  if (!isDay(plan.startsOn) || plan.startsOn < today || plan.startsOn > latest(today)) fields.startsOn = 'unusable'
  if (!isTime(plan.startTime)) fields.startTime = 'unusable'
  if (!isTime(plan.endTime)) fields.endTime = 'unusable'
  else if (isTime(plan.startTime) && plan.endTime <= plan.startTime) fields.endTime = 'not-after-start'
  if (weeks === null || !Number.isInteger(weeks) || weeks < 1 || weeks > mostWeeks) fields.weeks = 'unusable'
  return Object.keys(fields).length === 0 ? { outcome: 'accepted', plan } : { outcome: 'refused', fields }
}

/** Why a practice of the calendar is not changed here. */
export type PlanRefusal = 'outside-calendar' | 'begun' | 'changed-meanwhile'

/** Only what lies ahead, and as the officer saw it: two of them don't overwrite each other. */
export function decidePlanChange(facts: {
  builtIn: boolean
  begun: boolean
  unchanged: boolean
}): { outcome: 'changed' } | { outcome: 'refused'; reason: PlanRefusal } {
  if (!facts.builtIn) return { outcome: 'refused', reason: 'outside-calendar' }
  if (facts.begun) return { outcome: 'refused', reason: 'begun' }
  return facts.unchanged ? { outcome: 'changed' } : { outcome: 'refused', reason: 'changed-meanwhile' }
}

function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isTime(text: string) {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

function latest(today: string) {
  return `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`
}
