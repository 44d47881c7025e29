import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Topic, TopicChange } from '#domain/topics.ts'
import type { Database, Engine, Tx } from './database.ts'
import { inPortions } from './portions.ts'

/**
 * The one way to write: facts are loaded under a lock, a pure rule decides, rows are saved and topics announced, all in one
 * transaction; listeners hear of it only after the commit. Topic versions live in the database, so that a command or
 * another process that writes is noticed too (live/watch.ts).
 */
export type Announce = (...topics: Topic[]) => void
export type Act<T> = (tx: Tx, announce: Announce) => Promise<T>
export type Write = <T>(act: Act<T>) => Promise<T>

/** The channel on which PostgreSQL carries changes between processes. */
export const notifyChannel = 'quiver'
const mostTries = 6
/** How long a write waits, all tries together, for another process that holds the SQLite file. */
const busyForMs = 5000

/**
 * @param publish told of the topics' new versions after each commit
 * @returns a `write` whose `act` may run more than once: when it lost a race on PostgreSQL (serialisation failure, deadlock,
 * or a row that somebody else inserted first) it is rolled back and decides anew on what is there now. So it must do
 * nothing outside its transaction. A SQLite file that a command holds is waited for without blocking the process.
 */
export function createWrite(database: Database, publish: (changes: TopicChange[]) => void): Write {
  return async (act) => {
    const begunAt = performance.now()
    for (let tries = 1; ; tries++) {
      try {
        const { answer, changes } = await database.db.transaction().execute(async (tx) => {
          const topics = new Set<Topic>()
          const answer = await act(tx, (...announced) => {
            for (const topic of announced) topics.add(topic)
          })
          return { answer, changes: await nextVersions(tx, topics, database.engine) }
        })
        publish(changes)
        return answer
      } catch (error) {
        if (isBusy(error)) {
          if (performance.now() - begunAt > busyForMs) throw error
        } else if (!lostRace(error) || tries >= mostTries) throw error
        await pause(Math.random() * 10 * Math.min(tries, mostTries))
      }
    }
  }
}

/** Sorted, so that two transactions with the same topics never wait for each other in a circle. */
async function nextVersions(tx: Tx, topics: Set<Topic>, engine: Engine) {
  const changes: TopicChange[] = []
  for (const portion of inPortions([...topics].sort())) {
    const rows = await tx
      .insertInto('topicVersion')
      .values(portion.map((topic) => ({ topic, version: 1 })))
      .onConflict((conflict) =>
        conflict.column('topic').doUpdateSet({ version: sql<number>`topic_version.version + 1` }),
      )
      .returning(['topic', 'version'])
      .execute()
    changes.push(...(rows as TopicChange[]))
  }
  if (engine === 'postgres' && changes.length > 0)
    await sql`select pg_notify(${notifyChannel}, ${notice(changes)})`.execute(tx)
  return changes
}

/** PostgreSQL refuses notices of 8,000 bytes; a listener that gets an empty one reads all versions. */
function notice(changes: TopicChange[]) {
  const text = JSON.stringify(changes)
  return text.length < 7000 ? text : '[]'
}

/** SQLite's answer while a command beside the server writes. */
function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

/** What an act throws that finds a row changed since it read it: it is rolled back, and decides anew. */
export class OvertakenError extends Error {
  override name = 'OvertakenError'
  readonly code = 'overtaken'
}

const raceCodes = new Set(['40001', '40P01', '23505', 'overtaken'])

function lostRace(error: unknown) {
  return error instanceof Error && 'code' in error && raceCodes.has(String(error.code))
}
