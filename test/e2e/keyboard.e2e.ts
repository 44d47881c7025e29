import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { startMapHost } from '#test/support/map-host.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { password } from '#test/support/person.ts'
import { alterData, quickMember, tokenFor } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { storeCsv } from '#test/support/store.ts'
import { widthsOf } from '#test/support/variants.ts'
import { keysOf } from './keyboard/keys.ts'
import * as palette from './keyboard/palette-tasks.ts'
import * as score from './keyboard/score-tasks.ts'
import * as tasks from './keyboard/tasks.ts'

/** Everything that people do in the app, without a mouse, on a narrow and on a wide screen. */
let server: RunningServer
test.beforeEach(async ({ start }) => {
  server = await start()
})

/** Logged in as this member, if given. */
async function openKeys(
  open: Open,
  width: number,
  options: NonNullable<Parameters<Open>[1]> & { on?: RunningServer } = {},
) {
  const { on = server, at, ...more } = options
  const person = await open(on, { width, reducedMotion: 'reduce', ...more })
  const keys = await keysOf(person.page)
  if (at !== undefined) await person.page.goto(at)
  return { ...person, keys }
}

for (const width of widthsOf(0)) {
  // Shows: 8.3
  test(`by keyboard a newcomer joins, RSVPs, checks in, and leaves, at ${width}`, async ({ open }) => {
    test.setTimeout(120_000)
    const officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
    const { keys } = await openKeys(open, width)
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
  })

  // Shows: 1.4, 1.24
  test(`by keyboard an officer starts a practice, removes a member, and ends it, at ${width}`, async ({ open }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
    const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys } = await openKeys(open, width, { as: officer, at: '/home' })
    await tasks.startPractice(keys)
    const { live } = (await ana.call('home.get')) as { live: { practice: { id: string } } }
    await ana.call('passes.use')
    await ana.call('practices.checkIn', { practiceId: live.practice.id })
    const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
    await ben.call('passes.use')
    await ben.call('practices.answer', { practiceId: live.practice.id, answer: 'archer' })
    await tasks.callRoll(keys, 'Ben Okafor')
    await tasks.removeAttendee(keys, 'Ana Lopez')
    await tasks.endEarly(keys)
  })

  test(`by keyboard the maps pause, and one opens, at ${width}`, { tag: '@thorough' }, async ({ start, open }) => {
    await using host = await startMapHost()
    const withMaps = await start({ club: { maps: host.maps } })
    const ana = await quickMember(withMaps, { email: 'ana@purdue.edu' })
    const motion = { reducedMotion: 'no-preference' } as const
    const { keys } = await openKeys(open, width, { on: withMaps, as: ana, at: '/home', ...motion })
    await tasks.pauseAndEnlargeMap(keys)
  })
}

test('by keyboard a member finds a past practice and changes an RSVP', async ({ open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', car: 4 })
  attendedBefore(server, ana, { on: '2026-03-03', title: 'Spring opening' })
  attendedBefore(server, ana, { on: '2026-02-03', title: 'Cold one' })
  const { upcoming } = (await ana.call('home.get')) as { upcoming: { id: string }[] }
  await ana.call('practices.answer', { practiceId: upcoming[1]?.id, answer: 'archer' })
  const { keys } = await openKeys(open, 390, { as: ana })
  await tasks.findPastAndChangeAnswer(keys, 'opening')
})

for (const width of widthsOf(2))
  test(`by keyboard a member edits the profile and deletes the account, at ${width}`, async ({ open }) => {
    const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys } = await openKeys(open, width, { as: ana, at: '/home' })
    await tasks.editProfile(keys, 'Anna')
    expect(await ana.call('profile.get')).toMatchObject({ nameFirst: 'Anna', bowType: 'Barebow' })
    const chosen = `${password} again`
    await tasks.changePassword(keys, password, chosen)
    await tasks.deleteAccount(keys, chosen)
  })

// Shows: 1.5
for (const width of widthsOf(3))
  test(`by keyboard an officer credits, removes, and restores a member, at ${width}`, async ({ open }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
    await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys } = await openKeys(open, width, { as: officer })
    await tasks.findAndCreditMember(keys, 'Ana Lopez', width < 1050)
    await tasks.removeAndBringBack(keys, 'Ana Lopez', width < 1050)
  })

for (const width of widthsOf(4))
  test(`by keyboard an officer deletes a practice and imports orders, at ${width}`, async ({ open }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
    attendedBefore(server, officer, { on: '2026-03-03', title: 'Spring opening' })
    attendedBefore(server, officer, { on: '2026-02-03', title: 'Cold one' })
    const { keys } = await openKeys(open, width, { as: officer })
    await tasks.deletePractice(keys, 'Spring opening')
    await tasks.importOrders(keys, Buffer.from(storeCsv([['#1', '1', 'kai@purdue.edu', 'Camp', 1]])))
  })

for (const width of widthsOf(5))
  test(`by keyboard a member scores the first end of a card, at ${width}`, async ({ open }) => {
    const ana = await quickMember(server, { email: 'ana@purdue.edu' })
    const { keys } = await openKeys(open, width, { as: ana })
    await score.scoreAnEnd(keys)
  })

for (const width of widthsOf(6))
  test(`by keyboard an officer sorts members and makes one an officer, at ${width}`, async ({ open }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
    await quickMember(server, { email: 'zoe@purdue.edu', first: 'Zoe', last: 'Lopez' })
    const { keys } = await openKeys(open, width, { as: officer })
    await tasks.sortAndOpenMember(keys, { narrow: width < 1050, first: 'Kai Tanaka', last: 'Zoe Lopez' })
    await tasks.makeOfficer(keys, 'Zoe Lopez')
  })

for (const width of widthsOf(7))
  test(`by keyboard an officer uses the palette and turns single keys off, at ${width}`, async ({ open }) => {
    const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
    await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
    const { keys } = await openKeys(open, width, { as: officer })
    await palette.openPalette(keys, width < 1050)
    await palette.goByPalette(keys, 'Ana Lopez')
    await palette.switchSingleKeysOff(keys)
  })

// Shows: 8.7
test('by keyboard a forgotten password is replaced', { tag: '@thorough' }, async ({ open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const isSignedIn = async () => (await fetch(`${server.url}/rpc/home/get`, { headers: { cookie: ana.cookie } })).ok
  // As if a minute had passed since the sign-up's email.
  alterData(server, 'delete from rate_limit')
  const { keys, page } = await openKeys(open, 390)
  await tasks.askForReset(keys, 'ana@purdue.edu')
  const chosen = `${password} again`
  expect(await isSignedIn()).toBe(true)
  await tasks.choosePassword(keys, await tokenFor(server, 'ana@purdue.edu', 'reset'), chosen)
  expect(await isSignedIn()).toBe(false)
  await tasks.signIn(keys, 'ana@purdue.edu', chosen)
  await expect(page).toHaveURL(/\/home/)
})

test('a press by mouse would be noticed (negative control)', async ({ open }) => {
  const { page, complaints } = await openKeys(open, 390, { mayComplain: true })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(complaints.join()).toContain('by somebody without a mouse')
})
