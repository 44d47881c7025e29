import { expect } from 'vitest'
import { addSamplesOnce } from '#server/features/calendar/built-in-calendar.ts'
import { createTestClub, describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { addSampleSettings } from './sample-settings.ts'

const fresh = { samples: true }

async function publicFacts(club: TestClub) {
  return (await club.visitor().api.session.get()).club
}

describe.each(usualEngines)('sample settings (%s)', (engine) => {
  test('are removed from every page by one act of an officer, even after use, and stay away', async () => {
    await using club = await createTestClub(engine, fresh)
    const kai = await club.officer({ pass: 'Carpool Range Pass' })
    const practiceId = (await kai.api.home.get()).next[0]?.id ?? ''
    await kai.api.practices.start({ practiceId })
    await kai.api.practices.checkIn({ practiceId })
    club.announced.length = 0
    expect(await kai.api.practices.removeSamples({})).toEqual({ removed: 8 })
    expect(club.announced).toContain('club')
    await club.calendar.readNow()
    expect(await kai.api.home.get()).toMatchObject({
      ...{ live: null, next: [], upcoming: [], attended: 0, hasSamples: false },
      ...{ hasSampleSettings: false, maps: [], unset: { length: 10 } },
    })
    expect(await publicFacts(club)).toMatchObject({
      socialLinks: [],
      contactEmail: null,
      sampleFooter: false,
      storeLinks: { practices: null, passes: null },
    })
    expect(await kai.api.resources.get()).toEqual({ links: [], samples: false })
    await addSamplesOnce(club.ctx, { local: true })
    expect((await kai.api.home.get()).hasSampleSettings).toBe(false)
  })

  test('are never shown under a public address, whatever the database says', async ({ club }) => {
    await club.ctx.write((tx) => addSampleSettings(tx, '2026-11-24T22:50:00.000Z'))
    expect((await publicFacts(club)).sampleFooter).toBe(false)
    expect((await (await club.officer()).api.home.get()).maps).toEqual([])
  })

  test('are not added to a club that has members', async ({ club }) => {
    await club.member()
    await addSamplesOnce(club.ctx, { local: true })
    expect(await club.db.selectFrom('sampleSettings').selectAll().execute()).toEqual([])
    expect(await club.db.selectFrom('calendarEvent').selectAll().execute()).toEqual([])
  })
})
