import { CompiledQuery } from 'kysely'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import type { Database, Tx } from './database.ts'
import { nextVersions } from './topic-versions.ts'
import type { Act } from './write.ts'

type Waiting = {
  act: Act<unknown>
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}
/** What came of it, not told yet: `topics` are those that it announced. */
type Done = { waiting: Waiting; topics: Topic[] } & ({ answer: unknown } | { error: unknown })

/** For how long acts are taken into one transaction: reads wait for its end. */
const mostTogetherMs = 20

/**
 * Acts that come in the same turn of the event loop share one transaction of SQLite, and so one wait for the disk (record 0060). Each
 * stands for itself: one that throws is rolled back to where it began, and the others go on. Nobody is answered before the
 * commit, not even who is refused, for that may rest on what another one did; when the commit fails, all have failed.
 *
 * @param publish told of the topics' new versions after each commit
 */
export function createGroupCommit({ db, engine }: Database, publish: (changes: TopicChange[]) => void) {
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
        const topics = new Set(done.flatMap((each) => each.topics))
        return { done, changes: await nextVersions(tx, topics, engine) }
      })
    } catch (error) {
      // The transaction did not begin, or is not there any more: nobody's act has happened.
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
      // From a full or broken disk SQLite has gone back to before the transaction by itself, and there is nothing to go back to.
      await tx.executeQuery(rollBackToSavepoint).catch((gone) => {
        throw isOfDatabase(error) ? error : gone
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

function isOfDatabase(error: unknown) {
  return error instanceof Error && 'errcode' in error
}

const setSavepoint = CompiledQuery.raw('savepoint act')
const releaseSavepoint = CompiledQuery.raw('release act')
const rollBackToSavepoint = CompiledQuery.raw('rollback to act')
