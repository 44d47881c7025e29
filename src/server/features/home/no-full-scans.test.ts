import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'
import { wholeTablesIn } from '#test/support/table-scans.ts'

/** The club's tables that grow with it. */
const growing = /^(practice|member|user|session|rsvp|attendance|ledger|audit|idempotency|topic_version|store_line):/

async function clubInTheEvening(engine: (typeof engines)[number]) {
  const club = await createTestClub(engine)
  const [kai, ana] = [await club.officer(), await club.member({ pass: 'Carpool Range Pass' })]
  const practiceId = await club.practice()
  const ahead = await club.practice({ startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' })
  await ana.api.practices.answer({ practiceId: ahead, answer: 'archer' })
  await kai.api.practices.start({ practiceId })
  return { club, kai, ana, practiceId, ahead }
}

async function wholeIn(club: TestClub, act: () => Promise<unknown>) {
  const { asked, whole } = await wholeTablesIn(club, act)
  expect(asked).toBeGreaterThan(1)
  return whole.filter((each) => growing.test(each))
}

describe.each(engines)('what is asked most often (%s)', (engine) => {
  test('reads no table whole that grows with the club', async () => {
    const { club, kai, ana, practiceId, ahead } = await clubInTheEvening(engine)
    await using _ = club
    // All members are read once, and afterwards only those who changed.
    await kai.api.home.get()
    expect(await wholeIn(club, () => ana.api.practices.checkIn({ practiceId }))).toEqual([])
    expect(await wholeIn(club, () => ana.api.home.get())).toEqual([])
    expect(await wholeIn(club, () => ana.api.practices.answer({ practiceId: ahead, answer: null }))).toEqual([])
    const ofOfficer = await wholeIn(club, () => kai.api.home.get())
    // Members who owe practices are counted over all of them: once after each write, and only when an officer looks.
    expect(ofOfficer.filter((each) => !each.includes('"outstanding"'))).toEqual([])
    expect(await wholeIn(club, () => kai.api.members.get({}))).toEqual([])
  })

  test.each([
    ['practice_upcoming', 'practice'],
    ['practice_cancelled', 'practice'],
    ['attendance_member', 'attendance'],
  ])('without the index %s, the home page reads the table whole (the control)', async (index, table) => {
    const { club, ana } = await clubInTheEvening(engine)
    await using _ = club
    await sql.raw(`drop index ${index}`).execute(club.db)
    const whole = await wholeIn(club, () => ana.api.home.get())
    expect(whole.some((each) => each.startsWith(`${table}:`))).toBe(true)
  })
})
