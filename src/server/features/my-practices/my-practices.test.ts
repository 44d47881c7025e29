import { expect } from 'vitest'
import { describe, eight, six, type TestClub, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { attend, held } from '#test/support/held-practice.ts'

const at = (day: string, time = '23:00') => `${day}T${time}:00.000Z`

/** Inserts a past practice of this title that the member attended, as their attendance says. */
async function attended(club: TestClub, who: TestMember, on: string, title: string, checkIn: object = { reason: '' }) {
  const practiceId = await held(club, on, { id: title, title })
  await attend(club, practiceId, [who.id])
  await club.db.updateTable('attendance').set(checkIn).where('practiceId', '=', practiceId).execute()
}

describe.each(usualEngines)('my practices (%s)', () => {
  test('show future practices I have replied to, canceled or not, with everyone’s counts', async ({ club, ben }) => {
    const ana = await club.member({ hasCar: 1, carCapacity: 4, keep: true })
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
    expect(ahead[0]).toMatchObject({ startsAt: six, archers: 1, drivers: 1, seats: 3, myPosition: null })
    await ana.api.practices.answer({ practiceId: later, answer: null })
    club.clock.set(eight)
    expect((await ana.api.myPractices.get()).ahead.map(({ id }) => id)).toEqual([off])
  })

  test('list the history by semester, newest first, with who checked me in', async ({ club, ben }) => {
    const kai = await club.officer({ nameFirst: 'Kai', nameLast: 'Tanaka' })
    const left = await club.officer({ nameFirst: 'Left', nameLast: 'Long Ago' })
    const ana = await club.member({ paidPractices: 6, dayPasses: 2 })
    await attended(club, ana, '2025-10-01', 'Last fall', { checkedInBy: null })
    await attended(club, ana, '2026-08-16', 'First of fall', { checkedInBy: left.id })
    await attended(club, ana, '2026-08-15', 'Last of summer', { checkedInBy: kai.id, reason: 'Forgot the pass' })
    for (const title of ['Late', 'Early']) await attended(club, ana, '2026-11-17', title)
    await attended(club, ana, '2026-09-01', 'Deleted')
    await attended(club, ben, '2026-09-02', 'Someone else’s')
    const later = { startsAt: at('2026-11-17', '23:30') }
    await club.db.updateTable('practice').set(later).where('id', '=', 'Late').execute()
    await club.db.updateTable('practice').set({ deletedAt: six }).where('id', '=', 'Deleted').execute()
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
  })
})
