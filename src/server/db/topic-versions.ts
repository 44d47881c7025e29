import { sql } from 'kysely'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import { chunk } from './chunk.ts'
import { compiled } from './compiled-query.ts'
import type { Engine, Tx } from './database.ts'

/** The channel on which PostgreSQL carries changes between processes. */
export const notifyChannel = 'quiver'

const raise = compiled((db, { topics }: { topics: Topic[] }) =>
  db
    .insertInto('topicVersion')
    .values(topics.map((topic) => ({ topic, version: 1 })))
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ version: sql<number>`topic_version.version + 1` }))
    .returning(['topic', 'version']),
)

/**
 * Raises the versions of what was announced, in the transaction of the write: they live in the database, so that a command or another
 * process that writes is noticed too (live/change-feed.ts). Sorted, so that two transactions with the same topics never wait for
 * each other in a circle.
 */
export async function nextVersions(tx: Tx, announced: Set<Topic>, engine: Engine) {
  const changes: TopicChange[] = []
  for (const topics of chunk([...announced].sort())) {
    const rows = await raise(tx, { topics })
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
