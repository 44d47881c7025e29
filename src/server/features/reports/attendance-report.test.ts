import { expect } from 'vitest'
import { describe, eight, test, usualEngines } from '#test/support/club-test.ts'
import { attend, held, rsvp } from '#test/support/held-practice.ts'

describe.each(usualEngines)('the turnout (%s)', () => {
  test('counts who was there, who had an RSVP, and how many of these came, newest first', async ({ club, kai }) => {
    expect(await kai.api.turnout.get({})).toEqual({ semesters: [], semester: null, practices: [] })
    const [a, b, c] = [(await club.member()).id, (await club.member()).id, (await club.member()).id]
    const first = await held(club, '2026-11-17')
    const second = await held(club, '2026-11-19')
    const empty = await held(club, '2026-11-20')
    await rsvp(club, first, [a, b])
    const waiting = (await club.member()).id
    await rsvp(club, first, [waiting])
    await club.db.updateTable('rsvp').set({ waiting: 1 }).where('memberId', '=', waiting).execute()
    await attend(club, first, [b, c])
    await attend(club, second, [a, b, c])
    const facts = { answered: 0, came: 0 }
    expect(await kai.api.turnout.get({})).toEqual({
      semesters: [{ key: 'fall-2026', name: 'Fall 2026', practices: 3, attended: 5 }],
      semester: 'fall-2026',
      practices: [
        { id: empty, title: '2026-11-20', startsOn: '2026-11-20', attended: 0, ...facts },
        { id: second, title: '2026-11-19', startsOn: '2026-11-19', attended: 3, ...facts },
        { id: first, title: '2026-11-17', startsOn: '2026-11-17', attended: 2, answered: 2, came: 1 },
      ],
    })
  })

  test('leaves out practices that are live, upcoming, deleted, or never took place', async ({ club, kai }) => {
    const live = await club.practice()
    await kai.api.practices.start({ practiceId: live })
    await club.practice({ title: 'Later', startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-26T23:59:00.000Z' })
    const deleted = await held(club, '2026-11-17')
    await club.db.updateTable('practice').set({ deletedAt: eight }).where('id', '=', deleted).execute()
    const never = await held(club, '2026-11-18', { startedAt: null, endedAt: null })
    expect((await kai.api.turnout.get({})).practices).toEqual([])
    await kai.api.practices.endEarly({ practiceId: live })
    // Attendance entered afterwards shows that it took place.
    const byHand = { practiceId: never, memberId: kai.id, attended: true, reason: 'There' }
    await kai.api.managePractices.setAttendance(byHand)
    expect((await kai.api.turnout.get({})).practices.map(({ id }) => id)).toEqual([live, never])
  })
})
