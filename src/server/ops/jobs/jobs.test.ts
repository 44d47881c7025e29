import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { findStartedPractice } from '#server/queries/practices.ts'
import { createTestClub, eight, tuesdayEvening } from '#test/support/club.ts'

test('an end that can’t be written is tried again with growing pauses, and written once it can be', async () => {
  await using club = await createTestClub('sqlite')
  const officer = await club.officer()
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  // Like a full disk: reads work, writes fail.
  await sql`create trigger full_disk before update on practice begin select raise(abort, 'database or disk is full'); end`.execute(
    club.db,
  )
  const warn = vi.spyOn(club.ctx.log, 'warn').mockImplementation(() => {})
  const untilTheEnd = Date.parse(eight) - Date.parse(tuesdayEvening)
  await club.clock.advance(untilTheEnd)
  for (let second = 0; second < 120; second++) await club.clock.advance(1000)
  const failed = () => warn.mock.calls.filter(([, message]) => message?.includes('a scheduled job failed')).length
  expect(failed()).toBeGreaterThan(3)
  expect(failed()).toBeLessThan(12)
  await sql`drop trigger full_disk`.execute(club.db)
  await club.clock.advance(60_000)
  await expect.poll(() => findStartedPractice(club.db)).toBeFalsy()
})
