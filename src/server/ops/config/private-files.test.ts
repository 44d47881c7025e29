import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { freePort } from '#test/support/server.ts'
import { restrictAccess } from './data-dir.ts'

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-rights-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Paths in the folder that other users may read, write, or enter. */
function openIn(folder: string) {
  const all = readdirSync(folder, { withFileTypes: true, recursive: true })
  return all
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      // Deleted in the meantime, like an email that was being written.
      const state = lstatSync(path, { throwIfNoEntry: false })
      return state && !state.isSymbolicLink() && (state.mode & 0o077) !== 0
    })
    .map((path) => relative(folder, path))
}

const server = join(import.meta.dirname, '../../main.ts')
const cli = join(import.meta.dirname, '../cli/main.ts')

function start(umask: string, args: string[], env: Record<string, string>) {
  return spawn('sh', ['-c', `umask ${umask} && exec "$0" "$@"`, process.execPath, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function run(umask: string, args: string[], env: Record<string, string>) {
  const child = start(umask, [cli, ...args], env)
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect([args, code]).toEqual([args, 0])
  return said
}

/** Waits for matching output, and goes on reading. */
async function line(child: ChildProcess, pattern: RegExp) {
  let said = ''
  for (;;) {
    const [chunk] = await Promise.race([once(child.stdout as Readable, 'data'), once(child, 'exit').then(() => [null])])
    if (chunk === null) throw new Error(`ended before ${pattern}: ${said}`)
    said += chunk
    const found = pattern.exec(said)
    if (found) return found
  }
}

describe('the club’s files (T99)', () => {
  // With this umask, others may use each file whose access isn't set.
  test('are for their owner alone with umask 000, whichever program makes them', async () => {
    await using made = await emptyFolder()
    const dataDir = join(made.folder, 'club', 'data')
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' }
    const into = (name: string) => join(made.folder, name)
    const names = () => readdirSync(dataDir, { recursive: true }).map(String)
    await run('000', ['seed', 'demo'], env)
    await run('000', ['export', 'members', into('members.csv')], env)
    await run('000', ['export', 'firebase', into('firebase')], env)
    expect(names().some((name) => /^files\/.+\//.test(name))).toBe(true)
    const club = start('000', [server], env)
    try {
      await line(club, /is ready/)
      for (const name of ['quiver.db', 'quiver.db-wal', 'quiver.db-shm', 'server.lock', 'auth-secret'])
        expect(names()).toContain(name)
      const origin = `http://localhost:${env.PORT}`
      await fetch(`${origin}/api/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: 'kai.nakamura@purdue.edu' }),
      })
      await expect.poll(names, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/^mail\/.*\.json$/))
      expect(openIn(made.folder)).toEqual([])
    } finally {
      club.kill('SIGTERM')
      await once(club, 'close')
    }
    await run('000', ['backup', into('backup')], env)
    await run('000', ['restore', into('backup')], { ...env, DATA_DIR: into('restored') })
    expect(openIn(made.folder)).toEqual([])
  }, 120_000)

  // Shows: T99
  test('that others may read are taken from them when the server starts, and it says so', async () => {
    await using made = await emptyFolder()
    const dataDir = join(made.folder, 'data')
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const first = start('077', [server], env)
    await line(first, /is ready/)
    first.kill('SIGTERM')
    await once(first, 'close')
    mkdirSync(join(dataDir, 'mail'))
    writeFileSync(join(dataDir, 'mail', 'old.json'), '{}')
    for (const entry of readdirSync(dataDir, { withFileTypes: true, recursive: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
    chmodSync(dataDir, 0o755)
    const club = start('022', [server], env)
    try {
      const [said] = await line(club, /.*other users on this machine could read.*is ready/s)
      expect(said).toContain('now only this user can. The secret was among them')
      expect(openIn(made.folder)).toEqual([])
    } finally {
      club.kill('SIGTERM')
      await once(club, 'close')
    }
  }, 60_000)

  test('are all that is touched: not what a link leads to, nor what else lies in the folder, nor a shared folder', async () => {
    await using made = await emptyFolder()
    const dataDir = join(made.folder, 'data')
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    const outside = join(made.folder, 'outside')
    const own = join(dataDir, 'notes.txt')
    for (const file of [outside, own, join(dataDir, 'quiver.db')]) {
      writeFileSync(file, '')
      chmodSync(file, 0o644)
    }
    symlinkSync(outside, join(dataDir, 'files', 'link'))
    chmodSync(join(dataDir, 'files'), 0o755)
    chmodSync(dataDir, 0o1777)
    expect(restrictAccess(dataDir).sort()).toEqual([join(dataDir, 'files'), join(dataDir, 'quiver.db')])
    expect(openIn(made.folder).sort()).toEqual(['data', 'data/notes.txt', 'outside'])
    // Nor a folder that is no club's, as with a mistyped DATA_DIR.
    chmodSync(made.folder, 0o755)
    expect(restrictAccess(made.folder)).toEqual([])
  })
})
