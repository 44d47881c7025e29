import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { clubTime, movePractice, samplePractices } from '#test/support/move-practice.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { expectColor } from '#test/support/theme-color.ts'

/** How many practices the home page lists where, in which order, and what is left to pay. */
const storeLinks = { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' }
const dayMs = 86_400_000
const dayBefore = (days: number) => Temporal.Now.plainDateISO('America/Indiana/Indianapolis').subtract({ days })

// Shows: 2.107, 2.111, 2.113, 8.26, 9.6, 9.7, 9.8, 9.9
test('home shows three practices within 10 days, and the tile five', async ({ server, open, ana }) => {
  const ids = await samplePractices(ana)
  const times = ['10:00', '12:00', '14:00', '16:00'].map((time) => clubTime(1, time))
  for (const [i, startsAtMs] of [...times, clubTime(20, '18:00')].entries())
    movePractice(server, ids[i] ?? '', { startsAtMs, title: `Number ${i + 1}` })
  const { page } = await open(server, { as: ana, at: '/home' })
  const panels = page.getByRole('region', { name: /^Number/ })
  await expect(panels).toHaveCount(3)
  for (const i of [0, 1, 2]) await expect(panels.nth(i)).toContainText(new RegExp(`Tomorrow.*Number ${i + 1}`, 's'))
  await expect(page.getByText('Check-in opens when an officer starts the practice.')).toHaveCount(1)
  await page.getByRole('button', { name: /^Upcoming Practices/ }).click()
  const rows = page.getByRole('dialog', { name: 'Upcoming Practices' }).getByRole('heading', { level: 3 })
  await expect(rows).toHaveCount(5)
  await expect(page.getByRole('dialog')).toContainText(/Number 1.*Number 2.*Number 3.*Number 4.*Number 5/s)

  // The panels look at most ten days ahead; the tile looks further.
  for (const id of ids.slice(0, 4)) movePractice(server, id, { startsAtMs: Date.now() + 10 * dayMs + 60_000 })
  await page.goto('/home')
  await expect(page.getByText('No upcoming practices', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Upcoming Practices/ })).toContainText('5 practices')
  movePractice(server, ids[0] ?? '', { startsAtMs: Date.now() + 10 * dayMs - 60_000, title: 'Number 1' })
  await page.goto('/home')
  await expect(panels).toHaveCount(1)
})

// Shows: 1.19, 2.109, 2.116, 2.117, 2.118, 2.119, 2.120, 2.121, 3.23, 6.14, 7.44, 9.10, 9.11
test('past practices: the last five, with what is left in green or outstanding in red', async ({ start, open }) => {
  const server = await start({ club: { welcome: { paidPractices: 7 }, storeLinks } })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const attend = (day: number) =>
    attendedBefore(server, ana, { on: dayBefore(day).toString(), title: `Evening ${day}` })
  for (const day of [1, 2, 3, 4, 5, 6]) attend(day)

  const { page } = await open(server, { as: ana, at: '/home?open=past' })
  const past = page.getByRole('dialog', { name: 'My Past Practices' })
  const inWords = (day: number) => dayBefore(day).toLocaleString('en-US', { month: 'short', day: 'numeric' })
  await expect(past.getByRole('listitem')).toHaveText(
    [1, 2, 3, 4, 5].map((day) => new RegExp(`^Evening ${day}.*${inWords(day)}`)),
  )
  await expect(past.getByRole('term').filter({ hasText: 'Attended' })).toBeVisible()
  await expect(past.getByRole('definition').first()).toHaveText('6')
  await expect(past.getByText('Purchased practices', { exact: true })).toBeVisible()
  const left = past.getByText('1 left')
  await expect(left).toBeVisible()
  await expectColor(left, '--green-text')
  const store = past.getByRole('link', { name: /^Purchase practices/ })
  await expect(store).toHaveAttribute('href', storeLinks.practices)
  await expect(store).toHaveAttribute('target', '_blank')

  for (const day of [7, 8]) attend(day)
  await page.reload()
  const owed = past.getByText('1 outstanding', { exact: false })
  await expect(owed).toBeVisible()
  await expectColor(owed, '--red-text')
  await page.keyboard.press('Escape')
  await expect(past).toBeHidden()
  await expect(
    page.getByText('You have 1 outstanding practice! Please pay for it immediately.', { exact: true }),
  ).toBeVisible()
})

// Shows: 1.17, 1.18, 2.108, 2.122, 2.123, 2.124, 4.12, 4.13, 7.45
test('the pass tile opens a dialog to buy or use a pass, and then names the pass', async ({ start, open }) => {
  const server = await start({ club: { storeLinks } })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page, context } = await open(server, { as: ana, at: '/home' })
  const none = page.getByRole('dialog', { name: 'Purchase Pass' })
  const mine = page.getByRole('dialog', { name: 'My Pass' })
  const toBuy = page.getByRole('main').getByRole('button', { name: /^Purchase Pass/ })
  const toShow = page.getByRole('main').getByRole('button', { name: /^My Pass/ })
  await expect(toBuy).toContainText('2 day passes left')
  await expect(toShow).toHaveCount(0)
  await toBuy.click()
  await expect(none).toContainText(/2\s*day passes left/)
  const asked = context.waitForEvent('request', (request) => request.url() === storeLinks.passes)
  const opened = context.waitForEvent('page')
  await none.getByRole('link', { name: /^Buy Pass/ }).click()
  await asked
  await (await opened).close()
  await pressUsePass(page)
  await expect(mine).toContainText(/1\s*day pass left/)
  await expect(mine.getByRole('region', { name: 'Day Pass' })).toContainText(/Valid.*Avery Bowman/s)
  await expect(mine.getByRole('heading', { name: 'My Pass' })).toBeFocused()
  await expect(mine.getByRole('button', { name: 'Use Pass' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(toShow).toContainText('Day Pass until midnight')
  await expect(toBuy).toHaveCount(0)
})
