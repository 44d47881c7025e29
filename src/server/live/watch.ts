import { sql } from 'kysely'
import pg from 'pg'
import type { Topic, TopicChange } from '#domain/topics.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notifyChannel } from '../db/write.ts'
import { repeat } from '../jobs/repeat.ts'

export type Watch = { stop: () => Promise<void> }
type Publish = (changes: TopicChange[]) => void
type Log = { warn: (details: object, message: string) => void }

const lookEveryMs = 1000
/** A lost notice is made good by reading all versions now and then (T81). */
const rereadEveryMs = 15_000

/**
 * Notices what another process or a command has written and publishes it here: SQLite by its `data_version`, which changes
 * when somebody else commits; PostgreSQL by NOTIFY, and by reading the versions every 15 seconds and at each reconnect.
 */
export async function watchChanges(database: Database, publish: Publish, clock: Clock, log: Log): Promise<Watch> {
  publish(await readVersions(database))
  return database.connectionString === null
    ? watchSqlite(database, publish, clock, log)
    : watchPostgres(database, database.connectionString, publish, clock, log)
}

async function readVersions({ db }: Database): Promise<TopicChange[]> {
  const rows = await db.selectFrom('topicVersion').select(['topic', 'version']).execute()
  return rows.map((row) => ({ topic: row.topic as Topic, version: row.version }))
}

/** Runs `look` every so often; a failed look is logged and tried again. */
function every(everyMs: number, clock: Clock, log: Log, look: () => Promise<void>): Watch {
  const onError = (error: unknown) => log.warn({ err: error }, 'could not look for changes of other processes')
  return repeat({ everyMs, clock, onError }, look)
}

function watchSqlite(database: Database, publish: Publish, clock: Clock, log: Log) {
  let known = -1
  return every(lookEveryMs, clock, log, async () => {
    const { rows } = await sql<{ dataVersion: number }>`pragma data_version`.execute(database.db)
    const version = rows[0]?.dataVersion ?? 0
    if (version === known) return
    known = version
    publish(await readVersions(database))
  })
}

function watchPostgres(database: Database, connectionString: string, publish: Publish, clock: Clock, log: Log): Watch {
  let stopped = false
  let client: pg.Client | null = null
  let timer: unknown
  const reread = async () => publish(await readVersions(database))

  async function connect() {
    const next = new pg.Client({ connectionString, keepAlive: true })
    client = next
    const lost = (error?: Error) => {
      if (stopped || client !== next) return
      client = null
      if (error) log.warn({ err: error }, 'the listening connection was lost')
      timer = clock.setTimeout(() => void connect(), 1000)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', (message) => {
      const changes = parseNotice(message.payload)
      if (changes.length > 0) publish(changes)
      else reread().catch((error) => log.warn({ err: error }, 'could not read topic versions'))
    })
    try {
      await next.connect()
      await next.query(`listen ${notifyChannel}`)
      await reread()
    } catch (error) {
      await next.end().catch(() => {})
      lost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const poll = every(rereadEveryMs, clock, log, reread)
  void connect()
  return {
    stop: async () => {
      stopped = true
      clock.clearTimeout(timer)
      await poll.stop()
      await client?.end().catch(() => {})
    },
  }
}

function parseNotice(payload: string | undefined): TopicChange[] {
  try {
    return JSON.parse(payload ?? '[]') as TopicChange[]
  } catch {
    return []
  }
}
