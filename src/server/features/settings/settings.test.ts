import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { createTestClub, engines, outcomeOf, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { setSetting as set, settingNow } from '#test/support/set-setting.ts'
import { withStoredSettings } from './club-settings.ts'

const range = {
  title: 'The Range',
  embedUrl: 'https://www.google.com/maps/embed?pb=1',
  address: '1 Range Road',
  latitude: 40.4,
  longitude: -86.9,
}
const minute = 60_000

async function lastChange(who: TestMember) {
  const [change] = (await who.api.settingChanges.get()).changes
  if (!change) throw new Error('there is no change')
  return change
}

function storedIn({ db }: TestClub) {
  return db.selectFrom('setting').select(['name', 'value']).orderBy('name').execute()
}

describe.each(engines)('the club’s settings (%s)', (engine) => {
  test('come from the file until an officer sets them, then apply everywhere', async () => {
    await using club = await createTestClub(engine, { club: { name: 'Club of the file', welcome: { dayPasses: 4 } } })
    const [kai, ana] = [await club.officer(), await club.member()]
    expect((await ana.api.session.get()).club).toMatchObject({ name: 'Club of the file', contactEmail: null })
    expect(await settingNow(kai, 'name')).toMatchObject({ value: 'Club of the file', isFromApp: false, revision: 0 })

    await set(kai, 'name', '  Boiler  Archers ')
    await set(kai, 'contactEmail', 'archery@purdue.edu')
    await set(kai, 'maps.range', range)
    await set(kai, 'info.rules', ['Never run on the range.'])
    await set(kai, 'practices.startWindowMinutes', 45)
    expect((await ana.api.session.get()).club).toMatchObject({
      name: 'Boiler Archers',
      contactEmail: 'archery@purdue.edu',
      startWindowMinutes: 45,
    })
    expect((await ana.api.home.get()).maps).toMatchObject([{ place: 'range', ...range }])
    expect((await ana.api.info.get()).rules).toEqual(['Never run on the range.'])
    expect(await settingNow(kai, 'name')).toMatchObject({
      value: 'Boiler Archers',
      isFromApp: true,
      fileValue: 'Club of the file',
      changedBy: 'Kai Bowman',
    })
    expect(await settingNow(kai, 'welcome.dayPasses')).toMatchObject({ value: 4, isFromApp: false })
    expect(club.announced).toContain('club')
    const ofName = { name: 'name', before: null, after: { value: 'Boiler Archers' }, by: 'Kai Bowman' }
    expect((await kai.api.settingChanges.get()).changes).toContainEqual(expect.objectContaining(ofName))
  })

  test('of two officers in the same moment take one, and leave the other to decide again', async ({ club }) => {
    const officers = [await club.officer(), await club.officer(), await club.officer()]
    for (let round = 0; round < 5; round++) {
      const { revision } = await settingNow(officers[0] as TestMember, 'name')
      const outcomes = await Promise.all(
        officers.map((who, at) =>
          outcomeOf(who.api.clubSettings.set({ name: 'name', value: `Round ${round} of ${at}`, seen: revision })),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['changed-since', 'changed-since', 'went through'])
    }
    // Different settings don't get in each other's way.
    const names = ['welcome.dayPasses', 'practices.lookAheadDays', 'practices.nextPanels'] as const
    await Promise.all(names.map((name, at) => officers[at]?.api.clubSettings.set({ name, value: 7, seen: 0 })))
    expect((await storedIn(club)).map(({ value }) => value)).toEqual([
      expect.stringContaining('Round 4'),
      '7',
      '7',
      '7',
    ])
  })

  test.skipIf(engine === 'sqlite')('reach the other processes within two seconds', async ({ club, kai }) => {
    await using other = await createTestClub(engine, { beside: { databaseUrl: club.databaseUrl } })
    await using third = await createTestClub(engine, { beside: { databaseUrl: club.databaseUrl } })
    const there = [other, third].map((each) => each.caller(kai.cookie))
    for (const each of there) expect((await each.api.session.get()).club.name).toBe('Archery Club')
    await set(kai, 'name', 'Boiler Archers')
    for (const each of there) expect((await each.api.session.get()).club.name).toBe('Boiler Archers')
    const read = async () => (await third.visitor().api.session.get()).club.name
    const begunAt = performance.now()
    while ((await read()) !== 'Boiler Archers' && performance.now() - begunAt < 2000) await pause(20)
    expect(await read()).toBe('Boiler Archers')
  })
})

describe.each(usualEngines)('a setting (%s)', (engine) => {
  test('that the file fixes can’t be changed, and keeps the app’s value for later', async ({ club, kai }) => {
    await set(kai, 'name', 'Of the app')
    const fixed = { ...club.ctx.settings.file, fixed: { name: 'The university gave it.' } }
    const stored = await storedIn(club)
    expect(withStoredSettings(fixed, stored).name).toBe('Archery Club')
    expect(withStoredSettings({ ...fixed, fixed: {} }, stored).name).toBe('Of the app')

    await using strict = await createTestClub(engine, { club: { fixed: fixed.fixed } })
    const lee = await strict.officer()
    expect(await settingNow(lee, 'name')).toMatchObject({ fixed: 'The university gave it.' })
    await expect(set(lee, 'name', 'Of the app')).rejects.toMatchObject({
      data: { reason: 'fixed' },
      message: expect.stringContaining('The university gave it.'),
    })
    expect(await storedIn(strict)).toEqual([])
  })

  // Shows: T11
  test('that members follow with money or a password needs the officer’s own, also to undo', async ({ club, kai }) => {
    await club.enterPasswords()
    await set(kai, 'storeLinks.passes', 'https://store.example.edu/passes')
    const { id } = await lastChange(kai)
    await club.clock.advance(11 * minute)
    const link = 'https://other.example.edu'
    for (const name of ['storeLinks.passes', 'redirects.merch', 'webmailUrl'] as const)
      expect([name, await outcomeOf(set(kai, name, link))]).toEqual([name, 'PASSWORD_NEEDED'])
    const { revision } = await settingNow(kai, 'storeLinks.passes')
    expect(await outcomeOf(kai.api.clubSettings.undo({ changeId: id, seen: revision }))).toBe('PASSWORD_NEEDED')
    expect(await outcomeOf(kai.api.clubSettings.reset({ name: 'storeLinks.passes', seen: revision }))).toBe(
      'PASSWORD_NEEDED',
    )
    expect((await club.visitor().api.session.get()).club.storeLinks.passes).toBe('https://store.example.edu/passes')
    await set(kai, 'socialLinks', [{ label: 'Instagram', url: 'https://www.instagram.com/archers' }])
  })

  test('that a later release has stored, or that isn’t valid, is left aside', async ({ club }) => {
    const stored = [
      { name: 'a.later.release', value: '1' },
      { name: 'practices.startWindowMinutes', value: '-5' },
      { name: 'maps.range', value: JSON.stringify({ ...range, embedUrl: 'https://maps.example.com/embed' }) },
      { name: 'contactEmail', value: null },
    ]
    expect(withStoredSettings(club.ctx.settings.file, stored)).toBe(club.ctx.settings.file)
  })
})
