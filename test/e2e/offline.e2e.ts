import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { addresses, startMapHost } from '#test/support/map-host.ts'
import { entryOf, isOtherBuild, nextBuild } from '#test/support/next-build.ts'
import { isOnDevice } from '#test/support/on-device.ts'
import { alertIn, openPerson, signIn } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { type RunningServer, startServer, startServerProcess } from '#test/support/server.ts'

/** At the range without a connection: what opens and what you can do, in the installed app with its service worker. */
const saved = /Showing information from/
const notSent = 'Not sent yet. We’ll send it as soon as you’re online.'

async function openApp(browser: Browser, server: Pick<RunningServer, 'url'>, member: QuickMember, path = '/home') {
  const person = await openPerson(browser, server, { serviceWorkers: 'allow' })
  await takeSession(person.context, server as RunningServer, member)
  await person.page.goto(path)
  await isOnDevice(person.page)
  return person
}

const archer = (page: Page) => page.getByRole('button', { name: 'Archer' }).first()

test('after one visit the pages open without a connection, and say of when they are', async ({ browser }) => {
  const host = await startMapHost()
  await using server = await startServer({ club: { maps: host.maps } })
  await quickMember(server, { email: 'ana@purdue.edu' })
  const { page, context, complaints } = await openPerson(browser, server, { serviceWorkers: 'allow' })
  await signIn(page, 'ana@purdue.edu')
  await isOnDevice(page)
  await context.setOffline(true)
  for (const [path, shown] of [
    ['/home', 'No RSVPs yet.'],
    ['/my-pass', '2 day passes left'],
    ['/scorecard', 'No scorecards yet.'],
    ['/home?map=range', addresses.range],
    ['/home?map=carpool', addresses.carpool],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(shown).first()).toBeVisible()
    await expect(page.getByText(saved).first()).toBeVisible()
  }
  // Content that doesn't change within an hour needs no mark.
  await page.goto('/info')
  await expect(page.getByRole('heading', { name: 'Range calls', exact: true })).toBeVisible()
  await context.setOffline(false)
  await page.goto('/home')
  await expect(page.getByText('No RSVPs yet.').first()).toBeVisible()
  await expect(page.getByText(saved)).toHaveCount(0)
  expect(complaints).toEqual([])
  await context.close()
  await host.stop()
})

test('a hanging server delays nothing that is on the device', { tag: '@thorough' }, async ({ browser }) => {
  const server = await startServerProcess()
  const ana = await quickMember(server as unknown as RunningServer, { email: 'ana@purdue.edu' })
  const { page, context } = await openApp(browser, server, ana)
  server.freeze()
  await page.goto('/my-pass')
  await expect(page.getByText('2 day passes left')).toBeVisible({ timeout: 5000 })
  await expect(page.getByText('The connection is slow.')).toBeVisible()
  server.thaw()
  await expect(page.getByText(saved)).toHaveCount(0)
  await context.close()
  await server.dispose()
})

// Shows: T14, ASVS 14.3.1
test('an ended session shows nothing, and a logout leaves nothing', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page, context } = await openApp(browser, server, ana)
  // What belongs to Ana, not to the device, such as the page's color scheme or that the app is installed.
  const left = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(await left()).toContain('ana@purdue.edu')
  await context.setOffline(true)
  await page.clock.install()
  await page.clock.setSystemTime(Date.now() + 40 * 86_400_000)
  await page.goto('/home')
  await expect(page).toHaveURL(/\/login\?.*reason=idle/)
  await expect(page.getByText('You have been logged out due to inactivity.')).toBeVisible()
  await expect(page.getByText('No RSVPs yet.')).toHaveCount(0)

  await page.clock.setSystemTime(Date.now())
  await context.setOffline(false)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await left()).not.toMatch(/ana@purdue\.edu|answer:|unsent:/)
  await context.setOffline(true)
  await page.goto('/home')
  await expect(page.getByText('No RSVPs yet.')).toHaveCount(0)
  await context.close()
})

test('an offline Can’t come gives up the spot that came in the meantime', async ({ browser }) => {
  await using server = await startServer()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const people = await Promise.all(
    ['ana', 'ben', 'cas'].map((name) => quickMember(server, { email: `${name}@purdue.edu` })),
  )
  const [ana, ben, cas] = people as [(typeof people)[number], (typeof people)[number], (typeof people)[number]]
  const { next } = (await kai.call('home.get')) as { next: { id: string }[] }
  const practiceId = next[0]?.id
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  for (const { call } of people) await call('practices.answer', { practiceId, answer: 'archer' })
  const mine = async ({ call }: typeof ana) =>
    ((await call('home.get')) as { next: { myAnswer: string | null; myPosition: number | null }[] }).next[0]

  const { page, context } = await openApp(browser, server, ben)
  await context.setOffline(true)
  const cantCome = page.getByRole('button', { name: 'Can’t come' }).first()
  await cantCome.click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  await ana.call('practices.answer', { practiceId, answer: null })
  expect(await mine(ben)).toMatchObject({ myAnswer: 'archer', myPosition: null })
  expect(await mine(cas)).toMatchObject({ myPosition: 1 })
  await context.setOffline(false)
  await expect(page.getByText(notSent)).toHaveCount(0)
  await expect(cantCome).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => mine(ben)).toMatchObject({ myAnswer: 'cant-come', myPosition: null })
  expect(await mine(cas)).toMatchObject({ myAnswer: 'archer', myPosition: null })
  await context.close()
})

test('an RSVP without a connection stays on the device until it can be sent', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
  const { page, context } = await openApp(browser, server, ana)
  const { next } = (await ben.call('home.get')) as { next: { id: string; archers: number }[] }
  const archers = async () => ((await ben.call('home.get')) as { next: { archers: number }[] }).next[0]?.archers
  expect(next[0]?.archers).toBe(0)
  await context.setOffline(true)
  await archer(page).click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  await expect(archer(page)).toHaveAttribute('aria-pressed', 'true')
  // As far as this device knows, no one is coming yet.
  await expect(page.getByText('No RSVPs yet.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(notSent).first()).toBeVisible()
  await expect(archer(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await archers()).toBe(0)
  await context.setOffline(false)
  await expect(page.getByText(notSent)).toHaveCount(0)
  await expect(page.getByText(/: You’re in as an archer\./)).toBeVisible()
  expect(await archers()).toBe(1)
  await expect(archer(page)).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})

// Shows: T14
test('an unsent RSVP waits for its own member, also if others log in', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
  const { page, context } = await openApp(browser, server, ana)
  const cleo = await quickMember(server, { email: 'cleo@purdue.edu' })
  const archers = async () => ((await cleo.call('home.get')) as { next: { archers: number }[] }).next[0]?.archers
  await context.setOffline(true)
  await archer(page).click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  // In another window, which this one hasn't heard from.
  await takeSession(context, server, ben)
  // Back online, the window sends the RSVP, which is refused, or first hears that someone else is logged in.
  const sent: number[] = []
  page.on(
    'response',
    (response) => void (response.url().endsWith('/rpc/practices/answer') && sent.push(response.status())),
  )
  const back = page.waitForResponse((response) => /\/rpc\/(practices\/answer|session\/get)/.test(response.url()))
  await context.setOffline(false)
  await back
  await page.goto('/home')
  await expect(archer(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(notSent)).toHaveCount(0)
  await page.getByRole('button', { name: 'Profile' }).click()
  await expect(page.getByText('Ben Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await archers()).toBe(0)
  expect(sent.filter((status) => status !== 401)).toEqual([])

  await takeSession(context, server, ana)
  await page.goto('/home')
  await expect.poll(archers).toBe(1)
  await expect(archer(page)).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})

test('what the server refuses later is said with its reason, and stays until it is read', async ({ browser }) => {
  const club = await startClubAtPractice([], { ahead: 2 })
  const ana = await quickMember(club.server, { email: 'ana@purdue.edu' })
  const olga = await quickMember(club.server, { email: 'olga@purdue.edu', officer: true })
  const { page, context } = await openApp(browser, club.server, ana)
  const { next } = (await ana.call('home.get')) as { next: { id: string }[] }
  await context.setOffline(true)
  await archer(page).click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  await olga.call('managePractices.delete', { practiceId: next[0]?.id })
  await context.setOffline(false)
  await expect(page.getByText(notSent)).toHaveCount(0)
  const refusal = alertIn(page).filter({ hasText: 'Practice 1' })
  await expect(refusal.first()).toBeVisible()
  await page.reload()
  await expect(refusal).toBeVisible()
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await expect(page.getByText('Practice 2').first()).toBeVisible()
  await expect(refusal).toHaveCount(0)
  await context.close()
  await club.dispose()
})

/** A practice tonight that an officer has started, and a member who may check in. */
async function openAtPractice(browser: Browser, { ahead = 0, hasPass = true } = {}) {
  const club = await startClubAtPractice(['tonight'], { ahead })
  const { server } = club
  const ana = await quickMember(server, { email: 'ana@purdue.edu', car: 4 })
  const olga = await quickMember(server, { email: 'olga@purdue.edu', officer: true })
  if (hasPass) await ana.call('passes.use')
  const { next } = (await olga.call('home.get')) as { next: { id: string }[] }
  await olga.call('practices.start', { practiceId: next[0]?.id })
  return { club, server, ana, open: () => openApp(browser, server, ana) }
}

const waiting = 'Waiting for a connection'
type Live = { live: { checkedInAt: string | null } | null }
const isCheckedIn = async (member: QuickMember) => ((await member.call('home.get')) as Live).live?.checkedInAt != null

// Shows: T87
test('Check In waits for a connection, can be canceled, and is never assumed', async ({ browser }) => {
  const { club, ana, open } = await openAtPractice(browser)
  const { page, context } = await open()
  const checkIn = page.getByRole('button', { name: 'Check In' })
  await context.setOffline(true)
  await checkIn.click()
  await expect(page.getByRole('button', { name: waiting })).toBeVisible()
  await expect(page.getByText(/^Not checked in yet\./)).toBeVisible()
  await expect(page.getByText(/^Checked in/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(checkIn).toBeFocused()
  await context.setOffline(false)
  await expect(page.getByText(saved)).toHaveCount(0)
  expect(await isCheckedIn(ana)).toBe(false)

  await context.setOffline(true)
  await checkIn.click()
  await expect(page.getByRole('button', { name: waiting })).toBeVisible()
  expect(await isCheckedIn(ana)).toBe(false)
  await context.setOffline(false)
  await expect(page.getByText(/^Checked in/).first()).toBeVisible()
  expect(await isCheckedIn(ana)).toBe(true)
  await context.close()
  await club.dispose()
})

// Shows: T87
test('after ten minutes without a connection Check In is given up, and says so', async ({ browser }) => {
  const { club, ana, open } = await openAtPractice(browser)
  const { page, context } = await open()
  await page.clock.install()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Check In' }).click()
  await expect(page.getByRole('button', { name: waiting })).toBeVisible()
  await page.clock.runFor(590_000)
  await expect(page.getByRole('button', { name: waiting })).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(alertIn(page).filter({ hasText: 'You were offline for 10 minutes' })).toBeVisible()
  await context.setOffline(false)
  await page.clock.runFor(20_000)
  expect(await isCheckedIn(ana)).toBe(false)
  await context.close()
  await club.dispose()
})

// Shows: T87
for (const minutes of [9, 11])
  test(`offline for ${minutes} minutes: a pass is used with its check-in, or not at all`, async ({ browser }) => {
    const { club, ana, open } = await openAtPractice(browser, { hasPass: false })
    const { page, context } = await open()
    await page.clock.install()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Use pass & check in · 2 left' }).click()
    await expect(page.getByText(/^Not checked in yet\. We’ll use your pass/)).toBeVisible()
    await page.clock.runFor(minutes * 60_000)
    const isLate = minutes > 10
    if (isLate) await expect(alertIn(page).filter({ hasText: 'You were offline for 10 minutes' })).toBeVisible()
    await context.setOffline(false)
    await page.clock.runFor(20_000)
    if (!isLate) await expect(page.getByText(/^Checked in/).first()).toBeVisible()
    expect(await isCheckedIn(ana)).toBe(!isLate)
    expect(await ana.call('passes.get')).toMatchObject({ dayPasses: isLate ? 2 : 1 })
    await context.close()
    await club.dispose()
  })

type Ahead = { ahead: { id: string; title: string; myAnswer: string | null }[] }

// Shows: T87
test('twenty acts on two offline devices have fifteen effects', { tag: ['@chromium', '@thorough'] }, async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { club, server, ana, open } = await openAtPractice(browser, { ahead: 14 })
  const answers = async () => ((await ana.call('myPractices.get')) as Ahead).ahead
  for (const id of await practiceIds(server)) await ana.call('practices.answer', { practiceId: id, answer: 'archer' })
  const practices = await answers()
  expect(practices).toHaveLength(14)
  const titles = practices.map(({ title }) => title)
  const devices = [await open(), await open()]
  const sent: { url: string; method: string; headers: Record<string, string>; body: string }[] = []
  for (const { page, context } of devices) {
    await page.goto('/my-practices')
    await expect(page.getByRole('group', { name: /^RSVP for Practice/ })).toHaveCount(14)
    await isOnDevice(page)
    await context.setOffline(true)
  }
  // Nine RSVPs and one check-in on each device; four of the RSVPs and the check-in on both.
  for (const [device, wanted] of [titles.slice(0, 9), titles.slice(5, 14)].entries()) {
    const { page } = devices[device] as (typeof devices)[number]
    for (const title of wanted) {
      const group = page.getByRole('group', { name: `RSVP for ${title}`, exact: true })
      await group.getByRole('button', { name: 'Driver' }).click()
    }
    await expect(page.getByText(notSent)).toHaveCount(9)
    await page.getByRole('link', { name: /, home$/ }).click()
    await page.getByRole('button', { name: 'Check In' }).click()
    await expect(page.getByRole('button', { name: waiting })).toBeVisible()
    await expect(page.getByText(/^Checked in/)).toHaveCount(0)
  }
  expect((await answers()).filter(({ myAnswer }) => myAnswer === 'driver')).toEqual([])
  expect(await isCheckedIn(ana)).toBe(false)
  const before = readEffects(server)

  for (const { page, context } of devices) {
    page.on('request', (request) => {
      if (!/\/(answer|checkIn)$/.test(request.url())) return
      sent.push({
        url: request.url(),
        method: request.method(),
        headers: request.headers(),
        body: request.postData() ?? '',
      })
    })
    await context.setOffline(false)
  }
  for (const { page } of devices) {
    await expect(page.getByText(/^Checked in/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: waiting })).toHaveCount(0)
    await page.goto('/my-practices')
    await expect(page.getByRole('group', { name: /^RSVP for Practice/ })).toHaveCount(14)
    await expect(page.getByText(notSent)).toHaveCount(0)
  }
  expect((await answers()).map(({ myAnswer }) => myAnswer)).toEqual(Array(14).fill('driver'))
  const after = readEffects(server)
  // Fifteen rows differ from before: fourteen RSVPs, and one attendance.
  expect(after.filter((row) => !before.includes(row))).toHaveLength(15)
  expect(sent.length).toBeGreaterThanOrEqual(15)

  for (const { url, method, headers, body } of sent) {
    const again = await fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': headers['idempotency-key'] ?? '',
        cookie: ana.cookie,
      },
      body,
    })
    expect([200, 409, 422]).toContain(again.status)
  }
  expect(readEffects(server)).toEqual(after)
  for (const { context } of devices) await context.close()
  await club.dispose()
})

function practiceIds(server: RunningServer) {
  return readRows(server, `select id from practice where title like 'Practice %'`).map(({ id }) => String(id))
}

/** Every RSVP and every attendance row in the database. */
function readEffects(server: RunningServer) {
  return [
    ...readRows(server, 'select member_id, practice_id, kind from rsvp order by 1, 2'),
    ...readRows(server, 'select member_id, practice_id, checked_in_at from attendance order by 1, 2'),
  ].map((row) => JSON.stringify(row))
}

function readRows(server: RunningServer, sql: string) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'), { readOnly: true })
  const rows = database.prepare(sql).all()
  database.close()
  return rows
}

test('a new version that can’t be stored comes from the server', { tag: '@thorough' }, async ({ browser }) => {
  const server = await startServerProcess()
  const ana = await quickMember(server as unknown as RunningServer, { email: 'ana@purdue.edu' })
  const { page, context } = await openApp(browser, server, ana)
  const firstBuild = await entryOf(page)
  await server.stop()
  const next = await nextBuild()
  // The new build's worker needs this file, too, and can't install without it.
  await rm(join(next, 'dist/web/default-pfp.png'))
  const updated = await startServerProcess({ again: server, root: next })
  await page.getByRole('button', { name: 'Reload' }).click({ timeout: 30_000 })
  await isOtherBuild(page, firstBuild)
  await expect(page.getByText('No RSVPs yet.').first()).toBeVisible()
  await expect(page.getByText('A new version is ready.', { exact: true })).toHaveCount(0)
  await context.close()
  await updated.dispose()
  await rm(next, { recursive: true })
})

test('a new version waits until the card is closed', { tag: '@thorough' }, async ({ browser }) => {
  const server = await startServerProcess()
  const ana = await quickMember(server as unknown as RunningServer, { email: 'ana@purdue.edu' })
  const { page, context } = await openApp(browser, server, ana)
  const offer = page.getByText('A new version is ready.', { exact: true })
  const card = scorecard(page)
  await card.start()
  const firstBuild = await entryOf(page)
  for (const value of [10, 9, 8] as const) await card.key(value)
  await card.saved(3)
  await server.stop()
  const next = await nextBuild()
  const updated = await startServerProcess({ again: server, root: next })
  // The new build is on the device, but the update isn't offered yet.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state), {
      timeout: 30_000,
    })
    .toBe('installed')
  await card.key(7)
  await card.expectArrows(4)
  await expect(offer).toHaveCount(0)
  expect(await entryOf(page)).toBe(firstBuild)
  const cardId = card.cardId()
  await page.getByRole('link', { name: /, home$/ }).click()
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await isOtherBuild(page, firstBuild)
  await page.goto(`/scorecard?card=${cardId}`)
  await card.expectArrows(4)
  expect(await card.values()).toEqual(['10', '9', '8', '7'])
  // And without a connection, the new build opens.
  await context.setOffline(true)
  await page.goto('/home')
  await expect(page.getByText(saved).first()).toBeVisible()
  expect(await entryOf(page)).not.toBe(firstBuild)
  await context.close()
  await updated.dispose()
  await rm(next, { recursive: true })
})
