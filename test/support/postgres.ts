import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Client, escapeIdentifier, Pool } from 'pg'

export interface Postgres extends AsyncDisposable {
  /** Connects as superuser to the database `postgres`. */
  url: string
  stop(): Promise<void>
  /** Resolves once it listens again, on the same port; a crash ends nothing cleanly. */
  restart(how: 'restart' | 'crash'): Promise<void>
}

export interface Database extends AsyncDisposable {
  name: string
  url: string
}

/** What `postgres-keeper.ts` sends at its start and after each restart. */
export type KeeperReport = { url: string } | { error: string } | { restarted: string }

/**
 * A real PostgreSQL of its own, on a free port of 127.0.0.1, which ends with the process that started it. By default it
 * trades durability for speed: a benchmark or fault test that depends on commits needs `durable`.
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<Postgres> {
  // Detached, so that Ctrl-C in a terminal reaches only us: the keeper then sees that we are gone and cleans up.
  const keeper = fork(new URL('./postgres-keeper.ts', import.meta.url), [durable ? 'durable' : 'fast'], {
    detached: true,
    execArgv: [],
  })
  const exited = once(keeper, 'exit')
  const hear = async () => {
    const [report] = await Promise.race([once(keeper, 'message'), exited.then(() => [{ error: 'its keeper ended' }])])
    return report as KeeperReport
  }
  const started = await hear()
  if (!('url' in started)) throw new Error(`PostgreSQL did not start: ${JSON.stringify(started)}`)
  // Nothing here keeps this process from exiting.
  keeper.unref()
  keeper.channel?.unref()
  const stop = async () => {
    keeper.ref()
    if (keeper.connected) keeper.disconnect()
    await exited
  }
  const restart = async (how: 'restart' | 'crash') => {
    keeper.send(how)
    const report = await hear()
    if (!('restarted' in report)) throw new Error(`PostgreSQL did not come back: ${JSON.stringify(report)}`)
  }
  return { url: started.url, stop, restart, [Symbol.asyncDispose]: stop }
}

/** A new database, empty or a copy of `template`, dropped when disposed of. */
export async function createDatabase(adminUrl: string, { template }: { template?: string } = {}): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const from = template ? ` TEMPLATE ${escapeIdentifier(template)}` : ''
  // Copying files is faster than the default copy through the write-ahead log where nothing waits for the disk, and so
  // is the later drop.
  await adminOf(adminUrl).query(`CREATE DATABASE ${escapeIdentifier(name)}${from} STRATEGY FILE_COPY`)
  return {
    name,
    url: databaseUrl(adminUrl, name),
    [Symbol.asyncDispose]: () => dropDatabase(adminUrl, name),
  }
}

/** Ends all connections to the database and drops it. A missing database is fine. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await adminOf(adminUrl).query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
}

/**
 * Creates the template `name` with `fill`, which gets its URL, unless another test process has done so. Name it after
 * what fills it (such as a hash of the migrations). Copying a template is many times faster than filling a new
 * database.
 */
export async function prepareTemplate(adminUrl: string, name: string, fill: (url: string) => Promise<void>) {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    const identifier = escapeIdentifier(name)
    // Held until this connection ends: a second process waits here and then finds the template.
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await admin.query('SELECT datistemplate FROM pg_database WHERE datname = $1', [name])
    if (rows[0]?.datistemplate) return
    await admin.query(`DROP DATABASE IF EXISTS ${identifier} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${identifier}`)
    await fill(databaseUrl(adminUrl, name))
    // A template with open connections can't be copied, so block new ones.
    await admin.query(`ALTER DATABASE ${identifier} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`)
  } finally {
    await admin.end()
  }
}

const admins = new Map<string, Pool>()

/** This process's only connection for creating and dropping databases; it keeps no process from exiting. */
function adminOf(adminUrl: string) {
  const known = admins.get(adminUrl)
  if (known) return known
  const made = new Pool({ connectionString: adminUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The next query gets a new one.
  made.on('error', () => {})
  admins.set(adminUrl, made)
  return made
}

function databaseUrl(adminUrl: string, name: string) {
  const url = new URL(adminUrl)
  url.pathname = name
  return url.href
}
