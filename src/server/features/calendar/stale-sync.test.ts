import { expect, test } from 'vitest'
import { waitingForLocks } from '#test/support/account-requests.ts'
import { createTestClub, engines, six, type TestClub } from '#test/support/club.ts'
import { practiceRow } from '#test/support/live-practice.ts'
import { addEvent } from './built-in-calendar.ts'

/**
 * SQLite runs one write after another; PostgreSQL locks row by row, so there another transaction holds a row until the
 * start has succeeded or waits, too.
 */
test('a practice that is started while the calendar cancels it is either live or canceled, never both', async () => {
  await using club = await createTestClub('postgres')
  const officer = await club.officer()
  const later = await plan(club, 'Later')
  const tonight = await club.practice()
  await club.db.updateTable('calendarEvent').set({ cancelledAt: '2026-11-24T22:40:00.000Z' }).execute()
  const acts: Promise<unknown>[] = []
  await club.db.transaction().execute(async (tx) => {
    await tx.selectFrom('practice').select('id').where('id', '=', later).forUpdate().execute()
    acts.push(club.calendar.readNow())
    await untilWaiting(club, 1)
    const start = officer.api.practices.start({ practiceId: tonight })
    acts.push(start)
    await Promise.race([untilWaiting(club, 2), Promise.allSettled([start])])
  })
  await Promise.allSettled(acts)
  const { startedAt, cancelledAt } = await practiceRow(club, tonight)
  expect([startedAt, cancelledAt].filter((at) => at !== null)).toHaveLength(1)
})

const stale = { title: 'As read before' }
const fresh = { title: 'As changed since' }

test.each([...engines])(
  'a change of the built-in calendar isn’t undone by an earlier reading that is written after it, on %s',
  async (engine) => {
    await using club = await createTestClub(engine)
    const [first, second] = [await plan(club, 'First'), await plan(club, 'Second')]
    await club.calendar.readNow()
    // Gives a reading that began earlier something to write.
    await club.db.updateTable('calendarEvent').set(stale).where('id', '=', first).execute()
    // SQLite runs one query at a time: the calendar is read, then changed, and then what was read is written.
    let reading = engine === 'sqlite' ? club.calendar.readNow() : undefined
    await club.ctx.write(async (tx) => {
      await tx.updateTable('practice').set(fresh).where('id', '=', second).execute()
      reading ??= club.calendar.readNow()
      if (engine === 'postgres') await untilWaiting(club, 1)
      await tx.updateTable('calendarEvent').set(fresh).where('id', '=', second).execute()
    })
    await reading
    const titles = [first, second].map(async (id) => (await practiceRow(club, id)).title)
    expect(await Promise.all(titles)).toEqual([stale.title, fresh.title])
  },
)

const untilWaiting = (club: TestClub, count: number) =>
  expect.poll(() => waitingForLocks(club), { timeout: 10_000 }).toBe(count)

/** Adds a practice to the calendar, which has not been read since. */
function plan({ ctx, clock }: TestClub, title: string) {
  const [startsAt, endsAt] = [six, '2026-11-25T02:00:00.000Z']
  const event = { title, location: '', description: '', startsAt, endsAt, sample: false, nowMs: clock.now() }
  return ctx.write((tx) => addEvent(tx, event))
}
