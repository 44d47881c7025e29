import { rm } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { entryOf, isOtherBuild, nextBuild } from '#test/support/next-build.ts'
import { isOnDevice } from '#test/support/on-device.ts'
import { alertIn } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { type RunningServer, startServerProcess } from '#test/support/server.ts'

/** At the range without a connection: what opens and what you can do, in the installed app with its service worker. */
const saved = /Showing information from/
const notSent = 'Not sent yet. We’ll send it as soon as you’re online.'

async function openApp(open: Open, server: Pick<RunningServer, 'url'>, member: QuickMember) {
  const person = await open(server, { as: member, at: '/home', serviceWorkers: 'allow', mayComplain: true })
  await isOnDevice(person.page)
  return person
}

const archer = (page: Page) => page.getByRole('button', { name: 'Archer' }).first()

test('a hanging server delays nothing that is on the device', { tag: '@thorough' }, async ({ open }) => {
  await using server = await startServerProcess()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await openApp(open, server, ana)
  server.freeze()
  await page.goto('/my-pass')
  await expect(page.getByText('2 day passes left')).toBeVisible({ timeout: 5000 })
  await expect(page.getByText('The connection is slow.')).toBeVisible()
  server.thaw()
  await expect(page.getByText(saved)).toHaveCount(0)
})

// Shows: T14
test('a session that has ended shows nothing, without a connection either', async ({ server, open, ana }) => {
  const { page, context } = await openApp(open, server, ana)
  await context.setOffline(true)
  await page.clock.install()
  await page.clock.setSystemTime(Date.now() + 40 * 86_400_000)
  await page.goto('/home')
  await expect(page).toHaveURL(/\/login\?.*reason=idle/)
  await expect(page.getByText('You have been logged out due to inactivity.')).toBeVisible()
  await expect(page.getByText('No RSVPs yet.')).toHaveCount(0)
})

// Shows: T14
test('an unsent RSVP waits for its own member, also if others log in', async ({ server, open, ana }) => {
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
  const { page, context } = await openApp(open, server, ana)
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
})

test('what the server refuses later is said with its reason, and stays until it is read', async ({ open }) => {
  await using club = await startClubAtPractice([], { ahead: 2 })
  const ana = await quickMember(club.server, { email: 'ana@purdue.edu' })
  const olga = await quickMember(club.server, { email: 'olga@purdue.edu', officer: true })
  const { page, context } = await openApp(open, club.server, ana)
  await context.setOffline(true)
  await archer(page).click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  await olga.call('managePractices.delete', { practiceId: 'ahead-1' })
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
})

/** A practice tonight that an officer has started, and a member who may check in. */
async function openAtPractice(open: Open, { hasPass = true } = {}) {
  const club = await startClubAtPractice(['tonight'])
  const { server } = club
  const ana = await quickMember(server, { email: 'ana@purdue.edu', car: 4 })
  const olga = await quickMember(server, { email: 'olga@purdue.edu', officer: true })
  if (hasPass) await ana.call('passes.use')
  await olga.call('practices.start', { practiceId: 'tonight' })
  return { club, ana, ...(await openApp(open, server, ana)) }
}

const waiting = 'Waiting for a connection'
type Live = { live: { checkedInAt: string | null } | null }
const isCheckedIn = async (member: QuickMember) => ((await member.call('home.get')) as Live).live?.checkedInAt != null

// Shows: T87
test('Check In waits for a connection, can be canceled, and is never assumed', async ({ open }) => {
  const { club, ana, page, context } = await openAtPractice(open)
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
  await club.dispose()
})

// Shows: T87
for (const minutes of [9, 11])
  test(`offline for ${minutes} minutes: a pass is used with its check-in, or not at all`, async ({ open }) => {
    const { club, ana, page, context } = await openAtPractice(open, { hasPass: false })
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
    await club.dispose()
  })

test('a new version waits until the card is closed', { tag: '@thorough' }, async ({ open }) => {
  const server = await startServerProcess()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await openApp(open, server, ana)
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
  await updated.dispose()
  await rm(next, { recursive: true })
})
