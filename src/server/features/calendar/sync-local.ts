import type { CalendarEvent } from '#domain/calendar-sync.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { addSampleSettings } from '#server/features/samples/shown-club.ts'
import { runRepeatedly } from '#server/ops/jobs/scheduler.ts'
import { applyAnswer, type FindWhereabouts } from './apply-events.ts'
import { calendarWindow } from './calendar-window.ts'
import { readBuiltIn, readBuiltInEvents } from './local-events.ts'
import { addSamples } from './sample-practices.ts'

export type KeptCalendar = {
  /** Reads the calendar now and brings the practices in line. */
  readNow: () => Promise<void>
  stop: () => Promise<void>
}

const everyMs = 60_000

/** Keeps the practices in line with the built-in calendar, whose window moves on with the days. */
export async function keepBuiltInCalendar(ctx: AppContext): Promise<KeptCalendar> {
  const read = () => readBuiltInNow(ctx)
  const onError = (error: unknown) => ctx.log.warn({ err: error }, 'could not read the built-in calendar')
  await read()
  return { readNow: read, ...runRepeatedly({ everyMs, clock: ctx.clock, onError }, read) }
}

/** What stands in it now becomes practices; also at once after an officer has changed it. */
export async function readBuiltInNow(ctx: AppContext) {
  const window = calendarWindow(ctx.clock.now(), ctx.club.timeZone)
  const readFrom = async (db: Db | Tx) => {
    const whereabouts: FindWhereabouts = async (ids) => {
      const events = await readBuiltInEvents(db, ids)
      const found = new Map<string, CalendarEvent>(events.map((event) => [event.id, event]))
      return new Map(ids.map((id) => [id, found.get(id) ?? 'gone']))
    }
    return { read: { answer: await readBuiltIn(db, window), unreadable: new Set<string>() }, whereabouts }
  }
  await applyAnswer(ctx, await readFrom(ctx.database.db), readFrom)
}

/** A new club on its own machine starts with something to try; any other has no use for samples. */
export async function addSamplesOnce(ctx: AppContext, facts: { local: boolean }) {
  if (!facts.local) return
  await ctx.write(async (tx) => {
    const { events } = await tx
      .selectFrom('calendarEvent')
      .select((eb) => eb.fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow()
    const { people } = await tx
      .selectFrom('user')
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow()
    const { practices } = await tx
      .selectFrom('practice')
      .select((eb) => eb.fn.countAll<number>().as('practices'))
      .executeTakeFirstOrThrow()
    if (events + people + practices > 0) return
    await addSampleSettings(tx, nowAsText(ctx))
    if (ctx.calendarSource !== 'built-in') return
    await addSamples(tx, { nowMs: ctx.clock.now(), timeZone: ctx.club.timeZone })
  })
}
