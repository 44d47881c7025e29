import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nowAsText } from '#server/context.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { createWrite } from '#server/db/write.ts'
import { engines, type TestClub } from '#test/support/club.ts'
import { faults } from '#test/support/corruptions/faults.ts'
import { createUsedClub, takenBack } from '#test/support/corruptions/used-club.ts'
import { readSnapshot } from './check.ts'
import { checkAll, runChecks } from './run-checks.ts'

type Tell = Parameters<typeof checkAll>[1]

/** What each check found wrong, by title, and all titles. */
async function findings(run: (tell: Tell) => Promise<{ checks: number; faulty: number }>) {
  const found = new Map<string, string[]>()
  const summary = await run((title, { wrong }) => found.set(title, wrong))
  const wrong = Object.fromEntries([...found].filter(([, lines]) => lines.length > 0))
  expect(summary).toEqual({ checks: found.size, faulty: Object.keys(wrong).length })
  return { wrong, titles: [...found.keys()] }
}

const verify = (club: TestClub) => findings((tell) => runChecks(club.ctx, tell))

describe.each(engines)('verify (%s)', (engine) => {
  let used: Awaited<ReturnType<typeof createUsedClub>>
  beforeAll(async () => {
    used = await createUsedClub(engine)
  })
  afterAll(() => used.club[Symbol.asyncDispose]())

  test('finds nothing wrong in a club that was used as it should be', async () => {
    expect((await verify(used.club)).wrong).toEqual({})
  })

  test.each(faults)('finds $name', async ({ finds, plant, says }) => {
    await takenBack(
      used.club,
      (db) => plant({ ...used, db, engine }),
      async (db) => {
        const startOfDay = (at: string) => used.club.ctx.days.startOfToday(Date.parse(at))
        const facts = { now: nowAsText(used.club.ctx), startOfDay, files: used.club.ctx.files, promoteUntilHours: 0 }
        const snapshot = { db, engine, ...facts }
        const { wrong } = await findings((tell) => checkAll(snapshot, tell))
        const said = says({ ...used, db, engine })
        const line = typeof said === 'string' ? said : expect.stringMatching(said)
        expect(wrong[finds]).toEqual(expect.arrayContaining([line]))
      },
    )
  })

  test('has a planted fault for every check, and each is gone again', async () => {
    const { titles, wrong } = await verify(used.club)
    expect(titles).toEqual([...new Set(faults.map((fault) => fault.finds))])
    expect(wrong).toEqual({})
  })

  test('looks at one moment and keeps no writer waiting', async () => {
    const { club, ben } = used
    const beside = openDatabase(
      club.databaseUrl === null ? { file: join(club.dataDir, 'quiver.db') } : { url: club.databaseUrl },
    )
    const firstName = (db: Db) =>
      db.selectFrom('member').select('nameFirst').where('id', '=', ben.id).executeTakeFirst()
    await readSnapshot(club.ctx.database, async (db) => {
      const before = await firstName(db)
      await createWrite(beside, () => {})((tx) =>
        tx.updateTable('member').set({ nameFirst: 'Benno' }).where('id', '=', ben.id).execute(),
      )
      expect(await firstName(db)).toEqual(before)
    })
    expect(await firstName(club.db)).toEqual({ nameFirst: 'Benno' })
    await beside.close()
  })
})
