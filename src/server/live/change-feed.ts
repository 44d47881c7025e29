import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import type { Clock } from '#server/clock.ts'
import type { DescribedChange, HomeChanges, LiveHub } from '#server/context.ts'
import { type Database, lifeColumn } from '#server/db/database.ts'
import { announceOutbox, notifyChannel } from '#server/db/topic-outbox.ts'
import { runRepeatedly } from '#server/ops/jobs/scheduler.ts'

type ChangeFeed = { stop: () => Promise<void> }
type Publish = (changes: TopicChange[]) => void
type Log = { warn: (details: object, message: string) => void }

/** How soon a change shows that no NOTIFY tells of, as behind a connection pooler, or when a process dies before sending it (T81). */
const lookEveryMs = 1000
const checkConnectionEveryMs = 10_000
/** Far more than the changes of one topic within the replication lag of a standby. */
const raisedBy = 1000
/** Without a response for this long, the LISTEN connection counts as lost. */
const answersWithinMs = 4000

/**
 * Detects writes of other processes and commands, and publishes their topics. On SQLite it polls `data_version`, which changes when
 * another connection commits. On PostgreSQL it uses NOTIFY, and polls for what no NOTIFY has told; each process also announces what
 * another one has left in the outbox.
 */
export async function followChanges(database: Database, publish: Publish, clock: Clock, log: Log): Promise<ChangeFeed> {
  const { connectionString } = database
  if (connectionString === null) {
    publish(await readVersions(database))
    return watchSqlite(database, publish, clock, log)
  }
  const { life } = await readState(database)
  publish(await readVersions(database))
  return watchPostgres(database, { connectionString, life }, publish, clock, log)
}

async function readVersions({ db }: Database): Promise<TopicChange[]> {
  const rows = await db.selectFrom('topicVersion').select(['topic', 'version']).execute()
  return rows.map((row) => ({ topic: row.topic as Topic, version: row.version }))
}

/**
 * After a failover, the standby may lack the last changes and would assign their versions again. Raise all versions by more than can
 * have been lost, so that clients that saw the lost ones notice new changes.
 */
async function raiseAllVersions({ db }: Database) {
  await db
    .updateTable('topicVersion')
    .set({ version: sql`version + ${raisedBy}` })
    .execute()
  await sql`select pg_notify(${notifyChannel}, '[]')`.execute(db)
}

/**
 * @returns `versions` differs after each change, because versions only rise; cheaper to transfer than the versions, as each member has
 * topics. `isPending`: whether a committed change was not announced.
 */
async function readState({ db }: Database) {
  const { rows } = await sql<{ life: string; versions: string; isPending: boolean }>`
    select ${lifeColumn} as life, count(*) || ' ' || coalesce(sum(version), 0) as versions,
      exists (select 1 from topic_outbox) as is_pending
    from topic_version`.execute(db)
  return rows[0] ?? { life: '', versions: '', isPending: false }
}

/** Runs `look` periodically; errors are logged, and the next run tries again. */
function every(everyMs: number, clock: Clock, log: Log, look: () => Promise<void>): ChangeFeed {
  const onError = (error: unknown) => log.warn({ err: error }, 'could not check for changes from other processes')
  return runRepeatedly({ everyMs, clock, onError }, look)
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

type Server = { connectionString: string; life: string }

function watchPostgres(database: Database, server: Server, publish: Publish, clock: Clock, log: Log): ChangeFeed {
  const { connectionString } = server
  let { life } = server
  let stopped = false
  let listener: { client: pg.Client; isListening: boolean; lost: (error?: Error) => void } | null = null
  let timer: unknown
  let known = ''

  async function reread() {
    publish(await readVersions(database))
  }

  async function look() {
    const state = await readState(database)
    if (state.isPending) publish(await announceOutbox(database))
    if (state.life !== life) await raiseAllVersions(database)
    if (state.life !== life || state.versions !== known) await reread()
    life = state.life
    known = state.versions
  }

  async function connect() {
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
    })
    const mine = { client, isListening: false, lost }
    listener = mine
    function lost(error?: Error) {
      if (stopped || listener !== mine) return
      listener = null
      giveUp(client)
      if (error) log.warn({ err: error }, 'lost the LISTEN connection')
      timer = clock.setTimeout(() => void connect(), 1000)
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', (message) => {
      const changes = parseNotice(message.payload)
      if (changes.length > 0) publish(changes)
      else reread().catch((error) => log.warn({ err: error }, 'could not read topic versions'))
    })
    try {
      await client.connect()
      await client.query(`listen ${notifyChannel}`)
      mine.isListening = true
      await look()
    } catch (error) {
      lost(asError(error))
    }
  }

  /** Detects a dead network: a connection that only listens would wait forever. */
  async function checkConnection() {
    if (!listener?.isListening) return
    const { client, lost } = listener
    await client.query('select 1').catch((error) => lost(asError(error)))
  }

  const poll = every(lookEveryMs, clock, log, look)
  const check = every(checkConnectionEveryMs, clock, log, checkConnection)
  void connect()
  return {
    stop: async () => {
      stopped = true
      clock.clearTimeout(timer)
      await Promise.all([poll.stop(), check.stop()])
      if (listener) giveUp(listener.client)
    },
  }
}

/** Destroys the socket without closing the session properly, which would have to wait for the server. */
function giveUp(client: pg.Client) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.destroy()
}

function asError(error: unknown) {
  return error instanceof Error ? error : new Error(String(error))
}

function parseNotice(payload: string | undefined): TopicChange[] {
  try {
    return JSON.parse(payload ?? '[]') as TopicChange[]
  } catch {
    return []
  }
}

/** A change of one of these may change what every member sees on the home page. */
const shownAtHome: Topic[] = ['live', 'practices']
/** The streams get what has changed at most this often: each change is written to every one of them. */
const toldEveryMs = 100
/**
 * Publish/subscribe within the process. Drops versions that it has already published, so that polling and NOTIFY can overlap.
 * @param homeChanges describes the changes for the streams; without it they get versions alone
 */
export function createLiveHub(homeChanges: HomeChanges | null = null): LiveHub {
  const listeners = new Set<(change: TopicChange) => void>()
  const followers = new Set<(change: DescribedChange) => void>()
  const seen = new Map<Topic, number>()
  let untold = new Map<Topic, TopicChange>()
  let isTelling = false
  let beginning: Promise<void> | null = null

  async function tell() {
    try {
      while (untold.size > 0) {
        const changes = untold
        untold = new Map()
        let home = (followers.size > 0 && (await homeChanges?.next().catch(() => null))) || null
        for (const change of changes.values()) {
          const described: DescribedChange = { ...change, home }
          for (const follower of followers) follower(described)
          // One of the events carries all of it.
          home &&= { revision: home.revision }
        }
        await pause(toldEveryMs)
      }
    } finally {
      isTelling = false
    }
  }

  return {
    publish(changes) {
      for (const change of changes) {
        if (change.version <= (seen.get(change.topic) ?? 0)) continue
        seen.set(change.topic, change.version)
        for (const listener of listeners) listener(change)
        if (followers.size === 0) continue
        if (shownAtHome.includes(change.topic)) untold.set(change.topic, change)
        else for (const follower of followers) follower({ ...change, home: null })
      }
      if (untold.size === 0 || isTelling) return
      isTelling = true
      void tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async follow(listener) {
      followers.add(listener)
      // The first one waits for the state that the next change is compared with, and so do those that come in the meantime.
      if (followers.size === 1) beginning = homeChanges?.begin().catch(() => {}) ?? null
      await beginning
      return () => followers.delete(listener)
    },
  }
}
