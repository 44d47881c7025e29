import { type Browser, expect, test } from '@playwright/test'
import { startMapHost } from '#test/support/map-host.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { openPerson, password } from '#test/support/person.ts'
import { alterData, quickMember, takeSession, tokenFor } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { storeCsv } from '#test/support/store.ts'
import { widthsOf } from '#test/support/variants.ts'
import { keysOf } from './keyboard/keys.ts'
import * as palette from './keyboard/palette-tasks.ts'
import * as score from './keyboard/score-tasks.ts'
import * as tasks from './keyboard/tasks.ts'

/** Everything that people do in the app, without a mouse, on a narrow and on a wide screen. */
let server: RunningServer
test.beforeEach(async () => {
  server = await startServer()
})
test.afterEach(() => server.dispose())

type Options = { on?: RunningServer; reducedMotion?: 'reduce' | 'no-preference' }

async function openKeys(browser: Browser, width: number, { on = server, reducedMotion = 'reduce' }: Options = {}) {
  const person = await openPerson(browser, on, { width, reducedMotion })
  return { ...person, keys: await keysOf(person.page) }
}

for (const width of widthsOf(0)) {
  // Shows: 8.3
  test(`by keyboard alone a newcomer becomes a member, answers, checks in and leaves, at ${width}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
    const { keys, complaints } = await openKeys(browser, width)
    await tasks.createAccount(keys, 'ana@purdue.edu')
    await tasks.verifyEmail(keys, await tokenFor(server, 'ana@purdue.edu', 'verify'))
    await tasks.finishWizard(keys, 'Ana')
    await tasks.answerAndChange(keys)
    await tasks.readPastPractices(keys)
    const { next } = (await officer.call('home.get')) as { next: { id: string }[] }
    await officer.call('practices.start', { practiceId: next[0]?.id })
    await tasks.usePass(keys)
    await tasks.checkIn(keys)
    await tasks.signOut(keys)
    await tasks.signIn(keys, 'ana@purdue.edu')
    expect(complaints).toEqual([])
  })

  // Shows: 1.4, 1.24
  test(`by keyboard alone an officer starts a practice, removes somebody and ends it, at ${width}`, async ({
    browser,
  }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
    const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys, context, page, complaints } = await openKeys(browser, width)
    await takeSession(context, server, officer)
    await page.goto('/home')
    await tasks.startPractice(keys)
    const { live } = (await ana.call('home.get')) as { live: { practice: { id: string } } }
    await ana.call('passes.use')
    await ana.call('practices.checkIn', { practiceId: live.practice.id })
    await tasks.removeAttendee(keys, 'Ana Lopez')
    await tasks.endEarly(keys)
    expect(complaints).toEqual([])
  })

  test(`by keyboard alone the maps are paused and one is enlarged and changed for the other, at ${width}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    await using host = await startMapHost()
    const withMaps = await startServer({ club: { maps: host.maps } })
    try {
      const ana = await quickMember(withMaps, { email: 'ana@purdue.edu' })
      const { keys, context, page, complaints } = await openKeys(browser, width, {
        on: withMaps,
        reducedMotion: 'no-preference',
      })
      await takeSession(context, withMaps, ana)
      await page.goto('/home')
      await tasks.pauseAndEnlargeMap(keys)
      expect(complaints).toEqual([])
    } finally {
      await withMaps.dispose()
    }
  })
}

test('by keyboard alone a member finds a past practice and changes an answer', async ({ browser }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', car: 4 })
  attendedBefore(server, ana, { on: '2026-03-03', title: 'Spring opening' })
  attendedBefore(server, ana, { on: '2026-02-03', title: 'Cold one' })
  const { upcoming } = (await ana.call('home.get')) as { upcoming: { id: string }[] }
  await ana.call('practices.answer', { practiceId: upcoming[1]?.id, answer: 'archer' })
  const { keys, context, complaints } = await openKeys(browser, 390)
  await takeSession(context, server, ana)
  await tasks.findPastAndChangeAnswer(keys, 'opening')
  expect(complaints).toEqual([])
})

for (const width of widthsOf(2))
  test(`by keyboard alone a member edits the profile, changes the password and deletes the account, at ${width}`, async ({
    browser,
  }) => {
    const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys, context, page, complaints } = await openKeys(browser, width)
    await takeSession(context, server, ana)
    await page.goto('/home')
    await tasks.editProfile(keys, 'Anna')
    expect(await ana.call('profile.get')).toMatchObject({ nameFirst: 'Anna', bowType: 'Barebow' })
    const chosen = `${password} again`
    await tasks.changePassword(keys, password, chosen)
    await tasks.deleteAccount(keys, chosen)
    expect(complaints).toEqual([])
  })

// Shows: 1.5
for (const width of widthsOf(3))
  test(`by keyboard alone an officer finds a member, credits them, removes them and brings them back, at ${width}`, async ({
    browser,
  }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
    await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys, context, complaints } = await openKeys(browser, width)
    await takeSession(context, server, officer)
    await tasks.findAndCreditMember(keys, 'Ana Lopez')
    await tasks.removeAndBringBack(keys, 'Ana Lopez', width < 1050)
    expect(complaints).toEqual([])
    await context.close()
  })

for (const width of widthsOf(4))
  test(`by keyboard alone an officer finds a practice and deletes it, and imports the store’s orders, at ${width}`, async ({
    browser,
  }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
    attendedBefore(server, officer, { on: '2026-03-03', title: 'Spring opening' })
    attendedBefore(server, officer, { on: '2026-02-03', title: 'Cold one' })
    const { keys, context, complaints } = await openKeys(browser, width)
    await takeSession(context, server, officer)
    await tasks.deletePractice(keys, 'Spring opening')
    await tasks.importOrders(keys, Buffer.from(storeCsv([['#1', '1', 'kai@purdue.edu', 'Camp', 1]])))
    expect(complaints).toEqual([])
  })

for (const width of widthsOf(5))
  test(`by keyboard alone a member begins a card and scores its first end, at ${width}`, async ({ browser }) => {
    const ana = await quickMember(server, { email: 'ana@purdue.edu' })
    const { keys, context, complaints } = await openKeys(browser, width)
    await takeSession(context, server, ana)
    await score.scoreAnEnd(keys)
    expect(complaints).toEqual([])
  })

test('by keyboard alone a member scores a whole indoor round', { tag: '@thorough' }, async ({ browser }) => {
  test.setTimeout(240_000)
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { keys, context, complaints } = await openKeys(browser, 390)
  await takeSession(context, server, ana)
  await score.scoreIndoorRound(keys)
  expect(complaints).toEqual([])
})

for (const width of widthsOf(6))
  test(`by keyboard alone an officer sorts the members, opens one and makes them an officer, at ${width}`, async ({
    browser,
  }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
    await quickMember(server, { email: 'zoe@purdue.edu', first: 'Zoe', last: 'Lopez' })
    const { keys, context, complaints } = await openKeys(browser, width)
    await takeSession(context, server, officer)
    await tasks.sortAndOpenMember(keys, { narrow: width < 1050, first: 'Kai Tanaka', last: 'Zoe Lopez' })
    await tasks.makeOfficer(keys, 'Zoe Lopez')
    expect(complaints).toEqual([])
  })

for (const width of widthsOf(7))
  test(`by keyboard alone an officer goes to a page and to a member by the palette, and switches single keys off, at ${width}`, async ({
    browser,
  }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
    await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys, context, complaints } = await openKeys(browser, width)
    await takeSession(context, server, officer)
    await palette.openPalette(keys, width < 1050)
    await palette.goByPalette(keys, 'Ana Lopez')
    await palette.switchSingleKeysOff(keys)
    expect(complaints).toEqual([])
  })

// Shows: 8.7
test('by keyboard alone a forgotten password is replaced, and the sessions of old have ended', {
  tag: '@thorough',
}, async ({ browser }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const isSignedIn = async () => (await fetch(`${server.url}/rpc/home/get`, { headers: { cookie: ana.cookie } })).ok
  // As if a minute had passed since the sign-up's email.
  alterData(server, 'delete from rate_limit')
  const { keys, page, complaints } = await openKeys(browser, 390)
  await tasks.askForReset(keys, 'ana@purdue.edu')
  const chosen = `${password} again`
  expect(await isSignedIn()).toBe(true)
  await tasks.choosePassword(keys, await tokenFor(server, 'ana@purdue.edu', 'reset'), chosen)
  expect(await isSignedIn()).toBe(false)
  await tasks.signIn(keys, 'ana@purdue.edu', chosen)
  await expect(page).toHaveURL(/\/home/)
  expect(complaints).toEqual([])
})

test('a press by mouse would be noticed (negative control)', async ({ browser }) => {
  const { page, complaints } = await openKeys(browser, 390)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(complaints.join()).toContain('by somebody without a mouse')
})
