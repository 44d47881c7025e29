import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemaVersion } from '#server/db/migrate.ts'
import { createPlaces, envOf, manifestOf, quiver } from '#test/support/backup.ts'
import { createTestClub, engines } from '#test/support/club.ts'
import { createUsedClub } from '#test/support/corruptions/used-club.ts'
import { renderManifest } from './manifest.ts'

const places = createPlaces()
let sound: string
beforeAll(async () => {
  const { club } = await createUsedClub('sqlite')
  await mkdir(join(club.dataDir, 'files', 'pictures'), { recursive: true })
  for (const name of ['a', 'b']) await writeFile(join(club.dataDir, 'files', 'pictures', name), name.repeat(1000))
  await writeFile(join(club.dataDir, 'auth-secret'), envOf(club).AUTH_SECRET)
  await writeFile(join(club.dataDir, 'mail-of-the-server'), 'not of the club')
  sound = places.fresh()
  const taken = await quiver({ DATA_DIR: club.dataDir }, 'backup', sound)
  await club[Symbol.asyncDispose]()
  expect(taken).toMatchObject({ code: 0 })
})
afterAll(() => places[Symbol.asyncDispose]())

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

/** A copy of the sound backup with one change. */
async function altered(act: (folder: string) => Promise<unknown>) {
  const folder = places.fresh()
  await cp(sound, folder, { recursive: true })
  await act(folder)
  return folder
}

/** The sound backup is refused with these settings, where other things lie in the way. */
async function expectRefused(env: NodeJS.ProcessEnv, code: number, says: RegExp, ...options: string[]) {
  const refusal = await quiver(env, 'restore', sound, ...options)
  expect(refusal).toEqual({ code, said: '', complained: expect.stringMatching(says) })
  return refusal.complained
}

/** The backup is refused with this message, and the target stays empty. */
async function expectRefusal(backup: string, says: RegExp | string) {
  const DATA_DIR = places.fresh()
  const { code, said, complained } = await quiver({ DATA_DIR }, 'restore', backup)
  expect({ said, complained }).toEqual({ said: '', complained: expect.stringMatching(says) })
  expect(code).toBeGreaterThan(0)
  expect(complained).not.toContain('\n')
  const left = await readdir(DATA_DIR).catch(() => [])
  expect(left.filter((name) => name !== 'server.lock')).toEqual([])
  return code
}

describe('a restore names what is damaged, and touches nothing', () => {
  /** @returns a check that the backup is refused while one of its files is replaced by this */
  async function spoilable() {
    const folder = await altered(async () => {})
    return async (file: string, content: Buffer | null, says: string) => {
      const whole = readFileSync(join(folder, file))
      await (content ? writeFile(join(folder, file), content) : rm(join(folder, file)))
      expect(await expectRefusal(folder, says)).toBe(1)
      await writeFile(join(folder, file), whole)
    }
  }

  // Shows: T73
  test('one bit, in each file of the backup that has any, at its beginning, middle and end; or a file that is missing', async () => {
    const expectNamed = await spoilable()
    const files = filesOf(sound).filter((file) => readFileSync(join(sound, file)).length > 0)
    const beside = files.filter((file) => !file.startsWith('tables/'))
    expect(beside.toSorted()).toEqual(['auth-secret', 'files/pictures/a', 'files/pictures/b', 'manifest.json'])
    expect(files.length).toBeGreaterThan(12)
    for (const file of files) {
      const bytes = readFileSync(join(sound, file))
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        const flipped = bytes.with(at, (bytes[at] ?? 0) ^ 1)
        await expectNamed(file, Buffer.from(flipped), `^The backup is damaged: ${file} \\(`)
      }
      if (file !== 'manifest.json') await expectNamed(file, null, `^The backup is damaged: ${file} \\(missing\\)\\.`)
    }
    await expectNamed(
      'manifest.json',
      null,
      '^\\S+ isn’t a backup: it has no manifest\\.json\\. Run "backups" to list ',
    )
  })

  test('an extra file or link', async () => {
    const extra = await altered((folder) => writeFile(join(folder, 'files', 'c'), 'c'))
    await expectRefusal(extra, /^files\/c isn’t part of this backup\. /)
    const link = await altered(async (folder) => {
      await rm(join(folder, 'files/pictures/a'))
      await symlink('/etc/passwd', join(folder, 'files/pictures/a'))
    })
    await expectRefusal(link, /^files\/pictures\/a isn’t part of this backup\. /)
  })

  test('a manifest that would have files written elsewhere', async () => {
    for (const path of ['../evil', 'files/../../evil', '/etc/evil', 'files\\..\\evil']) {
      const backup = await altered(async (folder) => {
        const manifest = await manifestOf(folder)
        const file = manifest.files['files/pictures/a'] ?? { size: 0, sha256: '' }
        await rewriteManifest(folder, { ...manifest, files: { ...manifest.files, [path]: file } })
      })
      await expectRefusal(backup, /^The backup is damaged: manifest\.json \("files/)
    }
  })
})

const rewriteManifest = (folder: string, { sha256: _, ...manifest }: Record<string, unknown>) =>
  writeFile(join(folder, 'manifest.json'), renderManifest(manifest))

describe('a restore is refused', () => {
  test('of a backup from a newer release', async () => {
    const newer = { schema: schemaVersion + 1, app: '9.1.0' }
    const backup = await altered(async (folder) => rewriteManifest(folder, { ...(await manifestOf(folder)), ...newer }))
    const says = /^This backup was made by a newer release, 9\.1\.0 \(schema \d+; this one supports \d+\)\. /
    await expectRefusal(backup, says)
  })

  test('of one by the name that it has among those that are kept, and of none other by a name', async () => {
    const DATA_DIR = places.fresh()
    const name = '2026-11-24T184019Z'
    await cp(sound, join(DATA_DIR, 'backups', name), { recursive: true })
    await expectRefusal('2026-11-24T184020Z', /^\S+ isn’t a backup: /)
    expect(await quiver({ DATA_DIR }, 'restore', name)).toMatchObject({ code: 0 })
  })

  test('onto a club, running or not', async () => {
    for (const engine of engines) {
      const club = await createTestClub(engine)
      const ana = await club.member()
      const env = envOf(club)
      const notEmpty = /^The database in DATABASE_URL isn’t empty: it has \d+ tables/
      await expectRefused(env, 1, engine === 'sqlite' ? /^A server is running on / : notEmpty)
      expect(await club.db.selectFrom('member').select('id').execute()).toEqual([{ id: ana.id }])
      if (engine === 'sqlite') {
        const stopped = { DATA_DIR: places.fresh(), AUTH_SECRET: env.AUTH_SECRET }
        await cp(club.dataDir, stopped.DATA_DIR, { recursive: true })
        await expectRefused(stopped, 1, /^There’s already a club here: \S+quiver\.db\. /)
        await rm(join(stopped.DATA_DIR, 'quiver.db'))
        await writeFile(join(stopped.DATA_DIR, 'quiver.db-wal'), 'left behind')
        await expectRefused(stopped, 1, /^There’s already a club here: \S+quiver\.db-wal/)
      }
      await club[Symbol.asyncDispose]()
    }
  })

  test('among files of another club', async () => {
    const DATA_DIR = places.fresh()
    await mkdir(join(DATA_DIR, 'files'), { recursive: true })
    await writeFile(join(DATA_DIR, 'files', 'other'), '')
    await expectRefused({ DATA_DIR }, 1, /^The folder has files that aren’t in this backup \(other\)\. /)
    // Leftovers of a killed restore don't prevent another one.
    await rm(join(DATA_DIR, 'files', 'other'))
    await cp(join(sound, 'files', 'pictures', 'a'), join(DATA_DIR, 'files', 'pictures', 'a'))
    await writeFile(join(DATA_DIR, 'files', 'pictures', 'b.unfinished'), 'b')
    await writeFile(join(DATA_DIR, 'quiver.db.unfinished'), 'half a database')
    expect(await quiver({ DATA_DIR }, 'restore', sound)).toMatchObject({ code: 0 })
    expect((await readdir(DATA_DIR, { recursive: true })).filter((name) => name.includes('unfinished'))).toEqual([])
  })
})

describe('a backup is refused', () => {
  async function expectRefusalOf(env: NodeJS.ProcessEnv, folder: string, says: RegExp) {
    expect(await quiver(env, 'backup', folder)).toEqual({ code: 1, said: '', complained: expect.stringMatching(says) })
  }

  test('into a folder with something in it, or what is no folder', async () => {
    await using club = await createTestClub('sqlite')
    const taken = places.fresh()
    await mkdir(taken)
    await writeFile(join(taken, 'mine'), '')
    await expectRefusalOf(envOf(club), taken, / isn’t empty\. /)
    await expectRefusalOf(envOf(club), join(taken, 'mine'), /can’t be used for a backup \(ENOTDIR\)/)
    expect(await readdir(taken)).toEqual(['mine'])
  })

  test('of a database that is damaged, so that no sound backup is thrown away for it', async () => {
    const DATA_DIR = places.fresh()
    expect(await quiver({ DATA_DIR }, 'restore', sound)).toMatchObject({ code: 0 })
    const database = new DatabaseSync(join(DATA_DIR, 'quiver.db'), { defensive: false })
    database.exec('pragma wal_checkpoint(truncate)')
    database.exec('pragma writable_schema = on')
    database.exec("update sqlite_master set rootpage = 2 where name = 'session_user'")
    database.close()
    await expectRefusalOf({ DATA_DIR }, places.fresh(), /^The database is damaged \(.*\), so it wasn’t backed up/)
  })
})

describe('the secret', () => {
  const other = 'another secret, quite as long as the first 98765'
  const restore = (env: NodeJS.ProcessEnv, ...more: string[]) => quiver(env, 'restore', sound, ...more)

  test('that differs from the club’s is refused, unless the club’s is lost', async () => {
    const DATA_DIR = places.fresh()
    const refusal = /^AUTH_SECRET isn’t the club’s secret\. .*auth-secret/
    expect(await expectRefused({ DATA_DIR, AUTH_SECRET: other }, 2, refusal)).not.toContain('test secret')
    expect(await restore({ DATA_DIR, AUTH_SECRET: other }, '--new-secret')).toMatchObject({ code: 0 })
  })

  test('that has leaked does not come back with the backup', async () => {
    const DATA_DIR = places.fresh()
    const secretOf = (folder: string) => readFileSync(join(folder, 'auth-secret'), 'utf8')
    expect(await restore({ DATA_DIR }, '--new-secret')).toMatchObject({ code: 0 })
    expect(secretOf(DATA_DIR)).not.toBe(secretOf(sound))
    const env = { DATA_DIR: places.fresh(), AUTH_SECRET: secretOf(sound) }
    await expectRefused(env, 2, /^AUTH_SECRET is the club’s old secret\. /, '--new-secret')
  })

  test('that the environment had is asked for', async () => {
    const DATA_DIR = places.fresh()
    await using club = await createTestClub('sqlite')
    const backup = places.fresh()
    await quiver(envOf(club), 'backup', backup)
    expect(Object.keys((await manifestOf(backup)).files)).toEqual([])
    const { code, complained } = await quiver({ DATA_DIR }, 'restore', backup)
    expect([code, complained]).toEqual([2, expect.stringMatching(/^AUTH_SECRET has to be the club’s secret\. /)])
    expect(await quiver({ ...envOf(club), DATA_DIR }, 'restore', backup)).toMatchObject({ code: 0 })
  })
})
