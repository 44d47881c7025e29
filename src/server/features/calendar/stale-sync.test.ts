import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createTestClub, engines, six, type TestClub } from '#test/support/club.ts'
import { practiceRow } from '#test/support/live-practice.ts'
import { addEvent } from './built-in-calendar.ts'

/**
 * Changing many practices takes a while, and an officer may start one of them in the meantime. SQLite runs one write
 * after another; PostgreSQL locks row by row, so there another transaction holds a row until the start has succeeded or
 * waits, too.
 */
describe('a practice that is started while', () => {
  test('all samples are removed doesn’t stay live forever', async () => {
    await using club = await createTestClub('postgres', { samples: true })
    const officer = await club.officer()
    const [first, second] = await listIds(club)
    // The update moves it behind the others, so it is reached last.
    await club.db.updateTable('practice').set({ description: 'Rewritten.' }).where('id', '=', first).execute()
    await whileHeld(club, second, {
      slow: () => officer.api.practices.removeSamples({}),
      quick: () => officer.api.practices.start({ practiceId: first }),
    })
    expect(await practiceRow(club, first)).toMatchObject({ deletedAt: expect.any(String) })
    const own = await club.practice()
    await officer.api.practices.start({ practiceId: own })
    expect((await officer.api.home.get()).live?.practice.id).toBe(own)
  })

  test('the calendar cancels it is either live or canceled, never both', async () => {
    await using club = await createTestClub('postgres')
    const officer = await club.officer()
    const later = await plan(club, 'Later')
    const tonight = await club.practice()
    await club.db.updateTable('calendarEvent').set({ cancelledAt: '2026-11-24T22:40:00.000Z' }).execute()
    await whileHeld(club, later, {
      slow: () => club.calendar.readNow(),
      quick: () => officer.api.practices.start({ practiceId: tonight }),
    })
    const { startedAt, cancelledAt } = await practiceRow(club, tonight)
    expect([startedAt, cancelledAt].filter((at) => at !== null)).toHaveLength(1)
  })
})

describe('a change of the built-in calendar', () => {
  const stale = { title: 'As read before' }
  const fresh = { title: 'As changed since' }

  test.each([...engines])('isn’t undone by an earlier reading that is written after it, on %s', async (engine) => {
    await using club = await createTestClub(engine)
    const [first, second] = await twoPlanned(club)
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
    expect(await titlesOf(club, [first, second])).toEqual([stale.title, fresh.title])
  })
})

/**
 * Starts `slow`, which soon waits for the locked practice, then `quick`; unlocks once that has finished or waits, too.
 */
type Acts = { slow: () => Promise<unknown>; quick: () => Promise<unknown> }
async function whileHeld(club: TestClub, held: string, { slow, quick }: Acts) {
  let acts: Promise<unknown>[] = []
  await club.db.transaction().execute(async (tx) => {
    await tx.selectFrom('practice').select('id').where('id', '=', held).forUpdate().execute()
    acts = [slow()]
    await untilWaiting(club, 1)
    acts.push(quick())
    await Promise.race([untilWaiting(club, 2), Promise.allSettled(acts.slice(1))])
  })
  await Promise.allSettled(acts)
}

function untilWaiting({ db }: TestClub, count: number) {
  const look = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows[0]?.waiting).toBe(count)
  }
  return vi.waitFor(look, { timeout: 10_000 })
}

async function twoPlanned(club: TestClub) {
  const ids = [await plan(club, 'First'), await plan(club, 'Second')]
  await club.calendar.readNow()
  return ids as [string, string]
}

/** Adds a practice to the calendar, which has not been read since. */
function plan({ ctx, clock }: TestClub, title: string) {
  const [startsAt, endsAt] = [six, '2026-11-25T02:00:00.000Z']
  const event = { title, location: '', description: '', startsAt, endsAt, sample: false, nowMs: clock.now() }
  return ctx.write((tx) => addEvent(tx, event))
}

async function titlesOf({ db }: TestClub, ids: string[]) {
  const rows = await db.selectFrom('practice').select(['id', 'title']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.title)
}

async function listIds({ db }: TestClub) {
  const rows = await db.selectFrom('practice').select('id').orderBy('startsAt').execute()
  return rows.map((row) => row.id) as [string, string]
}
