import type { AppContext } from '#server/context.ts'
import { applyAnswer } from './apply-events.ts'
import type { CalendarSource, CalendarValidators } from './calendar-source.ts'
import { createCalendarPoll } from './poll-calendar.ts'

/**
 * Keeps the practices in line with a calendar that somebody else keeps. What is stored of the last good answer is its
 * practices; beside them stand its window, its validators, and since when the calendar can't be read.
 */
export function keepOutsideCalendar(ctx: AppContext, source: CalendarSource) {
  const poll = createCalendarPoll({
    source,
    timeZone: ctx.club.timeZone,
    clock: ctx.clock,
    log: ctx.log,
    async load() {
      const row = await findCache(ctx)
      if (!row?.windowFrom || !row.windowTo) return null
      const validators = row.validators === null ? null : (JSON.parse(row.validators) as CalendarValidators)
      return { window: { from: row.windowFrom, to: row.windowTo }, validators }
    },
    async onAnswer(answer, validators, readAt, dropped) {
      const wasFailing = (await findCache(ctx))?.failedAt != null
      let keep = validators
      if (answer !== 'unchanged') {
        const read = { answer, unreadable: new Set(dropped.ids) }
        const settled = await applyAnswer(ctx, { read, whereabouts: (ids) => source.whereabouts(ids) })
        // Something missing could not be looked up: the next reading must be a whole one, not "unchanged".
        if (!settled) keep = null
      }
      const stored = keep === null ? null : JSON.stringify(keep)
      await saveCache(ctx, {
        validators: stored,
        readAt,
        failedAt: null,
        failure: null,
        ...(answer === 'unchanged' ? {} : { windowFrom: answer.window.from, windowTo: answer.window.to }),
      })
      if (wasFailing) await announceState(ctx)
    },
    async onFailure(failure, at) {
      const wasFailing = (await findCache(ctx))?.failedAt != null
      await saveCache(ctx, { failure: failure.message, ...(wasFailing ? {} : { failedAt: at }) })
      if (!wasFailing) await announceState(ctx)
    },
  })
  return {
    async readNow() {
      await poll.readNow()
    },
    stop: () => poll.stop(),
  }
}

type Cache = {
  validators: string | null
  windowFrom: string | null
  windowTo: string | null
  readAt: string | null
  failedAt: string | null
  failure: string | null
}

function findCache({ database, calendarSource }: AppContext) {
  return database.db.selectFrom('calendarCache').selectAll().where('source', '=', calendarSource).executeTakeFirst()
}

async function saveCache({ database, calendarSource }: AppContext, set: Partial<Cache>) {
  const empty: Cache = {
    validators: null,
    windowFrom: null,
    windowTo: null,
    readAt: null,
    failedAt: null,
    failure: null,
  }
  await database.db
    .insertInto('calendarCache')
    .values({ source: calendarSource, ...empty, ...set })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(set))
    .execute()
}

/** Open screens say since when the calendar is stale, or stop saying so. */
function announceState(ctx: AppContext) {
  return ctx.write(async (_tx, announce) => announce('practices'))
}
