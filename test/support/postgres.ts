import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Client, escapeIdentifier, Pool } from 'pg'

export interface Postgres extends AsyncDisposable {
  /** Of its superuser, in the database `postgres`. */
  url: string
  stop(): Promise<void>
  /** Settles once it listens again, on the same port; a crash ends nothing in order. */
  restart(how: 'restart' | 'crash'): Promise<void>
}

export interface Database extends AsyncDisposable {
  name: string
  url: string
}

/** What `postgres-keeper.ts` prints, a line of JSON each: one at its start, one for each restart. */
export type KeeperReport = { url: string } | { error: string } | { restarted: string }

/**
 * A real PostgreSQL of its own, on a free port of 127.0.0.1, gone with the process that started it. It trades durability
 * for speed unless told otherwise: a bench or a fault test that speaks of commits wants `durable`.
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<Postgres> {
  const keeperFile = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url))
  // Detached, so that Ctrl-C in a terminal reaches only us: the keeper then sees its input close and tidies up.
  const keeper = spawn(process.execPath, [keeperFile, durable ? 'durable' : 'fast'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    windowsHide: true,
  })
  const exited = once(keeper, 'exit')
  const report = await firstLine(keeper.stdout)
  const answer: KeeperReport = report ? JSON.parse(report) : { error: 'its keeper ended without a word' }
  if (!('url' in answer))
    throw new Error(`PostgreSQL did not start: ${'error' in answer ? answer.error : 'it has been restarted'}`)

  // Nothing here holds up the end of this process.
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stdout]) (pipe as unknown as { unref(): void }).unref()
  keeper.stdin.on('error', () => {})

  const stop = async () => {
    keeper.ref()
    keeper.stdin.end()
    await exited
  }
  const restart = async (how: 'restart' | 'crash') => {
    keeper.stdin.write(`${how}\n`)
    const report = await firstLine(keeper.stdout)
    if (!report.includes('restarted')) throw new Error(`PostgreSQL did not come back: ${report}`)
  }
  return { url: answer.url, stop, restart, [Symbol.asyncDispose]: stop }
}

/** A new database, empty or a copy of `template`, dropped when disposed of. */
export async function createDatabase(adminUrl: string, { template }: { template?: string } = {}): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const from = template ? ` TEMPLATE ${escapeIdentifier(template)}` : ''
  // Copying files is faster than the usual copy through the log where nothing waits for the disk, the later drop too.
  await adminOf(adminUrl).query(`CREATE DATABASE ${escapeIdentifier(name)}${from} STRATEGY FILE_COPY`)
  return {
    name,
    url: databaseUrl(adminUrl, name),
    [Symbol.asyncDispose]: () => dropDatabase(adminUrl, name),
  }
}

/** Ends whatever is still connected to it. A database that is not there is fine. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await adminOf(adminUrl).query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
}

/**
 * Makes the template `name` by `fill`, which is given its URL, unless another test process has made it. Name it after
 * what fills it (a hash of the migrations, say). Copying a template is many times faster than filling a new database.
 */
export async function prepareTemplate(adminUrl: string, name: string, fill: (url: string) => Promise<void>) {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    const identifier = escapeIdentifier(name)
    // Held until this connection ends: whoever comes second waits here and finds the template made.
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await admin.query('SELECT datistemplate FROM pg_database WHERE datname = $1', [name])
    if (rows[0]?.datistemplate) return
    await admin.query(`DROP DATABASE IF EXISTS ${identifier} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${identifier}`)
    await fill(databaseUrl(adminUrl, name))
    // A template with a connection can't be copied, so from here on nobody connects to it.
    await admin.query(`ALTER DATABASE ${identifier} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`)
  } finally {
    await admin.end()
  }
}

const admins = new Map<string, Pool>()

/** This process's one connection for making and dropping databases; it holds up nobody's end. */
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

async function firstLine(stream: Readable) {
  let line = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    line += chunk
    if (line.includes('\n')) break
  }
  return line.trim()
}
