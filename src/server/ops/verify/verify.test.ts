import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nowAsText } from '#server/context.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { createWrite } from '#server/db/write.ts'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'
import { faults } from '#test/support/corruptions/faults.ts'
import { attendanceRow, auditRow, createUsedClub, ledgerRow, takenBack } from '#test/support/corruptions/used-club.ts'
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

  test('finds nothing wrong in a club that has just been made', async () => {
    await using club = await createTestClub(engine)
    expect((await verify(club)).wrong).toEqual({})
  })

  test.each(faults)('finds $name', async ({ finds, plant, says }) => {
    await takenBack(
      used.club,
      (db) => plant({ ...used, db, engine }),
      async (db) => {
        const startOfDay = (at: string) => used.club.ctx.days.startOfToday(Date.parse(at))
        const snapshot = { db, engine, now: nowAsText(used.club.ctx), startOfDay, files: used.club.ctx.files }
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

  test('takes what officers do by hand for lawful: a pass set, an entry, a credit taken back and given again', async () => {
    const { club, kai, ana, ben, early, live } = await createUsedClub(engine)
    const { db } = club
    const entry = auditRow({ actor: kai.id, action: 'attendance.enter', target: `${early} ${ben.id}` })
    await db.insertInto('audit').values(entry).execute()
    await db
      .insertInto('attendance')
      .values(attendanceRow(early, ben.id, kai.id))
      .execute()
    const after = JSON.stringify({ pass: 'Carpool Range Pass' })
    await db
      .insertInto('audit')
      .values(auditRow({ actor: kai.id, action: 'member.pass', target: kai.id, after }))
      .execute()
    await db
      .insertInto('attendance')
      .values(attendanceRow(live, kai.id, kai.id))
      .execute()
    for (const [amount, cause] of [
      [1, `credit:${live}:1`],
      [-1, `uncredit:${live}:1`],
      [1, `credit:${live}:2`],
    ] as const)
      await db.insertInto('ledger').values(ledgerRow(ana, { amount, cause })).execute()
    await db
      .insertInto('carpoolCredit')
      .values({ practiceId: live, memberId: ana.id, creditedAt: '2026-11-24T22:50:00.000Z' })
      .execute()
    await db.updateTable('member').set({ paidPractices: 6 }).where('id', '=', ana.id).execute()
    expect((await verify(club)).wrong).toEqual({})
    await club[Symbol.asyncDispose]()
  })

  test('takes no rain-out that was taken back for a credit that was taken', async () => {
    const { club, kai, ana, early } = await createUsedClub(engine)
    const { managePractices, rainOut } = kai.api
    await managePractices.setAttendance({ practiceId: early, memberId: ana.id, attended: true, reason: 'Was there' })
    await rainOut.give({ practiceId: early, seen: [{ memberId: ana.id, dayPass: true }] })
    await rainOut.takeBack({ practiceId: early })
    await managePractices.setCredit({ practiceId: early, memberId: ana.id, credited: true })
    expect((await verify(club)).wrong).toEqual({})
    await club[Symbol.asyncDispose]()
  })

  test.each([
    ['first', ['found', 'second']],
    ['last', ['second', 'found']],
  ] as const)(
    'knows the pass that an officer found, though its row stands %s of two of one instant',
    async (_, order) => {
      const { club, kai, ben } = await createUsedClub(engine)
      const pass = (name: string) => JSON.stringify({ pass: name })
      const rows = {
        found: { before: pass('Carpool Range Pass'), after: pass('none') },
        second: { before: pass('none'), after: pass('Day Pass') },
      }
      for (const row of order) {
        const set = auditRow({ actor: kai.id, action: 'member.pass', target: ben.id, ...rows[row] })
        await club.db
          .insertInto('audit')
          .values({ ...set, id: order.indexOf(row) === 0 ? 'a' : 'b', at: '2026-11-24T22:51:00.000Z' })
          .execute()
      }
      await club.db.updateTable('member').set({ pass: 'Day Pass' }).where('id', '=', ben.id).execute()
      expect((await verify(club)).wrong).toEqual({})
      await club[Symbol.asyncDispose]()
    },
  )

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
