import { expect } from 'vitest'
import { isUpcoming } from '#domain/practices.ts'
import { seatsOffered } from '#domain/rsvp.ts'
import { describe, eight, engines, test, tuesdayEvening } from '#test/support/club-test.ts'
import { asPractice, listUpcoming } from './practices.ts'
import { countAnswers } from './rsvps.ts'

describe.each(engines)('what a query decides itself, the rule decides alike (%s)', () => {
  test('which practices are upcoming', async ({ club }) => {
    const earlier = '2026-11-24T20:00:00.000Z'
    const maybe = [null, earlier]
    const copy = await club.db
      .selectFrom('practice')
      .selectAll()
      .where('id', '=', await club.practice())
      .executeTakeFirstOrThrow()
    const rows = [earlier, tuesdayEvening, eight].flatMap((endsAt) =>
      maybe.flatMap((cancelledAt) =>
        maybe.flatMap((startedAt) =>
          maybe.flatMap((endedAt) =>
            maybe.map((deletedAt) => ({ endsAt, cancelledAt, startedAt, endedAt, deletedAt })),
          ),
        ),
      ),
    )
    const practices = rows
      .map((row, i) => ({ ...copy, ...row, id: `p${i}`, eventId: `e${i}` }))
      // Only one practice may be live.
      .filter(({ startedAt, endedAt, endsAt, cancelledAt, deletedAt }) =>
        startedAt !== null && endedAt === null ? endsAt === eight && cancelledAt === null && deletedAt === null : true,
      )
    await club.db.insertInto('practice').values(practices).execute()
    const all = await club.db.selectFrom('practice').selectAll().execute()
    const upcoming = all.filter((row) => row.deletedAt === null && isUpcoming(asPractice(row), tuesdayEvening))
    const listed = await listUpcoming(club.db, tuesdayEvening, 100)
    expect(listed.map((row) => row.id).sort()).toEqual(upcoming.map((row) => row.id).sort())
    expect(listed).toHaveLength(2)
  })

  test('how many seats a car offers', async ({ club, practiceId }) => {
    const driver = await club.member()
    const answer = { practiceId, memberId: driver.id, kind: 'driver', answeredAt: tuesdayEvening } as const
    await club.db.insertInto('rsvp').values(answer).execute()
    for (const carCapacity of [0, 1, 2, 8]) {
      await club.db.updateTable('member').set({ carCapacity }).where('id', '=', driver.id).execute()
      const counts = await countAnswers(club.db, [practiceId])
      expect(counts.get(practiceId)?.seats).toBe(seatsOffered(carCapacity))
    }
  })
})
