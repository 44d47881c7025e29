import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import { compiled } from './compiled-query.ts'
import { chunk, type Database, type Tx } from './database.ts'

/**
 * Transactional outbox of changed topics, for PostgreSQL. Topic versions are rows that all writes share, so a write that raised them
 * would make every other write wait for its commit. Instead it adds a row of its own, and the versions are raised after the commit, for
 * many writes in one short transaction. If the process dies in between, another one announces the row within a second
 * (live/change-feed.ts), also if its transaction committed after others that began later.
 */

/** The NOTIFY channel over which processes on PostgreSQL report changes to each other. */
export const notifyChannel = 'quiver'

/** More are announced by the next transaction. */
const mostAnnounced = 1000

const insert = compiled((db, row: { id: string; topics: string }) => db.insertInto('topicOutbox').values(row))

/** In the write's transaction. */
export async function addToOutbox(tx: Tx, topics: Iterable<Topic>) {
  await insert(tx, { id: randomUUID(), topics: JSON.stringify([...topics]) })
}

// Rows that another process is announcing are left to it.
const take = compiled((db) =>
  db
    .deleteFrom('topicOutbox')
    .where('id', 'in', (eb) => eb.selectFrom('topicOutbox').select('id').limit(mostAnnounced).forUpdate().skipLocked())
    .returning('topics'),
)

/** Announces what has been committed: raises the versions of the topics, and notifies the other processes. */
export async function announceOutbox({ db }: Database): Promise<TopicChange[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await take(tx, {})
    if (rows.length === 0) return []
    const changes = await raiseVersions(
      tx,
      rows.flatMap(({ topics }) => JSON.parse(topics) as Topic[]),
    )
    await sql`select pg_notify(${notifyChannel}, ${notice(changes)})`.execute(tx)
    return changes
  })
}

const raise = compiled((db, { topics }: { topics: Topic[] }) =>
  db
    .insertInto('topicVersion')
    .values(topics.map((topic) => ({ topic, version: 1 })))
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ version: sql<number>`topic_version.version + 1` }))
    .returning(['topic', 'version']),
)

/**
 * Increments the versions of the topics. They are stored in the database, so that writes of a command or another process are noticed too.
 * Sorted, so that two transactions with the same topics can't deadlock.
 */
export async function raiseVersions(tx: Tx, announced: Topic[]) {
  const changes: TopicChange[] = []
  for (const topics of chunk([...new Set(announced)].sort()))
    changes.push(...((await raise(tx, { topics })) as TopicChange[]))
  return changes
}

/** PostgreSQL limits a NOTIFY payload to 8,000 bytes. A listener that receives an empty list reads all versions. */
function notice(changes: TopicChange[]) {
  const text = JSON.stringify(changes)
  return text.length < 7000 ? text : '[]'
}
