import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { databaseFile, migrate, schemaVersion } from '#server/db/migrate.ts'
import { openClub } from '#server/ops/cli/open-club.ts'
import { createPlaces, manifestOf, quiver, rowsIn } from '#test/support/backup.ts'
import { type EngineName, engines } from '#test/support/club.ts'
import { fillFirstRelease } from '#test/support/first-release.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'

// After an update of the app, the first server or command takes a backup before it migrates the database (T72).

const open = (env: { DATA_DIR: string; DATABASE_URL?: string }) =>
  openDatabase(
    env.DATABASE_URL
      ? { url: env.DATABASE_URL }
      : { file: databaseFile({ databaseUrl: null, dataDir: env.DATA_DIR }) ?? '' },
  )

async function versionOf({ db }: Database) {
  const { rows } = await sql<{ version: number }>`select max(version) as version from schema_version`.execute(db)
  return rows[0]?.version
}

/** The settings of a club as the first release left it. */
async function firstRelease(places: ReturnType<typeof createPlaces>, engine: EngineName) {
  const env = await places.empty(engine)
  const database = open(env)
  await migrate(database, 1)
  await fillFirstRelease(database.db)
  await database.close()
  return env
}

// Shows: T72
test.each(engines)('a command takes a backup before it updates the database (%s)', async (engine) => {
  await using places = createPlaces()
  const env = await firstRelease(places, engine)
  const { code, complained } = await quiver(env, 'verify')
  const [name = '', ...more] = await readdir(join(env.DATA_DIR, 'backups'))
  expect([code, more]).toEqual([expect.any(Number), []])
  expect(name).toMatch(new RegExp(`-before-update-1-to-${schemaVersion}$`))
  expect(complained).toContain(
    `(1 to ${schemaVersion}). A backup from before the update: ${join(env.DATA_DIR, 'backups', name)}`,
  )
  const backup = join(env.DATA_DIR, 'backups', name)
  expect((await manifestOf(backup)).schema).toBe(1)
  expect((await rowsIn(backup, 'member')).map(({ id }) => id)).toEqual(['ana', 'ben', 'kai'])

  // Up to date now, so no second backup.
  await quiver(env, 'verify')
  expect(await readdir(join(env.DATA_DIR, 'backups'))).toEqual([name])

  // How to undo a bad update: restore elsewhere (here also on the other engine), and continue there.
  const back = await places.empty(engine === 'sqlite' ? 'postgres' : 'sqlite')
  const restored = await quiver(back, 'restore', backup)
  expect(restored.said).toMatch(/^Restored [\s\S]*\nok {5}The database’s own guards are in place/)
  const CLUB_CONFIG = `${places.fresh()}.mjs`
  await writeFile(CLUB_CONFIG, "export default { contactEmail: 'file@purdue.edu' }")
  await using updated = await openClub({ env: { ...back, CLUB_CONFIG }, complain: () => {} })
  expect(await versionOf(updated.database)).toBe(schemaVersion)
  // From before officers could set anything: what the file says applies.
  expect(updated.settings.inUse).toMatchObject({ revision: 0, club: { contactEmail: 'file@purdue.edu' } })
})

// Shows: T72
test.each(engines)('without a backup nothing is updated (%s)', async (engine) => {
  await using places = createPlaces()
  const env = await firstRelease(places, engine)
  const BACKUP_DIR = places.fresh()
  await writeFile(BACKUP_DIR, '')
  expect(await quiver({ ...env, BACKUP_DIR }, 'verify')).toEqual({
    code: 2,
    said: '',
    complained: expect.stringMatching(
      /^The database needs an update \(1 to \d+\), but the backup that comes first failed: .*\. Set BACKUP_DIR to a folder with enough space\. Nothing was changed\.$/,
    ),
  })
  const database = open(env)
  expect(await versionOf(database)).toBe(1)
  await database.close()
})

// Shows: T72
test('the server takes one too, and a server of an older release than its database does not start', async () => {
  await using places = createPlaces()
  const env = await firstRelease(places, 'sqlite')
  const prepared = await prepareServer({}, env.DATA_DIR)
  const again = { dataDir: env.DATA_DIR, env: { ...prepared.env, ...env } }
  const server = await startServerProcess({ again })
  expect(await readdir(join(env.DATA_DIR, 'backups'))).toEqual([expect.stringMatching(/-before-update-1-to-/)])
  expect(server.output()).toContain('A backup from before the update')
  await server.stop()

  const database = open(env)
  await sql`insert into schema_version (version, applied_at) values (${schemaVersion + 1}, 'later')`.execute(
    database.db,
  )
  await database.close()
  await expect(startServerProcess({ again })).rejects.toThrow(
    /the server ended with 2:\nThe database was updated by a newer release \(version \d+; this one supports \d+\)\. Start that release instead\.\n$/,
  )
})
