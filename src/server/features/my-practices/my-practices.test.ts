import { describe, expect, test } from 'vitest'
import { createTestClub, eight, six, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'

const at = (day: string, time = '23:00') => `${day}T${time}:00.000Z`

/** Inserts a past practice that this member attended. */
async function attended(club: TestClub, who: TestMember, facts: Attended) {
  const { on, title = 'Practice', by = who.id, reason = '', time = '23:00' } = facts
  const id = `${on} ${time} ${title}`
  const copy = await club.db.selectFrom('practice').selectAll().executeTakeFirst()
  const base = copy ?? (await aPractice(club))
  await club.db
    .insertInto('practice')
    .values({
      ...base,
      id,
      eventId: id,
      title,
      startsAt: at(on, time),
      endsAt: at(on, '23:59'),
      startsOn: on,
      lastOn: on,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await club.db
    .insertInto('attendance')
    .values({ practiceId: id, memberId: who.id, checkedInAt: at(on, '23:04'), checkedInBy: by, reason })
    .execute()
  return id
}
type Attended = { on: string; title?: string; by?: string | null; reason?: string; time?: string }

async function aPractice(club: TestClub) {
  const id = await club.practice()
  return club.db.selectFrom('practice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe.each(usualEngines)('my practices (%s)', (engine) => {
  test('of a new member are empty', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    expect(await ana.api.myPractices.get()).toEqual({
      balance: 0,
      attended: 0,
      dayPasses: 0,
      hasCar: false,
      ahead: [],
      semesters: [],
    })
  })

  test('show future practices I have replied to, canceled or not, with everyone’s counts', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ hasCar: 1, carCapacity: 4, keep: true })
    const ben = await club.member()
    const later = await club.practice({ title: 'Later', startsAt: at('2026-12-20'), endsAt: at('2026-12-21', '01:00') })
    const tonight = await club.practice()
    const off = await club.practice({ title: 'Off', startsAt: at('2026-11-26'), endsAt: at('2026-11-27', '01:00') })
    const gone = await club.practice({ title: 'Gone', startsAt: at('2026-11-27'), endsAt: at('2026-11-28', '01:00') })
    await club.practice({ title: 'Not mine', startsAt: at('2026-11-28'), endsAt: at('2026-11-29', '01:00') })
    for (const practiceId of [later, tonight, off, gone])
      await ana.api.practices.answer({ practiceId, answer: 'driver' })
    await ben.api.practices.answer({ practiceId: tonight, answer: 'archer' })
    await club.db.updateTable('practice').set({ cancelledAt: six }).where('id', '=', off).execute()
    await club.db.updateTable('practice').set({ deletedAt: six }).where('id', '=', gone).execute()

    const { ahead, hasCar } = await ana.api.myPractices.get()
    expect(hasCar).toBe(true)
    expect(ahead.map(({ id, cancelled, myAnswer }) => ({ id, cancelled, myAnswer }))).toEqual([
      { id: tonight, cancelled: false, myAnswer: 'driver' },
      { id: off, cancelled: true, myAnswer: 'driver' },
      { id: later, cancelled: false, myAnswer: 'driver' },
    ])
    expect(ahead[0]).toEqual({
      id: tonight,
      title: 'Tuesday practice',
      location: 'Lafayette Range',
      description: 'Bring water.',
      startsAt: six,
      endsAt: eight,
      allDay: false,
      startsOn: '2026-11-24',
      lastOn: '2026-11-24',
      cancelled: false,
      sample: false,
      archers: 1,
      cancelMessage: '',
      cantCome: 0,
      going: [],
      drivers: 1,
      seats: 3,
      attendanceLimit: null,
      waiting: 0,
      clubBows: null,
      myAnswer: 'driver',
      myPosition: null,
    })
    await ana.api.practices.answer({ practiceId: later, answer: null })
    club.clock.set(eight)
    expect((await ana.api.myPractices.get()).ahead.map(({ id }) => id)).toEqual([off])
  })

  test('show a live practice on the home page only, and in the history after a check-in', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    await kai.api.practices.start({ practiceId })
    expect(await ana.api.myPractices.get()).toMatchObject({ ahead: [], semesters: [], attended: 0 })
    await ana.api.practices.checkIn({ practiceId })
    expect(await ana.api.myPractices.get()).toMatchObject({
      balance: -1,
      attended: 1,
      ahead: [],
      semesters: [{ key: 'fall-2026', name: 'Fall 2026', attended: 1, practices: [{ id: practiceId }] }],
    })
    await kai.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    expect(await ana.api.myPractices.get()).toMatchObject({ balance: 0, attended: 0, semesters: [] })
  })

  test('list the history by semester, newest first, with who checked me in', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer({ nameFirst: 'Kai', nameLast: 'Tanaka' })
    const left = await club.officer({ nameFirst: 'Left', nameLast: 'Long Ago' })
    const ana = await club.member({ paidPractices: 6, dayPasses: 2 })
    const ben = await club.member()
    await attended(club, ana, { on: '2025-10-01', title: 'Last fall', by: null })
    await attended(club, ana, { on: '2026-08-16', title: 'First of fall', by: left.id })
    await attended(club, ana, { on: '2026-08-15', title: 'Last of summer', by: kai.id, reason: 'Forgot the pass' })
    await attended(club, ana, { on: '2026-11-17', title: 'Late', time: '23:30' })
    await attended(club, ana, { on: '2026-11-17', title: 'Early' })
    const deleted = await attended(club, ana, { on: '2026-09-01', title: 'Deleted' })
    await attended(club, ben, { on: '2026-09-02', title: 'Someone else’s' })
    await club.db.updateTable('practice').set({ deletedAt: six }).where('id', '=', deleted).execute()
    await club.db.updateTable('member').set({ removedAt: six }).where('id', '=', left.id).execute()

    const mine = await ana.api.myPractices.get()
    expect(mine).toMatchObject({ balance: 1, attended: 5, dayPasses: 2 })
    expect(mine.semesters.map(({ practices, ...semester }) => [semester, practices.map(({ title }) => title)])).toEqual(
      [
        [{ key: 'fall-2026', name: 'Fall 2026', attended: 3 }, ['Late', 'Early', 'First of fall']],
        [{ key: 'summer-2026', name: 'Summer 2026', attended: 1 }, ['Last of summer']],
        [{ key: 'fall-2025', name: 'Fall 2025', attended: 1 }, ['Last fall']],
      ],
    )
    const rows = mine.semesters.flatMap(({ practices }) => practices)
    expect(rows.map(({ checkedInBy, officer, reason }) => [checkedInBy, officer, reason])).toEqual([
      ['me', null, ''],
      ['me', null, ''],
      ['officer', null, ''],
      ['officer', 'Kai Tanaka', 'Forgot the pass'],
      ['list', null, ''],
    ])
    expect(rows[0]).toEqual({
      id: '2026-11-17 23:30 Late',
      title: 'Late',
      startsOn: '2026-11-17',
      checkedInAt: at('2026-11-17', '23:04'),
      checkedInBy: 'me',
      officer: null,
      reason: '',
    })
  })

  test('follow the club’s own terms, and name the time between them', async () => {
    const terms = [{ name: 'Autumn term', from: '09-01', to: '12-15' }]
    await using club = await createTestClub(engine, { club: { terms } })
    const ana = await club.member()
    await attended(club, ana, { on: '2026-09-01' })
    await attended(club, ana, { on: '2026-08-31' })
    const { semesters } = await ana.api.myPractices.get()
    expect(semesters.map(({ key, name }) => [key, name])).toEqual([
      ['autumn-term-2026', 'Autumn term 2026'],
      ['after-autumn-term-2025', 'Between Autumn term 2025 and Autumn term 2026'],
    ])
  })

  test('list a thousand practices at most, count all of them, and export all of them', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const base = await aPractice(club)
    const days = Array.from({ length: 1003 }, (_, n) =>
      new Date(Date.UTC(2026, 10, 20) - n * 86_400_000).toISOString().slice(0, 10),
    )
    await club.ctx.write(async (tx) => {
      for (const on of days) {
        const row = {
          ...base,
          id: on,
          eventId: on,
          startsAt: at(on, '20:00'),
          endsAt: at(on),
          startsOn: on,
          lastOn: on,
        }
        await tx.insertInto('practice').values(row).execute()
        const attendance = { practiceId: on, memberId: ana.id, checkedInAt: at(on), checkedInBy: ana.id, reason: '' }
        await tx.insertInto('attendance').values(attendance).execute()
      }
    })
    const { attended, semesters } = await ana.api.myPractices.get()
    expect(attended).toBe(1003)
    expect(semesters.reduce((sum, semester) => sum + semester.attended, 0)).toBe(1003)
    expect(semesters.flatMap(({ practices }) => practices).map(({ id }) => id)).toEqual(days.slice(0, 1000))
    const csv = await ana.send({ method: 'GET', path: '/my-practices.csv' })
    expect(csv.payload.trim().split('\r\n')).toHaveLength(1004)
  })
})

describe.each(usualEngines)('the export of my practices (%s)', (engine) => {
  test('is a table with a byte order mark, in the club’s time, newest first, and without formulas', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer({ nameFirst: 'Kai', nameLast: 'Tanaka' })
    const ana = await club.member()
    await attended(club, ana, { on: '2026-11-17', title: 'Tuesday, "indoor"' })
    await attended(club, ana, { on: '2026-07-07', title: 'Käse & Pfeile 🏹', by: kai.id, reason: 'No pass\nbut here' })
    await attended(club, ana, { on: '2025-10-01', title: '=1+1', by: null })
    const reply = await ana.send({ method: 'GET', path: '/my-practices.csv' })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(reply.headers['content-disposition']).toBe('attachment; filename="my-practices.csv"')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(reply.payload.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      'Semester,Date,Practice,Checked in,Checked in by,Reason',
      'Fall 2026,2026-11-17,"Tuesday, ""indoor""",2026-11-17 18:04,yourself,',
      // July is in daylight saving time.
      'Summer 2026,2026-07-07,Käse & Pfeile 🏹,2026-07-07 19:04,Kai Tanaka,"No pass\nbut here"',
      "Fall 2025,2025-10-01,'=1+1,2025-10-01 19:04,added by email before you signed up,",
      '',
    ])
  })
})
