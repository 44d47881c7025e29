import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { runCommand, startProcess } from './command.ts'
import { freePort } from './local-port.ts'
import { requestHost } from './shared-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type RunningServer = Awaited<ReturnType<typeof startServer>>
export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

export { freePort }

type Settings = {
  env?: Record<string, string>
  /** Settings that differ from the defaults, as `club.config.ts` has them. */
  club?: object
  /** Keeps a new club's sample settings; other tests remove them, so that a club shows only what its test has set. */
  sampleSettings?: boolean
}

type ProcessOptions = Settings & {
  /** Starts on an earlier server's data: its folder, port, and settings. */
  again?: { dataDir: string; env: Record<string, string> }
  /** The root of another copy of the sources. */
  root?: string
  under?: string[]
}

/**
 * The built server as `npm start` runs it: production mode, a new data folder, a free port, and no settings except
 * those given. It shares its process with the other servers of the test file; a test that ends or stops a process needs
 * `startServerProcess`.
 */
export async function startServer(settings: Settings = {}) {
  const { dataDir, env } = await prepareServer(settings)
  const url = env.BASE_URL ?? ''
  const { code, output } = await requestHost({ act: 'start', env })
  if (code !== 0) throw new Error(`the server did not start:\n${output}`)
  if (!settings.sampleSettings) await removeSampleSettings(env)

  async function dispose() {
    await requestHost({ act: 'stop', url })
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    env,
    dataDir,
    /** Runs `npm run quiver -- …` for it. @returns its exit code and output */
    quiver: (...words: string[]) => requestHost({ act: 'command', env, words }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

/** The same in its own process. */
export async function startServerProcess(options: ProcessOptions = {}) {
  const { dataDir, env } = options.again ?? (await prepareServer(options))
  const url = env.BASE_URL ?? ''
  const { child, output } = await launch(env, options)
  if (!options.sampleSettings && !options.again && options.root === undefined) await removeSampleSettings(env)
  let stopped = false

  /** @returns its exit code; null if the signal ended it or it had already ended */
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (stopped) return null
    stopped = true
    if (child.exitCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code] = await exited
    return code as number | null
  }
  async function dispose() {
    child.kill('SIGCONT')
    await end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    env,
    dataDir,
    pid: child.pid ?? 0,
    /** Null while it runs, or if a signal has ended it. */
    exitCode: () => child.exitCode,
    /** Its output so far. */
    output,
    /** Freezes the process until it is resumed, as on an overloaded machine. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** Signals code that was loaded into it, such as tools/resilience/process-probe.ts. */
    poke: () => child.kill('SIGUSR2'),
    kill: () => end('SIGKILL'),
    /** Sends any other signal; `exited` reports how it ended. */
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    exited: once(child, 'exit').then(([code]) => code as number | null),
    stop: () => end('SIGTERM'),
    /** Runs `npm run quiver -- …` for it. @returns its exit code and output */
    async quiver(...words: string[]) {
      const { code, stdout, stderr } = await runCommand(words, { env, cwd: root })
      return { code: Number(code), output: stdout + stderr }
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

async function removeSampleSettings(env: Record<string, string>) {
  const file = join(env.DATA_DIR ?? '', 'quiver.db')
  const database = openDatabase(env.DATABASE_URL === undefined ? { file } : { url: env.DATABASE_URL, poolSize: 1 })
  await database.db.deleteFrom('sampleSettings').execute()
  await database.close()
}

/** A data folder and the settings for a server to be started later: `startServerProcess({ again: … })`. */
export async function prepareServer(settings: Settings = {}, folder?: string) {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'quiver-e2e-')))
  return { dataDir, env: await environmentFor(dataDir, settings) }
}

async function environmentFor(dataDir: string, settings: Settings): Promise<Record<string, string>> {
  const port = await freePort()
  const file = join(dataDir, 'club.config.mjs')
  // Reminders are for the tests that set them.
  const club = { practices: {}, ...settings.club }
  club.practices = { remindHours: 0, ...club.practices }
  await writeFile(file, `export default ${JSON.stringify(club)}\n`)
  return {
    PATH: process.env.PATH ?? '',
    // Each journey starts its own server, so they share compiled code.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    NODE_ENV: 'production',
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // A server with old data would make a backup right away.
    BACKUP_KEEP_DAYS: '0',
    CLUB_CONFIG: file,
    ...settings.env,
  }
}

async function launch(env: Record<string, string>, { root: cwd = root, under }: ProcessOptions) {
  const started = startProcess('src/server/main.ts', [], { env, cwd, under })
  endWithUs(started.child)
  await started.line(/ is ready: /).catch(async () => {
    const { code } = await started.ended
    throw new Error(`the server ended with ${code}:\n${started.output()}`)
  })
  return started
}

/** An aborted test leaves no server behind. */
function endWithUs(child: ChildProcess) {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
