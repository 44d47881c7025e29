import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import type { Database, Engine, Tx } from './database.ts'
import { pipelined } from './pipelining-dialect.ts'
import { addToOutbox, announceOutbox, raiseVersions } from './topic-outbox.ts'

export type Announce = (...topics: Topic[]) => void
type Act<T> = (tx: Tx, announce: Announce) => Promise<T>
/**
 * The one way to write: an operation loads what it needs under a lock, lets a pure rule decide, stores rows and announces topics, all
 * in one transaction. Subscribers are notified only after the commit, on PostgreSQL perhaps a moment after `write` has resolved.
 */
export type Write = <T>(act: Act<T>) => Promise<T>

const mostTries = 6
/** How long a write waits in total, over all attempts, for another process that has locked the SQLite file. */
const busyForMs = 5000

/**
 * @param publish receives the topics' new versions after each commit
 * @returns a `write` that may run `act` more than once: if it lost a race (serialization failure, deadlock, a row that another
 * transaction inserted first, or `OvertakenError`), it is rolled back and runs again on the current data. So `act` must have no effect
 * outside its transaction. While another process has locked the SQLite file, `write` retries without blocking the process.
 */
export function createWrite(database: Database, publish: (changes: TopicChange[]) => void) {
  const announcer = createAnnouncer(database, publish)
  const carryOut =
    database.engine === 'sqlite' ? createGroupCommit(database, publish) : createPlainCommit(database, announcer)
  const write: Write = async (act) => {
    const begunAt = performance.now()
    for (let tries = 1; ; tries++) {
      try {
        return await carryOut(act)
      } catch (error) {
        if (isBusy(error)) {
          if (performance.now() - begunAt > busyForMs) throw error
        } else if (!lostRace(error) || tries >= mostTries) throw error
        await pause(Math.random() * 10 * Math.min(tries, mostTries))
      }
    }
  }
  /** Resolves when everything written so far is announced, which PostgreSQL does after the commit; await it before closing. */
  return Object.assign(write, { settled: announcer.settled })
}

/** PostgreSQL runs transactions concurrently, and does group commit on its own. */
function createPlainCommit({ db }: Database, announcer: ReturnType<typeof createAnnouncer>) {
  return async <T>(act: Act<T>) => {
    const topics = new Set<Topic>()
    let added: Promise<void> | null = null
    try {
      const answer = await db.transaction().execute((transaction) =>
        pipelined(transaction, async (tx) => {
          const answer = await act(tx, (...announced) => {
            for (const topic of announced) topics.add(topic)
          })
          if (topics.size > 0) {
            // Sent together with the commit, which fails if this does.
            added = addToOutbox(tx, topics)
            added.catch(() => {})
          }
          return answer
        }),
      )
      if (topics.size > 0) announcer.wake()
      return answer
    } catch (error) {
      await added
      throw error
    }
  }
}

/** At least this long between the beginnings of two announcements. */
const announcedEveryMs = 50

/** Announces what is in the outbox: the first change of a rush right away, and what follows together. */
function createAnnouncer(database: Database, publish: (changes: TopicChange[]) => void) {
  let running: Promise<void> | null = null
  let isNeeded = false
  let begunAt = Number.NEGATIVE_INFINITY
  let waiting: AbortController | null = null

  async function run() {
    while (isNeeded) {
      const waitMs = begunAt + announcedEveryMs - performance.now()
      waiting = new AbortController()
      if (waitMs > 0) await pause(waitMs, null, { signal: waiting.signal }).catch(() => {})
      isNeeded = false
      begunAt = performance.now()
      // If this fails, the rows stay in the outbox, and the change feed tries again within a second.
      publish(await announceOutbox(database).catch(() => []))
    }
  }

  return {
    wake() {
      isNeeded = true
      running ??= run().finally(() => {
        running = null
      })
    },
    /** Announces what has been committed without waiting for more. */
    async settled() {
      waiting?.abort()
      await running
    },
  }
}

/** SQLITE_BUSY: another process, such as a command, is writing. */
function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

/** Thrown by an operation that finds a row changed since it read it (optimistic locking); the operation is rolled back and retried. */
export class OvertakenError extends Error {
  override name = 'OvertakenError'
  readonly code = 'overtaken'
}

const raceCodes = new Set(['40001', '40P01', '23505', 'overtaken'])

function lostRace(error: unknown) {
  return error instanceof Error && 'code' in error && raceCodes.has(String(error.code))
}

type Waiting = {
  act: Act<unknown>
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}
/** The outcome of an operation before it is reported to its caller; `topics` are those that it announced. */
type Done = { waiting: Waiting; topics: Topic[] } & ({ answer: unknown } | { error: unknown })

/** How long one transaction accepts further operations; kept short, because reads wait for its end. */
const mostTogetherMs = 20

/**
 * Group commit: operations that arrive in the same turn of the event loop share one SQLite transaction, and so one fsync (record
 * 0060). Each has its own savepoint: one that throws is rolled back to it, and the others continue. No result is reported before the
 * commit, not even an error, because it may depend on what another operation did; if the commit fails, all of them fail.
 *
 * @param publish receives the topics' new versions after each commit
 */
function createGroupCommit({ db }: Database, publish: (changes: TopicChange[]) => void) {
  const queue: Waiting[] = []
  let isRunning = false

  async function run() {
    try {
      while (queue.length > 0) await commitSome()
    } finally {
      isRunning = false
    }
  }

  async function commitSome() {
    const taken: Waiting[] = []
    let committed: { done: Done[]; changes: TopicChange[] }
    try {
      committed = await db.transaction().execute(async (tx) => {
        const done = await doSome(tx, taken)
        const topics = done.flatMap((each) => each.topics)
        return { done, changes: await raiseVersions(tx, topics) }
      })
    } catch (error) {
      if (error instanceof TransactionGone) {
        // The last operation made SQLite roll back the whole transaction; the others run again.
        taken.pop()?.reject(error.cause)
        queue.unshift(...taken)
        return
      }
      // The transaction did not begin or could not be committed, so none of the operations took effect.
      if (taken.length === 0) taken.push(...queue.splice(0))
      for (const { reject } of taken) reject(error)
      return
    }
    try {
      publish(committed.changes)
    } finally {
      for (const { waiting, ...result } of committed.done) {
        if ('error' in result) waiting.reject(result.error)
        else waiting.resolve(result.answer)
      }
    }
  }

  async function doSome(tx: Tx, taken: Waiting[]) {
    const untilMs = performance.now() + mostTogetherMs
    const done: Done[] = []
    do {
      const waiting = queue.shift()
      if (waiting === undefined) break
      taken.push(waiting)
      done.push(await doOne(tx, waiting))
    } while (performance.now() < untilMs)
    return done
  }

  async function doOne(tx: Tx, waiting: Waiting): Promise<Done> {
    const topics: Topic[] = []
    await tx.executeQuery(setSavepoint)
    try {
      const answer = await waiting.act(tx, (...announced) => void topics.push(...announced))
      await tx.executeQuery(releaseSavepoint)
      return { waiting, topics, answer }
    } catch (error) {
      // After an error such as a full disk, SQLite has already rolled back the whole transaction, and the savepoint is gone.
      await tx.executeQuery(rollBackToSavepoint).catch((gone) => {
        throw new TransactionGone('SQLite has undone the transaction', { cause: isOfDatabase(error) ? error : gone })
      })
      await tx.executeQuery(releaseSavepoint)
      return { waiting, topics: [], error }
    }
  }

  return <T>(act: Act<T>) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ act, resolve: resolve as (answer: unknown) => void, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(run)
    })
}

class TransactionGone extends Error {}

function isOfDatabase(error: unknown) {
  return error instanceof Error && 'errcode' in error
}

const setSavepoint = CompiledQuery.raw('savepoint act')
const releaseSavepoint = CompiledQuery.raw('release act')
const rollBackToSavepoint = CompiledQuery.raw('rollback to act')

/** @returns an opaque mark that differs from an earlier one of the same transaction if it has written anything since */
export async function countWrites(tx: Tx, engine: Engine): Promise<string> {
  const mark = engine === 'sqlite' ? sql`total_changes()` : sql`coalesce(pg_current_xact_id_if_assigned()::text, '')`
  const { rows } = await sql<{ mark: unknown }>`select ${mark} as mark`.execute(tx)
  return String(rows[0]?.mark)
}
