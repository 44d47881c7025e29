import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { CalendarAnswer, CalendarWindow } from '#domain/calendar-sync.ts'
import type { Clock } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { acquireApplyLock, applyAnswer } from './apply-events.ts'
import {
  type CalendarFailure,
  type CalendarReading,
  type CalendarSource,
  type CalendarValidators,
  calendarWindow,
  type NotedItems,
  notesOfPractices,
} from './calendar-source.ts'
import {
  type CalendarFindings,
  type Held,
  loadFindings,
  shownFindings,
  storedUndecided,
  withIdChange,
} from './findings.ts'

/**
 * Syncs the practices with an external calendar. We store the practices of the last good response, plus its window, its
 * validators, and since when the calendar can't be read.
 */
export function startOutsideCalendar(ctx: AppContext, source: CalendarSource) {
  const poll = createCalendarPoll({
    source,
    timeZone: ctx.club.timeZone,
    clock: ctx.clock,
    log: ctx.log,
    async load() {
      const row = await findCache(ctx.database.db, ctx)
      if (!row?.windowFrom || !row.windowTo) return null
      const validators = row.validators === null ? null : (JSON.parse(row.validators) as CalendarValidators)
      return { window: { from: row.windowFrom, to: row.windowTo }, validators }
    },
    async onAnswer(answer, validators, readAt, noted) {
      const read = { readAt, failedAt: null, failure: null }
      if (answer === 'unchanged') {
        await ctx.write(async (tx, announce) => {
          await acquireApplyLock(tx, ctx)
          const before = await findCache(tx, ctx)
          // An officer may just have decided something, which asks for a complete reading.
          const kept = before?.validators == null ? null : JSON.stringify(validators)
          await saveCache(tx, ctx, { ...read, validators: kept })
          if (before?.failedAt != null) announce('practices')
        })
        return
      }
      const reading = {
        read: { answer, unreadable: new Set(noted.incompleteIds) },
        whereabouts: (ids: string[]) => source.whereabouts(ids),
      }
      await applyAnswer(ctx, reading, {
        loadHeld: async (tx) => heldUntil(await findCache(tx, ctx), (await loadFindings(tx, ctx)).held, readAt),
        async save(tx, announce, { undecided, held, settled, changesMostIds }) {
          const before = await findCache(tx, ctx)
          const known = await loadFindings(tx, ctx)
          const notes = notesOfPractices(noted, ctx.club.practices)
          const findings: CalendarFindings = {
            notes: notes.slice(0, notesAtMost),
            noted: notes.length,
            undecided: storedUndecided(undecided),
            held,
            idChanges: changesMostIds ? withIdChange(known.idChanges, readAt) : known.idChanges,
          }
          await saveCache(tx, ctx, {
            ...read,
            // A missing event could not be looked up, or is held: the next reading must be complete, not "unchanged".
            validators: settled && validators ? JSON.stringify(validators) : null,
            windowFrom: answer.window.from,
            windowTo: answer.window.to,
            findings: JSON.stringify(findings),
          })
          const isNew = !isDeepStrictEqual(shownFindings(known, readAt), shownFindings(findings, readAt))
          if (isNew || before?.failedAt != null) announce('practices')
        },
      })
    },
    async onFailure(failure, at) {
      const wasFailing = (await findCache(ctx.database.db, ctx))?.failedAt != null
      await saveCache(ctx.database.db, ctx, { failure: failure.message, ...(wasFailing ? {} : { failedAt: at }) })
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

const notesAtMost = 100
const unseenAtMostMs = 10 * 60_000

/**
 * The hold. It begins again after a gap in which the calendar could not be read: practices must be missing all the while.
 * An officer's decision stays.
 */
function heldUntil(before: { readAt: string | null } | undefined, held: Held | null, readAt: string) {
  if (held === null || held.isDecided) return held
  const unseenMs = Date.parse(readAt) - Date.parse(before?.readAt ?? held.since)
  return unseenMs <= unseenAtMostMs ? held : { ...held, since: readAt }
}

type CalendarCacheState = {
  validators: string | null
  windowFrom: string | null
  windowTo: string | null
  readAt: string | null
  failedAt: string | null
  failure: string | null
  findings: string | null
}

function findCache(db: Db | Tx, { calendarSource }: AppContext) {
  return db.selectFrom('calendarCache').selectAll().where('source', '=', calendarSource).executeTakeFirst()
}

async function saveCache(db: Db | Tx, { calendarSource }: AppContext, set: Partial<CalendarCacheState>) {
  const empty: CalendarCacheState = {
    validators: null,
    windowFrom: null,
    windowTo: null,
    readAt: null,
    failedAt: null,
    failure: null,
    findings: null,
  }
  await db
    .insertInto('calendarCache')
    .values({ source: calendarSource, ...empty, ...set })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(set))
    .execute()
}

/** Open screens show since when the calendar is stale, or stop showing it. */
function announceState(ctx: AppContext) {
  return ctx.write(async (_tx, announce) => announce('practices'))
}

/**
 * Polls a calendar: one reading at a time, the first immediately. The poll stores nothing: the caller stores the last
 * good response with its validators and window, and `load` returns them before each reading, so that several processes
 * can share them. A failure goes to `onFailure` and leaves the stored response as it is.
 */
export type CalendarPollOptions = {
  source: CalendarSource
  /** The club's zone: the window starts and ends at midnight there. */
  timeZone: string
  everyMs?: number
  clock: Clock
  /** The window of the last good response and the validators that came with it; null if none is stored. */
  load(): Promise<{ window: CalendarWindow; validators: CalendarValidators | null } | null>
  /** Stores a response, or that the stored one was still current at `readAt` (ISO 8601, when the reading began). */
  onAnswer(
    answer: CalendarAnswer | 'unchanged',
    validators: CalendarValidators | null,
    readAt: string,
    noted: NotedItems,
  ): unknown
  onFailure(failure: CalendarFailure, at: string): unknown
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  random?: () => number
}

/** How a reading went. `broken`: storing or loading failed on our side, which is logged. */
type PollOutcome = 'answer' | 'unchanged' | 'stopped' | 'broken' | CalendarFailure

type CalendarPoll = AsyncDisposable & {
  /** Reads now, or joins the reading in progress. */
  readNow(): Promise<PollOutcome>
  /** Aborts the reading in progress, waits for what it has begun to store, and stops polling. */
  stop(): Promise<void>
}

const none: NotedItems = { count: 0, notes: [], incomplete: 0, incompleteIds: [] }

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
    else await onAnswer(reading.answer, reading.validators, readAt, reading.noted)
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
      await tellBroken()
    }
    underWay = null
    failures = outcome === 'answer' || outcome === 'unchanged' ? 0 : failures + 1
    if (stopping.signal.aborted) return outcome
    const tookMs = clock.now() - startedMs
    timer = clock.setTimeout(readNow, delayMs({ outcome, failures, everyMs, tookMs, random }))
    return outcome
  }

  /** Screens say since when the calendar is stale. If the database is away, they can't. */
  async function tellBroken() {
    const message = 'The calendar was read, but the practices couldn’t be updated. The server’s log says why.'
    const failure = { kind: 'bad-answer' as const, message }
    try {
      await onFailure(failure, new Date(clock.now()).toISOString())
    } catch (error) {
      log.warn({ err: error }, 'could not store that the calendar is stale')
    }
  }

  function readNow(): Promise<PollOutcome> {
    if (stopping.signal.aborted) return Promise.resolve('stopped')
    underWay ??= readAndPlan()
    return underWay
  }

  /** Logs what is new, not the same thing every minute. */
  function note(reading: CalendarReading) {
    const failing = reading.outcome === 'failure' ? reading.failure : null
    const noted = reading.outcome === 'answer' ? reading.noted.count : 0
    const trouble = failing?.kind === 'refused' ? failing.message : failing?.kind
    const now = trouble ?? (noted ? `noted ${noted}` : '')
    if (now === lastNote || (reading.outcome === 'unchanged' && lastNote.startsWith('noted'))) return
    lastNote = now
    if (failing)
      log.warn({ kind: failing.kind }, `could not read the calendar; keeping the last version. ${failing.message}`)
    else if (noted) log.warn({ events: noted }, 'calendar events could not be read fully; the doctor names them')
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
/** However long a server asks us to wait, we try again after an hour. */
const longestRetryAfterMs = 60 * 60_000
const jitter = 0.2

/**
 * Milliseconds until the next reading. After a failure: exponential backoff from 1 s with jitter, up to 15 minutes (or
 * Retry-After) for quota, and otherwise up to the usual interval, counted from the start of the last reading, so that a
 * calendar that recovers is seen no later than without a failure (T51, T52).
 */
function delayMs(facts: {
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
