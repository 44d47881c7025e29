import { describe, expect, test } from 'vitest'
import { createTestClub, eight, type TestClub, usualEngines } from '#test/support/club.ts'

/** Inserts a past practice that was started and is over. */
async function held(club: TestClub, on: string, times: { startedAt?: null; endedAt?: null } = {}) {
  const [startsAt, endsAt] = [`${on}T23:00:00.000Z`, `${on}T23:59:00.000Z`]
  const days = { startsOn: on, lastOn: on, createdAt: startsAt, originalStart: '' }
  const texts = { title: on, location: '', description: '', organizer: '' }
  const nothing = { attendanceLimit: null, cancelledAt: null, startedBy: null, deletedAt: null }
  const row = {
    id: on,
    eventId: on,
    icalUid: on,
    source: 'built-in',
    startsAt,
    endsAt,
    startedAt: startsAt,
    endedAt: endsAt,
  } as const
  await club.db
    .insertInto('practice')
    .values({ ...row, ...days, ...texts, ...nothing, allDay: 0, endedEarly: 0, sample: 0, ...times })
    .execute()
  return on
}

async function put(club: TestClub, table: 'rsvp' | 'attendance', practiceId: string, memberIds: string[]) {
  for (const memberId of memberIds) {
    const row = { practiceId, memberId }
    if (table === 'rsvp')
      await club.db
        .insertInto('rsvp')
        .values({ ...row, kind: 'archer', answeredAt: eight })
        .execute()
    else
      await club.db
        .insertInto('attendance')
        .values({ ...row, checkedInAt: eight, checkedInBy: memberId, reason: '' })
        .execute()
  }
}

describe.each(usualEngines)('the turnout (%s)', (engine) => {
  test('of a club without a past is empty', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    await club.practice()
    expect(await kai.api.turnout.get({})).toEqual({ semesters: [], semester: null, practices: [] })
  })

  test('counts who was there, who had answered, and which of these came, practice by practice, newest first', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const [a, b, c] = [(await club.member()).id, (await club.member()).id, (await club.member()).id]
    const first = await held(club, '2026-11-17')
    const second = await held(club, '2026-11-19')
    const empty = await held(club, '2026-11-20')
    await put(club, 'rsvp', first, [a, b])
    const waits = { practiceId: first, memberId: (await club.member()).id, kind: 'archer', answeredAt: eight } as const
    await club.db
      .insertInto('rsvp')
      .values({ ...waits, waiting: 1 })
      .execute()
    await put(club, 'attendance', first, [b, c])
    await put(club, 'attendance', second, [a, b, c])
    const facts = { answered: 0, came: 0 }
    expect(await kai.api.turnout.get({})).toEqual({
      semesters: [{ key: 'fall-2026', name: 'Fall 2026', practices: 3 }],
      semester: 'fall-2026',
      practices: [
        { id: empty, title: '2026-11-20', startsOn: '2026-11-20', attended: 0, ...facts },
        { id: second, title: '2026-11-19', startsOn: '2026-11-19', attended: 3, ...facts },
        { id: first, title: '2026-11-17', startsOn: '2026-11-17', attended: 2, answered: 2, came: 1 },
      ],
    })
  })

  test('leaves out what is live, to come, deleted, or never took place', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const live = await club.practice()
    await kai.api.practices.start({ practiceId: live })
    await club.practice({ title: 'Later', startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-26T23:59:00.000Z' })
    const deleted = await held(club, '2026-11-17')
    await club.db.updateTable('practice').set({ deletedAt: eight }).where('id', '=', deleted).execute()
    const never = await held(club, '2026-11-18', { startedAt: null, endedAt: null })
    expect((await kai.api.turnout.get({})).practices).toEqual([])
    await kai.api.practices.endEarly({ practiceId: live })
    // Attendance entered afterwards shows that it took place.
    await kai.api.managePractices.setAttendance({
      practiceId: never,
      memberId: kai.id,
      attended: true,
      reason: 'There',
    })
    expect((await kai.api.turnout.get({})).practices.map(({ id }) => id)).toEqual([live, never])
  })

  test('is of one semester: the newest, or the one that is asked for', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    for (const on of ['2025-10-01', '2026-03-04', '2026-03-11', '2026-11-17']) await held(club, on)
    const of = async (term?: string) => {
      const { semester, practices } = await kai.api.turnout.get(term === undefined ? {} : { term })
      return [semester, practices.map(({ title }) => title)]
    }
    expect(await of()).toEqual(['fall-2026', ['2026-11-17']])
    expect(await of('spring-2026')).toEqual(['spring-2026', ['2026-03-11', '2026-03-04']])
    expect(await of('fall-1999')).toEqual([null, []])
    expect((await kai.api.turnout.get({})).semesters.map(({ key, practices }) => [key, practices])).toEqual([
      ['fall-2026', 1],
      ['spring-2026', 2],
      ['fall-2025', 1],
    ])
  })

  test('and the club’s links are for officers', async () => {
    const resources = [
      { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
      { label: 'Notes', url: 'https://docs.example.com/notes' },
    ]
    await using club = await createTestClub(engine, { club: { resources } })
    const [ana, kai] = [await club.member(), await club.officer()]
    await expect(ana.api.turnout.get({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(ana.api.resources.get()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await kai.api.resources.get()).toEqual({
      links: [resources[0], { label: 'Notes', url: 'https://docs.example.com/notes', kind: null, date: null }],
      samples: false,
    })
  })
})
