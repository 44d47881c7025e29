import { officerMessages } from './text/officer-messages.ts'

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
export type PlanField = keyof PracticePlan | 'weeks'
export type PlanCheck = { outcome: 'accepted'; plan: PracticePlan } | { outcome: 'refused'; fields: PlanFields }
export type PlanFields = Partial<Record<PlanField, string>>

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
  if (plan.title === '' || plan.title.length > longestTitle) fields.title = officerMessages.planTitle(longestTitle)
  if (!isDay(plan.startsOn) || plan.startsOn < today || plan.startsOn > latest(today))
    fields.startsOn = officerMessages.planDay
  if (!isTime(plan.startTime)) fields.startTime = officerMessages.planTime
  if (!isTime(plan.endTime)) fields.endTime = officerMessages.planTime
  else if (isTime(plan.startTime) && plan.endTime <= plan.startTime) fields.endTime = officerMessages.planEnd
  if (weeks === null || !Number.isInteger(weeks) || weeks < 1 || weeks > mostWeeks)
    fields.weeks = officerMessages.planWeeks(mostWeeks)
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
