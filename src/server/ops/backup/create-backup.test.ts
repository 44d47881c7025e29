import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { createPlaces, envOf, quiver } from '#test/support/backup.ts'
import { createTestClub } from '#test/support/club.ts'

const places = createPlaces()
afterAll(() => places[Symbol.asyncDispose]())

async function expectRefusal(env: NodeJS.ProcessEnv, folder: string, code: number, says: RegExp) {
  expect(await quiver(env, 'backup', folder)).toEqual({ code, said: '', complained: expect.stringMatching(says) })
}

describe('a backup is refused', () => {
  test('into a folder with something in it, or what is no folder', async () => {
    await using club = await createTestClub('sqlite')
    const taken = places.fresh()
    await mkdir(taken)
    await writeFile(join(taken, 'mine'), '')
    await expectRefusal(envOf(club), taken, 1, / isn’t empty\. /)
    await expectRefusal(envOf(club), join(taken, 'mine'), 1, /can’t be used for a backup \(ENOTDIR\)/)
    expect(await readdir(taken)).toEqual(['mine'])
  })

  test('of a database that is damaged, so that no sound backup is thrown away for it', async () => {
    const club = await createTestClub('sqlite')
    await club.member()
    const DATA_DIR = places.fresh()
    await cp(club.dataDir, DATA_DIR, { recursive: true })
    await club[Symbol.asyncDispose]()
    const file = join(DATA_DIR, 'quiver.db')
    const database = new DatabaseSync(file, { defensive: false })
    database.exec('pragma wal_checkpoint(truncate)')
    database.exec('pragma writable_schema = on')
    database.exec("update sqlite_master set rootpage = 2 where name = 'session_user'")
    database.close()
    const damaged = /^The database is damaged \(.*\), so it wasn’t backed up/
    await expectRefusal({ ...envOf(club), DATA_DIR }, places.fresh(), 1, damaged)
  })
})
