import { expect } from 'vitest'
import { describe, test, usualEngines } from '#test/support/club-test.ts'
import { livePractice } from '#test/support/live-practice.ts'

describe.each(usualEngines)('removing someone from the live practice (%s)', () => {
  // Shows: 6.5, 7.10
  test('takes them out of the grid and the count; they may check in again', async ({ club }) => {
    const { officer, ana, practiceId } = await livePractice(club)
    await ana.api.practices.checkIn({ practiceId })
    await officer.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    expect(await ana.api.home.get()).toMatchObject({ attended: 0, live: { attendees: [], checkedInAt: null } })
    expect(club.announced).toContain(`member:${ana.id}`)
    await ana.api.practices.checkIn({ practiceId })
    expect((await ana.api.home.get()).attended).toBe(1)
  })
})
