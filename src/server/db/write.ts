import { setTimeout as pause } from 'node:timers/promises'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import type { Database, Tx } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import { nextVersions } from './topic-versions.ts'

export type Announce = (...topics: Topic[]) => void
export type Act<T> = (tx: Tx, announce: Announce) => Promise<T>
/**
 * How operations write: facts are loaded under a lock, a pure rule decides, rows are saved and topics announced, all in one
 * transaction; listeners hear of it only after the commit.
 */
export type Write = <T>(act: Act<T>) => Promise<T>

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
  const carryOut =
    database.engine === 'sqlite' ? createGroupCommit(database, publish) : createPlainCommit(database, publish)
  return async (act) => {
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
}

/** PostgreSQL carries out many transactions at once, and lets their commits share the disk by itself. */
function createPlainCommit({ db, engine }: Database, publish: (changes: TopicChange[]) => void) {
  return async <T>(act: Act<T>) => {
    const { answer, changes } = await db.transaction().execute(async (tx) => {
      const topics = new Set<Topic>()
      const answer = await act(tx, (...announced) => {
        for (const topic of announced) topics.add(topic)
      })
      return { answer, changes: await nextVersions(tx, topics, engine) }
    })
    publish(changes)
    return answer
  }
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
