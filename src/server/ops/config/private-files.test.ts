import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCommand, startProcess } from '#test/support/command.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { freePort } from '#test/support/server.ts'
import { restrictAccess } from './data-dir.ts'

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

const withUmask = (umask: string) => ['sh', '-c', `umask ${umask} && exec "$0" "$@"`]

/** A command with umask 000. */
async function run(args: string[], env: Record<string, string>) {
  const { code } = await startCommand(args, { env, under: withUmask('000') }).ended
  expect([args, code]).toEqual([args, 0])
}

describe('the club’s files (T99)', () => {
  // With this umask, others may use each file whose access isn't set.
  test('are for their owner alone with umask 000, whichever program makes them', async () => {
    using made = emptyFolder()
    const dataDir = join(made.folder, 'club', 'data')
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' }
    const into = (name: string) => join(made.folder, name)
    const names = () => readdirSync(dataDir, { recursive: true }).map(String)
    await run(['seed', 'demo'], env)
    await run(['export', 'members', into('members.csv')], env)
    await run(['export', 'firebase', into('firebase')], env)
    expect(names().some((name) => /^files\/.+\//.test(name))).toBe(true)
    const club = startProcess(server, [], { env, under: withUmask('000') })
    try {
      await club.line(/is ready/)
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
      club.stop()
      await club.ended
    }
    await run(['backup', into('backup')], env)
    await run(['restore', into('backup')], { ...env, DATA_DIR: into('restored') })
    expect(openIn(made.folder)).toEqual([])
  }, 120_000)

  // Shows: T99
  test('that others may read are taken from them when the server starts, and it says so', async () => {
    using made = emptyFolder()
    const dataDir = join(made.folder, 'data')
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const first = startProcess(server, [], { env, under: withUmask('077') })
    await first.line(/is ready/)
    first.stop()
    await first.ended
    mkdirSync(join(dataDir, 'mail'))
    writeFileSync(join(dataDir, 'mail', 'old.json'), '{}')
    for (const entry of readdirSync(dataDir, { withFileTypes: true, recursive: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
    chmodSync(dataDir, 0o755)
    const club = startProcess(server, [], { env, under: withUmask('022') })
    try {
      const [said] = await club.line(/.*other users on this machine could read.*is ready/s)
      expect(said).toContain('now only this user can. The secret was among them')
      expect(openIn(made.folder)).toEqual([])
    } finally {
      club.stop()
      await club.ended
    }
  }, 60_000)

  test('are all that is touched: not what a link leads to, nor what else lies in the folder, nor a shared folder', async () => {
    using made = emptyFolder()
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
