import type { CompiledQuery, QueryResult } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestClub, engines, succeeded } from '#test/support/club.ts'

describe.each(engines)('ending a practice (%s)', (engine) => {
  // Shows: 3.39, 4.28, 4.29, 4.33, 6.4, 7.21
  test('early, by an officer: it leaves every list, nobody’s attendance is taken away', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    await officer.api.practices.endEarly({ practiceId })
    const home = await ana.api.home.get()
    expect(home).toMatchObject({ live: null, next: [], upcoming: [], endedEarly: [], attended: 1 })
    expect((await officer.api.home.get()).endedEarly.map((card) => card.id)).toEqual([practiceId])
    await expect(officer.api.practices.endEarly({ practiceId })).rejects.toMatchObject({ data: { reason: 'not-live' } })
  })

  test('an early end can be taken back until the end time, and no longer', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.member({ role: 'Officer', keep: true })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await officer.api.practices.endEarly({ practiceId })
    await expect(officer.api.practices.start({ practiceId })).rejects.toMatchObject({ data: { reason: 'ended-early' } })
    await officer.api.practices.takeBackEnd({ practiceId })
    expect((await officer.api.home.get()).live?.practice.id).toBe(practiceId)
    await officer.api.practices.endEarly({ practiceId })
    club.clock.set('2026-11-25T01:00:00.000Z')
    await expect(officer.api.practices.takeBackEnd({ practiceId })).rejects.toMatchObject({
      data: { reason: 'practice-over' },
    })
  })

  test('taking back is refused while another one is live', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const first = await club.practice({ title: 'First' })
    const second = await club.practice({ title: 'Second' })
    await officer.api.practices.start({ practiceId: first })
    await officer.api.practices.endEarly({ practiceId: first })
    await officer.api.practices.start({ practiceId: second })
    await expect(officer.api.practices.takeBackEnd({ practiceId: first })).rejects.toMatchObject({
      data: { reason: 'another-live', livePracticeTitle: 'Second' },
    })
  })

  test('is not looked for again with each check-in of a rush, but once a second', async () => {
    await using club = await createTestClub(engine)
    await club.clock.advance(2000)
    const executor = club.db.getExecutor()
    const { executeQuery } = executor
    let looks = 0
    executor.executeQuery = <Row>(query: CompiledQuery<Row>) => {
      if (query.sql.includes('"started_at" is not null and "ended_at" is null')) looks += 1
      return executeQuery.call(executor, query) as Promise<QueryResult<Row>>
    }
    for (let i = 0; i < 20; i++) await club.ctx.write(async (_tx, announce) => announce('live'))
    await club.clock.advance(999)
    const atOnce = looks
    expect(atOnce).toBeGreaterThan(0)
    expect(atOnce).toBeLessThanOrEqual(4)
    await club.clock.advance(1)
    expect(looks).toBeGreaterThan(atOnce)
    expect(looks).toBeLessThanOrEqual(atOnce + 4)
  })

  test('is not put off by a check-in just before it', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    const row = () =>
      club.db
        .selectFrom('practice')
        .select(['endsAt', 'endedAt'])
        .where('id', '=', practiceId)
        .executeTakeFirstOrThrow()
    const { endsAt } = await row()
    // A check half a second before the end, then a change.
    await club.clock.set(new Date(Date.parse(endsAt) - 500).toISOString())
    await club.ctx.write(async (_tx, announce) => announce('live'))
    await club.clock.advance(100)
    await club.ctx.write(async (_tx, announce) => announce('live'))
    await club.clock.advance(400)
    const endedBy = async () => {
      // A lookup that just finished may only now have set its timer.
      await club.clock.advance(0)
      return (await row()).endedAt
    }
    await expect.poll(endedBy).toBe(endsAt)
  })

  // Shows: 4.30, T50, T78
  test('by itself, at the end time to the second, and once however many processes look', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    club.clock.set('2026-11-25T00:50:00.000Z')
    await club.clock.advance(5 * 60_000)
    club.announced.length = 0
    await club.clock.advance(10 * 60_000)
    const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ endedAt: '2026-11-25T01:00:00.000Z', endedEarly: 0 })
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
    await club.clock.advance(5 * 60_000)
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
  })

  // Shows: T50
  test('once, within a minute, when the clock is set beyond its end, and not again when it is set back (T50)', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    const endOf = () => club.db.selectFrom('practice').select('endedAt').where('id', '=', practiceId).executeTakeFirst()
    await officer.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    club.announced.length = 0
    club.clock.step(-3_600_000)
    await club.clock.advance(120_000)
    expect(await endOf()).toEqual({ endedAt: null })
    club.clock.step(4 * 3_600_000)
    await club.clock.advance(60_000)
    expect(await endOf()).toEqual({ endedAt: '2026-11-25T01:00:00.000Z' })
    club.clock.step(-4 * 3_600_000)
    await club.clock.advance(120_000)
    expect(await endOf()).toEqual({ endedAt: '2026-11-25T01:00:00.000Z' })
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
    expect(await club.db.selectFrom('attendance').select('memberId').execute()).toEqual([{ memberId: ana.id }])
  })

  // Shows: T35
  test('an officer’s end and the timed one in the same moment leave one end', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.member({ role: 'Officer', keep: true })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    club.clock.set('2026-11-25T00:59:59.000Z')
    const [end] = await Promise.allSettled([
      officer.api.practices.endEarly({ practiceId }),
      club.clock.advance(2 * 60_000),
    ])
    const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
    expect(row.endedEarly).toBe(succeeded(end) ? 1 : 0)
    expect(row.endedAt).not.toBeNull()
  })
})
