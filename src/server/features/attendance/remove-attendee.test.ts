import { describe, expect, test } from 'vitest'
import { createTestClub, usualEngines } from '#test/support/club.ts'

describe.each(usualEngines)('removing somebody from the live practice (%s)', (engine) => {
  // Shows: 6.5, 7.10
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
