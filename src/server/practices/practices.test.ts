import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestClub, engines, reasonOf, six, succeeded, type TestClub } from '#test/support/club.ts'
import { removeGuard } from '#test/support/unguarded.ts'

describe.each(engines)('starting a practice (%s)', (engine) => {
  test.each([
    ['2026-11-24T22:29:59.999Z', 'too-early'],
    ['2026-11-24T22:30:00.000Z', 'went through'],
    ['2026-11-25T00:59:59.999Z', 'went through'],
    ['2026-11-25T01:00:00.000Z', 'practice-over'],
  ])('at %s: %s', async (now, outcome) => {
    await using club = await createTestClub(engine)
    const officer = await club.officer({ keep: true } as object)
    const practiceId = await club.practice()
    club.clock.set(now)
    const [answer] = await Promise.allSettled([officer.api.practices.start({ practiceId })])
    expect(reasonOf(answer)).toBe(outcome)
  })

  test('is for officers: a member is refused, nothing happens, and the try is in the audit log', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const practiceId = await club.practice()
    await expect(ana.api.practices.start({ practiceId })).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    const audit = await club.db.selectFrom('audit').select(['actor', 'action', 'target']).execute()
    expect(audit).toEqual([{ actor: ana.id, action: 'refused', target: 'practices.start' }])
    expect((await ana.api.home.get()).live).toBeNull()
  })

  test('makes it live for everyone, is written down, and starting it again changes nothing', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member()
    const practiceId = await club.practice()
    const first = await officer.api.practices.start({ practiceId })
    club.clock.set('2026-11-24T22:55:00.000Z')
    const announced = club.announced.length
    expect(await officer.api.practices.start({ practiceId })).toEqual(first)
    expect(club.announced).toHaveLength(announced)
    const home = await ana.api.home.get()
    expect(home.live).toMatchObject({
      practice: { id: practiceId },
      startedBy: 'Kai',
      attendees: [],
      checkedInAt: null,
    })
    expect(home.next).toEqual([])
    const audit = await club.db.selectFrom('audit').select(['actor', 'action', 'target']).execute()
    expect(audit).toEqual([{ actor: officer.id, action: 'practice.start', target: practiceId }])
  })

  test('a second one is refused and names the live one', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const first = await club.practice({ title: 'Barebow evening' })
    const second = await club.practice({ title: 'Beginners' })
    await officer.api.practices.start({ practiceId: first })
    await expect(officer.api.practices.start({ practiceId: second })).rejects.toMatchObject({
      status: 409,
      data: { reason: 'another-live', livePracticeTitle: 'Barebow evening' },
    })
  })

  test('two at once: one is live, the other is refused', async () => {
    await using club = await createTestClub(engine)
    for (let round = 0; round < 5; round++) {
      expect(await raceTwoStarts(club)).toEqual([])
      await club.db.updateTable('practice').set({ deletedAt: six, startedAt: null }).execute()
    }
  })

  test('two at once without the guard break the promise (the negative control)', async () => {
    await using club = await createTestClub(engine)
    removeGuard(club)
    expect(await raceTwoStarts(club)).not.toEqual([])
  })

  test('a live one that is past its end, though not ended yet, stands in nobody’s way', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.member({ role: 'Officer', keep: true })
    const early = await club.practice({ title: 'Early', startsAt: '2026-11-24T22:00:00.000Z', endsAt: six })
    const late = await club.practice({ title: 'Late' })
    await officer.api.practices.start({ practiceId: early })
    club.clock.set(six)
    await officer.api.practices.start({ practiceId: late })
    const rows = await club.db
      .selectFrom('practice')
      .select(['id', 'endedAt', 'endedEarly'])
      .where('id', '=', early)
      .execute()
    expect(rows).toEqual([{ id: early, endedAt: six, endedEarly: 0 }])
  })
})

/** What is wrong after two officers start two practices in the same moment. */
async function raceTwoStarts(club: TestClub) {
  const officers = await Promise.all([club.officer(), club.officer()])
  const ids = [await club.practice({ title: 'One' }), await club.practice({ title: 'Two' })]
  const answers = await Promise.allSettled(
    officers.map((officer, i) => officer.api.practices.start({ practiceId: ids[i] ?? '' })),
  )
  const wrong: string[] = []
  const live = await club.db.selectFrom('practice').select('id').where('startedAt', 'is not', null).execute()
  if (live.length !== 1) wrong.push(`${live.length} practices are live`)
  if (answers.filter(succeeded).length !== 1) wrong.push(`${answers.filter(succeeded).length} starts went through`)
  const reasons = answers.map(reasonOf).sort()
  if (reasons.join() !== 'another-live,went through') wrong.push(`the answers were ${reasons}`)
  return wrong
}

describe.each(engines)('checking in (%s)', (engine) => {
  test('needs a live practice, no earlier check-in and a pass, and refuses in that order', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ dayPasses: 1 })
    const practiceId = await club.practice()
    const tryIn = async () => reasonOf((await Promise.allSettled([ana.api.practices.checkIn({ practiceId })]))[0])
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({ message: 'No active practice.' })
    await officer.api.practices.start({ practiceId })
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({
      message: 'You need a valid pass to check in.',
    })
    await ana.api.passes.use({})
    expect(await ana.api.practices.checkIn({ practiceId })).toEqual({ checkedInAt: '2026-11-24T22:50:00.000Z' })
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({
      message: 'You have already checked into this practice.',
    })
    await club.db.updateTable('member').set({ pass: 'none' }).where('id', '=', ana.id).execute()
    expect(await tryIn()).toBe('already-checked-in')
    await officer.api.practices.endEarly({ practiceId })
    expect(await tryIn()).toBe('no-active-practice')
  })

  test('shows the member in the grid with name and pronouns, and spends nothing', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass', dayPasses: 3, nameFirst: 'Ana', nameLast: 'Lopez' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    const home = await officer.api.home.get()
    expect(home.live?.attendees).toEqual([
      { memberId: ana.id, name: 'Ana Lopez', pronouns: ['They/Them'], pictureUrl: '/default-pfp.png' },
    ])
    const mine = await ana.api.home.get()
    expect(mine).toMatchObject({ attended: 1, balance: -1, pass: { dayPasses: 3 } })
    expect(mine.live?.checkedInAt).toBe('2026-11-24T22:50:00.000Z')
  })

  test('fifty taps at once count once', async () => {
    await using club = await createTestClub(engine)
    expect(await raceCheckIns(club)).toEqual([])
  })

  test('fifty taps at once without the guard break the promise (the negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await raceCheckIns(club, removeGuard)).not.toEqual([])
  })

  test('in the same moment as the end it counts wholly or not at all', async () => {
    await using club = await createTestClub(engine)
    const people = await peopleFor(club)
    for (let round = 0; round < 10; round++) expect(await raceEnd(club, people)).toEqual([])
  })

  test('in the same moment as the end without the guard some count after it (the negative control)', async () => {
    await using club = await createTestClub(engine)
    const people = await peopleFor(club)
    expect(await raceEnd(club, people, removeGuard)).not.toEqual([])
  })

  test('a pass used yesterday no longer checks in, also in a session that stayed open over midnight', async () => {
    await using club = await createTestClub(engine, { now: '2026-11-25T04:50:00.000Z' })
    const officer = await club.officer()
    const ana = await club.member({ dayPasses: 2 })
    const late = { startsAt: '2026-11-25T04:30:00.000Z', endsAt: '2026-11-25T06:00:00.000Z' }
    const practiceId = await club.practice(late)
    await officer.api.practices.start({ practiceId })
    await ana.api.passes.use({})
    club.clock.set('2026-11-25T05:00:00.000Z')
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({ data: { reason: 'no-valid-pass' } })
    expect((await ana.api.home.get()).pass).toEqual({ current: 'none', dayPasses: 1, usedAt: null, validUntil: null })
    await ana.api.passes.use({})
    await ana.api.practices.checkIn({ practiceId })
  })

  test('before the wizard is done it is refused as unfinished set-up', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const newcomer = await club.member({ hasLoggedIn: 0, pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await expect(newcomer.api.practices.checkIn({ practiceId })).rejects.toMatchObject({
      code: 'FINISH_SETUP',
      status: 409,
    })
  })
})

async function raceCheckIns(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officer = await club.officer()
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  prepare(club)
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => ana.api.practices.checkIn({ practiceId })))
  const wrong: string[] = []
  const went = answers.filter(succeeded).length
  if (went !== 1) wrong.push(`${went} check-ins went through`)
  const others = new Set(answers.map(reasonOf))
  others.delete('went through')
  if ([...others].join() !== 'already-checked-in') wrong.push(`the others heard ${[...others]}`)
  const { attended } = await ana.api.home.get()
  if (attended !== 1) wrong.push(`it counted ${attended} times`)
  return wrong
}

/** Twenty members check in while an officer ends: whoever was told yes is there, whoever was told no is not, none is after the end. */
async function raceEnd(club: TestClub, { officer, members }: People, prepare = (_club: TestClub) => {}) {
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  prepare(club)
  let ended = false
  const wrong: string[] = []
  const checkIns = members.map(async (member, i) => {
    // Spread over the time that an end takes, so that some are under way when it happens.
    await pause(2 * i)
    const afterEnd = ended
    const went = await member.api.practices.checkIn({ practiceId }).then(
      () => true,
      () => false,
    )
    if (went && afterEnd) wrong.push('a check-in went through that was sent after the end')
    return { id: member.id, went }
  })
  const end = officer.api.practices.endEarly({ practiceId }).then(async () => {
    ended = true
    // Whoever was let in must have been written before the end was acknowledged.
    return attendeesOf(club, practiceId)
  })
  const [atEnd, ...outcomes] = await Promise.all([end, ...checkIns])
  const later = await attendeesOf(club, practiceId)
  if (later.length !== atEnd.length) wrong.push(`${later.length - atEnd.length} check-ins were written after the end`)
  for (const { id, went } of outcomes) if (went !== later.includes(id)) wrong.push(`told ${went}, but there: ${!went}`)
  return wrong
}

type People = Awaited<ReturnType<typeof peopleFor>>

async function peopleFor(club: TestClub) {
  const officer = await club.officer()
  const members = await Promise.all(Array.from({ length: 20 }, () => club.member({ pass: 'Carpool Range Pass' })))
  return { officer, members }
}

async function attendeesOf(club: TestClub, practiceId: string) {
  const rows = await club.db.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId).execute()
  return rows.map((row) => row.memberId)
}

describe.each(engines)('ending a practice (%s)', (engine) => {
  test('early, by an officer: it leaves every list, nobody’s attendance is taken away', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    await officer.api.practices.endEarly({ practiceId })
    const home = await ana.api.home.get()
    expect(home).toMatchObject({ live: null, next: [], upcoming: [], endedEarly: [], attended: 1 })
    expect((await officer.api.home.get()).endedEarly.map((card) => card.id)).toEqual([practiceId])
    await expect(officer.api.practices.endEarly({ practiceId })).rejects.toMatchObject({ data: { reason: 'not-live' } })
  })

  test('an early end can be taken back until the end time, and no longer', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.member({ role: 'Officer', keep: true })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await officer.api.practices.endEarly({ practiceId })
    await expect(officer.api.practices.start({ practiceId })).rejects.toMatchObject({ data: { reason: 'ended-early' } })
    await officer.api.practices.takeBackEnd({ practiceId })
    expect((await officer.api.home.get()).live?.practice.id).toBe(practiceId)
    await officer.api.practices.endEarly({ practiceId })
    club.clock.set('2026-11-25T01:00:00.000Z')
    await expect(officer.api.practices.takeBackEnd({ practiceId })).rejects.toMatchObject({
      data: { reason: 'practice-over' },
    })
  })

  test('taking back is refused while another one is live', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const first = await club.practice({ title: 'First' })
    const second = await club.practice({ title: 'Second' })
    await officer.api.practices.start({ practiceId: first })
    await officer.api.practices.endEarly({ practiceId: first })
    await officer.api.practices.start({ practiceId: second })
    await expect(officer.api.practices.takeBackEnd({ practiceId: first })).rejects.toMatchObject({
      data: { reason: 'another-live', livePracticeTitle: 'Second' },
    })
  })

  test('by itself, at the end time to the second, and once however many processes look', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await club.clock.advance(2 * 3_600_000)
    club.announced.length = 0
    await club.clock.advance(10 * 60_000)
    const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ endedAt: '2026-11-25T01:00:00.000Z', endedEarly: 0 })
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
    await club.clock.advance(10 * 60_000)
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
  })

  test('an officer’s end and the timed one in the same moment leave one end', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.member({ role: 'Officer', keep: true })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    const [end] = await Promise.allSettled([
      officer.api.practices.endEarly({ practiceId }),
      club.clock.advance(2 * 3_600_000 + 10 * 60_000),
    ])
    const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
    expect(row.endedEarly).toBe(succeeded(end) ? 1 : 0)
    expect(row.endedAt).not.toBeNull()
  })
})

describe.each(engines)('removing somebody from the live practice (%s)', (engine) => {
  test('takes them out of grid and count; they may check in again', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    await officer.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    expect(await ana.api.home.get()).toMatchObject({ attended: 0, live: { attendees: [], checkedInAt: null } })
    expect(club.announced).toContain(`member:${ana.id}`)
    await ana.api.practices.checkIn({ practiceId })
    expect((await ana.api.home.get()).attended).toBe(1)
    const audit = await club.db
      .selectFrom('audit')
      .select(['action', 'target'])
      .where('action', '=', 'attendance.remove')
      .execute()
    expect(audit).toEqual([{ action: 'attendance.remove', target: `${practiceId} ${ana.id}` }])
  })

  test('is refused for somebody who is not there, after the end, and to members', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    const removal = { practiceId, memberId: ana.id }
    await expect(officer.api.practices.removeAttendee(removal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await ana.api.practices.checkIn({ practiceId })
    await expect(ana.api.practices.removeAttendee(removal)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await officer.api.practices.endEarly({ practiceId })
    await expect(officer.api.practices.removeAttendee(removal)).rejects.toMatchObject({ data: { reason: 'not-live' } })
    expect((await ana.api.home.get()).attended).toBe(1)
  })
})

describe.each(engines)('answering a practice (%s)', (engine) => {
  test('archer or driver, never both, and it can be withdrawn', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ hasCar: 1, carCapacity: 5 })
    const practiceId = await club.practice()
    expect(await ana.api.practices.answer({ practiceId, answer: 'archer' })).toEqual({
      archers: 1,
      drivers: 0,
      seats: 0,
    })
    expect(await ana.api.practices.answer({ practiceId, answer: 'driver' })).toEqual({
      archers: 0,
      drivers: 1,
      seats: 4,
    })
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'driver', drivers: 1, seats: 4 })
    expect(await ana.api.practices.answer({ practiceId, answer: null })).toEqual({ archers: 0, drivers: 0, seats: 0 })
    expect(await club.answerOf(practiceId, ana.id)).toBeNull()
  })

  test('as a driver needs a car, which can be added on the way', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const practiceId = await club.practice()
    const drive = () => ana.api.practices.answer({ practiceId, answer: 'driver' })
    await expect(drive()).rejects.toMatchObject({ data: { reason: 'no-car' } })
    for (const carCapacity of [0, 9, 1.5, -1])
      await expect(ana.api.profile.setCar({ hasCar: true, carCapacity, rm01Completed: false })).rejects.toMatchObject({
        code: 'INVALID_FIELD',
        data: { fields: { carCapacity: expect.stringContaining('1 to 8') } },
      })
    await ana.api.profile.setCar({ hasCar: true, carCapacity: 8, rm01Completed: true })
    expect(await drive()).toEqual({ archers: 0, drivers: 1, seats: 7 })
  })

  test('as a driver whose car is gone offers no seats, and takes none from the others', async () => {
    await using club = await createTestClub(engine)
    const practiceId = await club.practice()
    const ana = await club.member({ hasCar: 1, carCapacity: 5 })
    const ben = await club.member({ hasCar: 1, carCapacity: 3 })
    for (const driver of [ana, ben]) await driver.api.practices.answer({ practiceId, answer: 'driver' })
    await ben.api.profile.setCar({ hasCar: false, carCapacity: 0, rm01Completed: false })
    expect((await ana.api.home.get()).next[0]).toMatchObject({ drivers: 2, seats: 4 })
  })

  test('is open until the practice ends, for a practice that exists', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const practiceId = await club.practice()
    const answer = () => ana.api.practices.answer({ practiceId, answer: 'archer' })
    await expect(ana.api.practices.answer({ practiceId: 'nowhere', answer: 'archer' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    })
    club.clock.set('2026-11-25T00:59:59.999Z')
    await answer()
    club.clock.set('2026-11-25T01:00:00.000Z')
    await expect(answer()).rejects.toMatchObject({ data: { reason: 'practice-over' } })
  })

  test('archer and driver in the same moment end in exactly one list', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ hasCar: 1, carCapacity: 2 })
    const practiceId = await club.practice()
    const answers = Array.from({ length: 50 }, (_, i) =>
      ana.api.practices.answer({ practiceId, answer: i % 2 ? 'archer' : 'driver' }),
    )
    for (const counts of await Promise.all(answers)) expect(counts.archers + counts.drivers).toBe(1)
    const rows = await club.db.selectFrom('rsvp').selectAll().where('practiceId', '=', practiceId).execute()
    expect(rows).toHaveLength(1)
  })

  test('two lists that are emptied and filled, in place of one row a member, end in both (the negative control)', async () => {
    await using club = await createTestClub(engine)
    await sql`create table listed (kind text)`.execute(club.db)
    const choose = async (kind: string) => {
      await sql`delete from listed`.execute(club.db)
      await pause(5)
      await sql`insert into listed values (${kind})`.execute(club.db)
    }
    await Promise.all(Array.from({ length: 50 }, (_, i) => choose(i % 2 ? 'archer' : 'driver')))
    const { rows } = await sql`select kind from listed`.execute(club.db)
    expect(rows.length).toBeGreaterThan(1)
  })
})
