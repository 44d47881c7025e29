import type { Logger } from 'pino'
import type { CalendarAnswer, CalendarWindow } from '#domain/calendar-sync.ts'
import type { Clock } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import { applyAnswer } from './apply-events.ts'
import {
  type CalendarFailure,
  type CalendarReading,
  type CalendarSource,
  type CalendarValidators,
  calendarWindow,
  type DroppedItems,
} from './calendar-source.ts'

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

/**
 * Reads a calendar again and again (D22): one reading at a time, the first at once. The poll keeps nothing: the caller
 * stores the last good answer with its validators and window, and `load` gives them back before every reading, so that
 * several processes can share them. A failure goes to `onFailure` and touches no answer.
 */
export type CalendarPollOptions = {
  source: CalendarSource
  /** The club's zone: the window begins and ends at its midnights. */
  timeZone: string
  everyMs?: number
  clock: Clock
  /** What is stored: of which window the last good answer is, and the validators that came with it. */
  load(): Promise<{ window: CalendarWindow; validators: CalendarValidators | null } | null>
  /** Stores an answer, or notes that the stored one was still right at `readAt` (ISO 8601, when the reading began). */
  onAnswer(
    answer: CalendarAnswer | 'unchanged',
    validators: CalendarValidators | null,
    readAt: string,
    dropped: DroppedItems,
  ): unknown
  onFailure(failure: CalendarFailure, at: string): unknown
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  random?: () => number
}

/** How a reading went. `broken`: our own side could not store or load; it is logged. */
type PollOutcome = 'answer' | 'unchanged' | 'stopped' | 'broken' | CalendarFailure

type CalendarPoll = AsyncDisposable & {
  /** Reads now, or joins the reading under way. */
  readNow(): Promise<PollOutcome>
  /** Ends the reading under way, waits for what it had begun to store, and reads no more. */
  stop(): Promise<void>
}

const none: DroppedItems = { count: 0, ids: [] }

export function createCalendarPoll(options: CalendarPollOptions): CalendarPoll {
  const { source, timeZone, everyMs = 60_000, clock, load, onAnswer, onFailure, log, random = Math.random } = options
  const stopping = new AbortController()
  let timer: unknown
  let underWay: Promise<PollOutcome> | null = null
  let failures = 0
  let lastNote = ''

  async function read(startedMs: number): Promise<PollOutcome> {
    const window = calendarWindow(startedMs, timeZone)
    const stored = await load()
    const same = stored?.window.from === window.from && stored.window.to === window.to
    const validators = same ? stored.validators : null
    const reading = await source.read({ window, validators, signal: stopping.signal })
    if (stopping.signal.aborted || reading.outcome === 'stopped') return 'stopped'
    note(reading)
    if (reading.outcome === 'failure') {
      await onFailure(reading.failure, new Date(clock.now()).toISOString())
      return reading.failure
    }
    const readAt = new Date(startedMs).toISOString()
    if (reading.outcome === 'unchanged') await onAnswer('unchanged', reading.validators, readAt, none)
    else await onAnswer(reading.answer, reading.validators, readAt, reading.dropped)
    return reading.outcome
  }

  async function readAndPlan(): Promise<PollOutcome> {
    clock.clearTimeout(timer)
    const startedMs = clock.now()
    let outcome: PollOutcome
    try {
      outcome = await read(startedMs)
    } catch (error) {
      log.error({ err: error }, 'calendar update failed on our side')
      outcome = 'broken'
    }
    underWay = null
    failures = outcome === 'answer' || outcome === 'unchanged' ? 0 : failures + 1
    if (stopping.signal.aborted) return outcome
    const tookMs = clock.now() - startedMs
    timer = clock.setTimeout(readNow, delayMs({ outcome, failures, everyMs, tookMs, random }))
    return outcome
  }

  function readNow(): Promise<PollOutcome> {
    if (stopping.signal.aborted) return Promise.resolve('stopped')
    underWay ??= readAndPlan()
    return underWay
  }

  /** Says what is new, not the same thing every minute. */
  function note(reading: CalendarReading) {
    const failing = reading.outcome === 'failure' ? reading.failure : null
    const dropped = reading.outcome === 'answer' ? reading.dropped.count : 0
    const trouble = failing?.kind === 'refused' ? failing.message : failing?.kind
    const now = trouble ?? (dropped ? `dropped ${dropped}` : '')
    if (now === lastNote || (reading.outcome === 'unchanged' && lastNote.startsWith('dropped'))) return
    lastNote = now
    if (failing)
      log.warn({ kind: failing.kind }, `could not read the calendar; keeping the last version. ${failing.message}`)
    else if (dropped) log.warn({ dropped }, 'skipped calendar events that could not be read')
    else log.info({}, 'calendar is readable again')
  }

  async function stop() {
    stopping.abort()
    clock.clearTimeout(timer)
    await underWay
  }

  readNow()
  return { readNow, stop, [Symbol.asyncDispose]: stop }
}

const firstDelayMs = 1_000
const longestDelayMs = 15 * 60_000
/** Whatever a server asks for, an hour later it is asked again. */
const longestRetryAfterMs = 60 * 60_000
const jitter = 0.2

/**
 * How long until the next reading. After a failure 1 s, doubling: up to 15 minutes (or as Retry-After says) for quota; up
 * to the usual time for the rest, counted from the beginning of the last reading, so that a calendar that comes back is
 * seen no later than it would be without a fault (T51, T52).
 */
export function delayMs(facts: {
  outcome: PollOutcome
  failures: number
  everyMs: number
  tookMs: number
  random: () => number
}) {
  const { outcome, failures, everyMs, tookMs, random } = facts
  const usual = Math.max(firstDelayMs, everyMs - Math.max(0, tookMs))
  if (failures === 0) return usual
  const doubled = firstDelayMs * 2 ** Math.min(failures - 1, 20)
  const spread = 1 - jitter + 2 * jitter * random()
  const backOff = Math.round(Math.min(doubled, longestDelayMs) * spread)
  if (typeof outcome !== 'object' || outcome.kind !== 'quota') return Math.min(backOff, usual)
  return Math.max(backOff, Math.min(outcome.retryAfterMs ?? 0, longestRetryAfterMs))
}
