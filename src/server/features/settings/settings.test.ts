import { describe, expect, test } from 'vitest'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { createTestClub, engines, outcomeOf, type TestClub, type TestMember } from '#test/support/club.ts'

const range = {
  title: 'The Range',
  embedUrl: 'https://www.google.com/maps/embed?pb=1',
  address: '1 Range Road',
  latitude: 40.4,
  longitude: -86.9,
}

/** Sets a setting as someone who has just opened the page. */
async function set(who: TestMember, name: SettingName, value: unknown) {
  const { revision } = await settingNow(who, name)
  return who.api.clubSettings.set({ name, value: value as string, seen: revision })
}

async function settingNow(who: TestMember, name: SettingName) {
  const { settings } = await who.api.clubSettings.get()
  const found = settings.find((setting) => setting.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

async function rawSettings({ db }: TestClub) {
  return db.selectFrom('setting').selectAll().orderBy('revision').execute()
}

describe.each(engines)('the club’s settings (%s)', (engine) => {
  test('come from the file until an officer sets them, then apply everywhere', async () => {
    await using club = await createTestClub(engine, { club: { name: 'Club of the file', welcome: { dayPasses: 4 } } })
    const [kai, ana] = [await club.officer(), await club.member()]
    const open = await ana.api.session.get()
    expect(open.club).toMatchObject({ name: 'Club of the file', contactEmail: null })
    expect(await settingNow(kai, 'name')).toMatchObject({ value: 'Club of the file', isFromApp: false, revision: 0 })

    await set(kai, 'name', '  Boiler  Archers ')
    await set(kai, 'contactEmail', 'archery@purdue.edu')
    await set(kai, 'maps.range', range)
    const { club: now } = await ana.api.session.get()
    expect(now).toMatchObject({ name: 'Boiler Archers', contactEmail: 'archery@purdue.edu' })
    expect((await ana.api.home.get()).maps).toMatchObject([{ place: 'range', ...range }])
    expect(await settingNow(kai, 'name')).toMatchObject({
      value: 'Boiler Archers',
      isFromApp: true,
      fileValue: 'Club of the file',
      changedBy: 'Kai Bowman',
    })
    expect(await settingNow(kai, 'welcome.dayPasses')).toMatchObject({ value: 4, isFromApp: false })
  })
})
