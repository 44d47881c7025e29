import { isDeepStrictEqual } from 'node:util'
import { addDays, atTime } from '#domain/calendar-day.ts'
import { checkPlan, decidePlanChange, type PracticePlan } from '#domain/manage-practices.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { planRefusals } from '#domain/text/member-messages.ts'
import { officerMessages, planProblems } from '#domain/text/officer-messages.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { CalendarEventRow } from '#server/db/schema.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { addEvent, readBuiltInNow } from '#server/features/calendar/built-in-calendar.ts'
import { notFound, refuse, refuseFields, tooManyTries } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockPractice } from '#server/queries/practices.ts'

const create = signedInProcedure.schedule.create.handler(
  async ({
    input: { weeks, attendanceLimit, replyDeadlineHours, ...typed },
    context: { ctx, me, write, requestId },
  }) => {
    const plan = requirePlan(ctx, typed, weeks)
    const planned = await write(async (tx) => {
      requireBuiltIn(ctx)
      const tooMany = await consumeAttempt(tx, `plans:${me.id}`, rateRules.plans, ctx.clock.now())
      if (tooMany) return tooMany
      const ids: string[] = []
      for (let week = 0; week < weeks; week++)
        ids.push(
          await addEvent(tx, {
            ...textsOf(plan),
            ...timesOf({ ...plan, startsOn: addDays(plan.startsOn, week * 7) }, ctx.club.timeZone),
            attendanceLimit,
            replyDeadlineHours,
            sample: false,
            nowMs: ctx.clock.now(),
          }),
        )
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'schedule.create',
        target: ids.join(' '),
        after: { startsOn: plan.startsOn, weeks },
        requestId,
      })
      return { created: ids.length, events: ids }
    })
    if ('retryAfterMs' in planned) throw tooManyTries(planned.retryAfterMs)
    // Also on a replayed response: the first request may have died before it got here.
    await readBuiltInNow(ctx)
    // The previous release stored its response without the events.
    const practiceIds = await listIdsOf(ctx.database.db, planned.events ?? [])
    return { created: planned.created, practiceIds }
  },
)

/** The practices of these events that have appeared, soonest first. */
async function listIdsOf(db: Db, events: string[]) {
  if (events.length === 0) return []
  const rows = await db
    .selectFrom('practice')
    .select('id')
    .where('eventId', 'in', events)
    .where('deletedAt', 'is', null)
    .orderBy('startsAt')
    .execute()
  return rows.map(({ id }) => id)
}

type SeenPlan = Pick<CalendarEventRow, 'title' | 'location' | 'description' | 'startsAt' | 'endsAt'> & {
  cancelled: boolean
}

const change = signedInProcedure.schedule.change.handler(
  async ({ input: { practiceId, expected, ...typed }, context: { ctx, me, now, write, requestId } }) => {
    const plan = requirePlan(ctx, typed, 1)
    const done = await write(async (tx) => {
      const row = await lockPlanned(tx, ctx, { practiceId, expected, now: now() })
      const change = changeOf(expected, { ...textsOf(plan), ...timesOf(plan, ctx.club.timeZone) })
      if (change === null) return {}
      await tx.updateTable('calendarEvent').set(change.after).where('id', '=', row.eventId).execute()
      await saveAudit(tx, ctx, { actor: me.id, action: 'schedule.change', target: row.id, ...change, requestId })
      return {}
    })
    await readBuiltInNow(ctx)
    return done
  },
)

const fields = ['title', 'location', 'description', 'startsAt', 'endsAt'] as const
type Planned = Pick<CalendarEventRow, (typeof fields)[number]>

/** The fields that change, before and after; null if none does. @param before what the calendar has, as the officer saw it */
function changeOf(before: Planned, after: Planned) {
  const changed = fields.filter((field) => before[field] !== after[field])
  const of = (plan: Planned): Partial<Planned> => Object.fromEntries(changed.map((field) => [field, plan[field]]))
  return changed.length === 0 ? null : { before: of(before), after: of(after) }
}

const cancel = signedInProcedure.schedule.cancel.handler(
  async ({ input: { practiceId, expected, cancelled, message }, context: { ctx, me, now, write, requestId } }) => {
    const done = await write(async (tx, announce) => {
      const row = await lockPlanned(tx, ctx, { practiceId, expected, now: now() })
      const cancelMessage = cancelled && message !== '' ? message : null
      if (cancelled === expected.cancelled && cancelMessage === row.cancelMessage) return {}
      const cancelledAt = cancelled ? now() : null
      await tx.updateTable('calendarEvent').set({ cancelledAt }).where('id', '=', row.eventId).execute()
      // Before the calendar is read, which cancels the practice and tells everyone.
      if (cancelMessage !== row.cancelMessage) {
        await tx.updateTable('practice').set({ cancelMessage }).where('id', '=', row.id).execute()
        announce('practices', 'live')
      }
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'schedule.cancel',
        target: row.id,
        before: { cancelled: expected.cancelled },
        after: { cancelled },
        ...(cancelMessage !== null && { reason: cancelMessage }),
        requestId,
      })
      return {}
    })
    await readBuiltInNow(ctx)
    return done
  },
)

async function lockPlanned(tx: Tx, ctx: AppContext, facts: { practiceId: string; expected: SeenPlan; now: string }) {
  const row = await lockPractice(tx, facts.practiceId)
  if (row === undefined) throw notFound()
  // Compare with the calendar itself, not the last sync: someone may have changed it a moment ago.
  const event = await tx.selectFrom('calendarEvent').selectAll().where('id', '=', row.eventId).executeTakeFirst()
  const decision = decidePlanChange({
    builtIn: ctx.calendarSource === 'built-in' && event !== undefined,
    begun: row.startedAt !== null || facts.now >= row.startsAt,
    unchanged: event !== undefined && isAsSeen(event, facts.expected),
  })
  if (decision.outcome === 'refused') throw refuse(decision.reason, planRefusals[decision.reason])
  return row
}

function isAsSeen(event: CalendarEventRow, { cancelled, ...seen }: SeenPlan) {
  const { title, location, description, startsAt, endsAt } = event
  const current = { title, location, description, startsAt, endsAt }
  return isDeepStrictEqual(current, seen) && (event.cancelledAt !== null) === cancelled
}

function requirePlan(ctx: AppContext, typed: PracticePlan, weeks: number) {
  const checked = checkPlan(typed, weeks, ctx.days.today(ctx.clock.now()))
  if (checked.outcome === 'refused') throw refuseFields(planProblems(checked.fields), officerMessages.planIncomplete)
  return checked.plan
}

function requireBuiltIn({ calendarSource }: AppContext) {
  if (calendarSource !== 'built-in') throw refuse('outside-calendar', planRefusals['outside-calendar'])
}

function textsOf({ title, location, description }: PracticePlan) {
  return { title, location, description }
}

function timesOf({ startsOn, startTime, endTime }: PracticePlan, timeZone: string) {
  return { startsAt: atTime(startsOn, startTime, timeZone), endsAt: atTime(startsOn, endTime, timeZone) }
}

export const schedule = { create, change, cancel }
