import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultContext } from './fault.ts'

type Program = {
  name: string
  /** The port it will listen on. */
  port: number
  /** The contents of its configuration file, given the folder it may write to. */
  settings: (folder: string) => string
  args: (file: string, folder: string) => string[]
  env?: (folder: string) => Record<string, string>
  /** Set if it refuses to run as root: then root starts it as user nobody. */
  asNobody?: boolean
}

/** Returns those that aren't installed here. */
export function missingPrograms(names: string[]) {
  return names.filter((name) => findProgram(name) === undefined)
}

/** @throws if one isn't installed */
export function requirePrograms(names: string[]) {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new Error(`Not installed (Debian: apt-get install ${missing.join(' ')}).`)
}

/** Runs a program as Debian installs it, with its own configuration, until the test ends. Resolves once it listens. */
export async function startProgram(context: Pick<FaultContext, 'onEnd'>, program: Program) {
  const { name, port, settings, args, env = () => ({}), asNobody = false } = program
  const account = asNobody && process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null
  const folder = mkdtempSync(join(tmpdir(), `quiver-${name}-`))
  context.onEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'settings')
  writeFileSync(file, settings(folder))
  if (account) for (const owned of [folder, file]) chownSync(owned, account.uid, account.gid)
  const child = spawn(findProgram(name) ?? '', args(file, folder), {
    env: { PATH: process.env.PATH, ...env(folder) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account ?? {}),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-4000)))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const slow = setTimeout(() => child.kill('SIGKILL'), 2000)
    await gone
    clearTimeout(slow)
  }
  context.onEnd(stop)
  for (let tries = 0; !(await listens(port)); tries++) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`${name} does not listen:\n${said}`)
    await pause(50)
  }
  return { stop, said: () => said }
}

function idOf(flag: string) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

/** Also searches the folders that ordinary users don't have on their PATH. */
function findProgram(name: string) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

async function listens(port: number) {
  const line = connect(port, '127.0.0.1')
  const answer = await Promise.race([
    once(line, 'connect').then(() => true),
    once(line, 'close').then(() => false),
  ]).catch(() => false)
  line.destroy()
  return answer
}
