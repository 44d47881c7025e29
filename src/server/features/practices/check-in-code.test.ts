import { expect } from 'vitest'
import type { CheckInMode } from '#domain/check-in.ts'
import { codeStepAt } from '#domain/check-in-code.ts'
import { codeNow, raceCodeAndOfficers, raceGuesses, wrongCode } from '#test/support/check-in-races.ts'
import { createTestClub, describe, engines, outcomeOf, type TestClub, test } from '#test/support/club-test.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

/** At the beginning of a step. */
const start = '2026-11-24T22:50:00.000Z'

/** A live practice, and a member with a pass. Both stay signed in. */
async function liveIn(club: TestClub, checkInMode: CheckInMode) {
  const kai = await club.officer({ keep: true })
  const ana = await club.member({ nameFirst: 'Ana', pass: 'Carpool Range Pass', keep: true })
  const practiceId = await club.practice()
  await kai.api.practices.start({ practiceId, checkInMode })
  const code = codeNow(club, practiceId)
  const checkIn = (facts: { code?: string; codeStep?: number; usePass?: boolean } = {}) =>
    outcomeOf(ana.api.practices.checkIn({ practiceId, ...facts }))
  const wait = (seconds: number) => club.clock.set(new Date(Date.parse(start) + seconds * 1000).toISOString())
  return { kai, ana, practiceId, code, codeStep: codeStepAt(Date.parse(start)), checkIn, wait }
}

describe.each(engines)('the check-in mode (%s)', (engine) => {
  test('is the club’s unless the officer chooses, and stays while the practice is live', async () => {
    await using club = await createTestClub(engine, { club: { practices: { checkInMode: 'officer' } } })
    const kai = await club.officer()
    const practiceId = await club.practice()
    expect((await kai.api.home.get()).checkInMode).toBe('officer')
    await kai.api.practices.start({ practiceId })
    expect((await kai.api.home.get()).live?.checkInMode).toBe('officer')
    await kai.api.clubSettings.set({ name: 'practices.checkInMode', value: 'tap', seen: 0 })
    await kai.api.practices.start({ practiceId, checkInMode: 'code' })
    await kai.api.practices.endEarly({ practiceId })
    await kai.api.practices.takeBackEnd({ practiceId })
    expect(await kai.api.home.get()).toMatchObject({ checkInMode: 'tap', live: { checkInMode: 'officer' } })
    const { entries } = await kai.api.audit.get({ act: 'practice.start' })
    expect(entries[0]?.changes).toContainEqual({ what: 'Check-in', before: null, after: 'officer' })
  })

  test('of a practice that an earlier release has started is a tap', async ({ club }) => {
    const { checkIn, practiceId } = await liveIn(club, 'code')
    await club.db.updateTable('practice').set({ checkInMode: null }).where('id', '=', practiceId).execute()
    expect(await checkIn()).toBe('went through')
  })

  test('officer refuses a member’s own check-in, also with a pass to use, and lets officers check in', async ({
    club,
  }) => {
    const { kai, ana, checkIn, practiceId, code } = await liveIn(club, 'officer')
    await club.db.updateTable('member').set({ pass: 'none', dayPasses: 1 }).where('id', '=', ana.id).execute()
    for (const facts of [{}, { code }, { usePass: true }]) expect(await checkIn(facts)).toBe('officer-checks-in')
    expect((await ana.row()).dayPasses).toBe(1)
    expect(await outcomeOf(kai.api.checkInCode.get({ practiceId }))).toBe('no-code')
    await kai.api.managePractices.setAttendance({ practiceId, memberId: ana.id, attended: true, reason: 'Cash' })
    expect(await checkIn()).toBe('already-checked-in')
  })

  test('code asks for the code that officers see, and a day pass is used only with it', async ({ club }) => {
    const { kai, ana, checkIn, practiceId } = await liveIn(club, 'code')
    await club.db.updateTable('member').set({ pass: 'none', dayPasses: 1 }).where('id', '=', ana.id).execute()
    expect(await outcomeOf(ana.api.checkInCode.get({ practiceId }))).toBe('FORBIDDEN')
    const { codes } = await kai.api.checkInCode.get({ practiceId })
    expect(codes).toHaveLength(10)
    expect(codes[0]).toMatchObject({ from: start, until: '2026-11-24T22:50:30.000Z' })
    expect(codes[1]?.from).toBe(codes[0]?.until)
    const { code = '', link = '' } = codes[0] ?? {}
    const scanned = new URL(link)
    expect(link).toMatch(/^http:\/\/localhost:\d+\/check-in\?/)
    expect(Object.fromEntries(scanned.searchParams)).toEqual({
      ...{ practice: practiceId, code, step: String(codeStepAt(Date.parse(start))) },
    })
    expect([await checkIn({ usePass: true }), await checkIn({ code })]).toEqual(['code-missing', 'no-valid-pass'])
    expect((await ana.row()).dayPasses).toBe(1)
    expect(await ana.api.practices.checkIn({ practiceId, code, usePass: true })).toEqual({
      ...{ checkedInAt: start, dayPassesLeft: 0 },
    })
  })
})

describe.each(engines)('a check-in code (%s)', () => {
  test.for([
    [179, 'on time'],
    [181, 'late'],
    [630, 'late'],
    [631, 'code-wrong'],
  ] as const)('%i seconds after its step began is %s, typed or scanned', async ([seconds, outcome], { club }) => {
    const { kai, ana, practiceId, code, codeStep, wait } = await liveIn(club, 'code')
    const ben = await club.member({ nameFirst: 'Ben', pass: 'Carpool Range Pass', keep: true })
    wait(seconds)
    for (const [{ api }, facts] of [
      [ana, { code }],
      [ben, { code, codeStep }],
    ] as const) {
      const given = api.practices.checkIn({ practiceId, ...facts })
      if (outcome === 'code-wrong') expect(await outcomeOf(given)).toBe(outcome)
      else expect((await given).lateCode).toBe(outcome === 'late' ? true : undefined)
    }
    const { attendees } = await kai.api.practiceRecord.get({ practiceId })
    const marks = { 'on time': ['', ''], late: ['Late code', 'Late code'], 'code-wrong': [] }[outcome]
    expect(attendees.map(({ reason }) => reason)).toEqual(marks)
    if (outcome !== 'late') return
    await kai.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    expect((await ana.api.home.get()).live?.checkedInAt).toBeNull()
  })

  test('of another practice, another step, or another club is wrong', async ({ club }) => {
    const { checkIn, code, codeStep, practiceId } = await liveIn(club, 'code')
    const other = codeNow(club, await club.practice({ title: 'Other' }))
    expect(await checkIn({ code: other })).toBe('code-wrong')
    expect(await checkIn({ code, codeStep: codeStep + 1 })).toBe('code-wrong')
    await using elsewhere = await createTestClub('sqlite', {
      env: { AUTH_SECRET: 'another-secret-of-another-club-00' },
    })
    expect(codeNow(elsewhere, practiceId)).not.toBe(code)
    expect(await checkIn({ code, codeStep })).toBe('went through')
  })

  test('after five wrong ones in a row there is a minute between tries, and a right one ends that', async ({
    club,
  }) => {
    const { checkIn, code, practiceId, wait } = await liveIn(club, 'code')
    const wrong = { code: wrongCode(club, practiceId) }
    const four = async () => {
      for (let tries = 0; tries < 4; tries++) expect(await checkIn(wrong)).toBe('code-wrong')
    }
    await four()
    expect(await checkIn({ code, usePass: false })).toBe('went through')
    await club.db.deleteFrom('attendance').execute()
    await four()
    expect(await checkIn(wrong)).toBe('code-wrong')
    expect(await checkIn({ code })).toBe('TOO_MANY_TRIES')
    wait(59)
    expect(await checkIn({ code })).toBe('TOO_MANY_TRIES')
    wait(60)
    expect(await checkIn(wrong)).toBe('code-wrong')
    expect(await checkIn({ code })).toBe('TOO_MANY_TRIES')
    wait(120)
    // The same request as one that had to wait.
    expect(await checkIn({ code })).toBe('went through')
  })

  test.for([
    ['and two officers in the same second count once', 5, raceCodeAndOfficers],
    ['that is guessed fifty times together is compared five times', 1, raceGuesses],
  ] as const)('%s, and not without the guard (negative control)', async ([_, rounds, race], { club }) => {
    for (let round = 0; round < rounds; round++) expect(await race(club)).toEqual([])
    expect(await race(club, removeGuard)).not.toEqual([])
  })
})
