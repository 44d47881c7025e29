import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { alterData, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** My Practices: what members owe, their RSVPs, what they attended, and their calendar link. */
const storeLinks = { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' }
let server: RunningServer
let ana: QuickMember
test.beforeAll(async () => {
  server = await startServer({ club: { storeLinks } })
  await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', car: 4 })
  for (const [on, title] of [
    ['2026-11-10', 'Tuesday practice'],
    ['2026-09-08', 'Rainy practice'],
    ['2026-06-02', 'Summer practice'],
    ['2025-10-07', 'Opening'],
  ] as const)
    attendedBefore(server, ana, { on, title })
  attendedBefore(server, ana, { on: '2026-03-03', title: 'Late one', by: 'kai@purdue.edu', reason: 'Phone was empty' })
})
test.afterAll(() => server.dispose())

const openPage = (open: Open, { as = ana, at = '/my-practices' } = {}) => open(server, { as, at })

// Shows: 2.39, 8.22
test('the history is by semester, newest first, after what is owed', async ({ open }) => {
  const { page } = await openPage(open, { at: '/home?open=past' })
  await page.getByRole('dialog').getByRole('link', { name: 'All my practices' }).click()
  await expect(page).toHaveURL(/\/my-practices$/)
  await expect(page.getByRole('heading', { level: 1, name: 'My Practices' })).toBeFocused()
  await expect(page).toHaveTitle('My Practices · Archery Club')
  await expect(
    page.getByText('You have 5 outstanding practices! Please pay for these immediately.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Purchase practices/ })).toHaveAttribute('href', storeLinks.practices)
  const both = page.getByRole('region', { name: 'Passes and practices' }).getByRole('listitem')
  await expect(both).toHaveText([/day passes? left.*gets you in/, /5 outstanding practices.*uses one\.$/])
  const semesters = page.getByRole('region', { name: /^(Spring|Summer|Fall|Between)/ })
  await expect(semesters.getByRole('heading')).toHaveText(['Fall 2026', 'Summer 2026', 'Spring 2026', 'Fall 2025'])
  await expect(semesters.first().getByRole('listitem')).toHaveText([
    /^Tuesday practiceTue, Nov 10(, 2026)?Checked in 6:04.PM$/,
    /^Rainy practiceTue, Sep 8(, 2026)?Checked in 6:04.PM$/,
  ])
  await expect(semesters.first()).toContainText('2 practices')
  await expect(semesters.nth(2)).toContainText(/Late one.*by Kai Tanaka.*“Phone was empty”/)
})

// Shows: 8.24
test('the filter is in the address, and Back undoes a choice', async ({ open }) => {
  const { page } = await openPage(open, { at: '/my-practices?q=practice&term=fall-2026' })
  const count = page.getByRole('status').filter({ hasText: /practices/ })
  const semester = page.getByLabel('Semester')
  await expect(count).toHaveText('2 of 5 practices')
  await semester.selectOption('Summer 2026 (1)')
  await expect(page).toHaveURL(/\?q=practice&term=summer-2026$/)
  await expect(count).toHaveText('1 of 5 practices')
  await page.goBack()
  await expect(semester).toHaveValue('fall-2026')
  await page.getByLabel('Search').fill('crossbow')
  await expect(page.getByText('No past practices found.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\?q=crossbow&term=fall-2026$/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/my-practices$/)
  await expect(count).toHaveText('5 practices attended')
})

test('an RSVP changed there shows on home, and a cleared one stays until you leave', async ({ open }) => {
  const [first = '', second = '', third = ''] = await samplePractices(ana)
  for (const practiceId of [first, second, third]) await ana.call('practices.answer', { practiceId, answer: 'archer' })
  alterData(server, 'update calendar_event set cancelled_at = created_at where id = ?', third)
  alterData(server, 'update practice set cancelled_at = created_at where event_id = ?', third)
  const { page } = await openPage(open)
  const rows = page
    .getByRole('region', { name: 'Coming up' })
    .getByRole('listitem')
    .filter({ has: page.locator('h3') })
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(2)).toContainText('Canceled')
  await expect(rows.nth(2).getByRole('button')).toHaveCount(0)
  await rows.first().getByRole('button', { name: 'Driver' }).click()
  await expect(page.getByText('You’re in as a driver.')).toBeVisible()
  await rows
    .nth(1)
    .getByRole('button', { name: /^Clear your RSVP/ })
    .click()
  await expect(page.getByText('RSVP cleared.')).toBeVisible()
  await expect(rows).toHaveCount(3)

  await page.getByRole('link', { name: 'Archery Club, home' }).click()
  const next = page.getByRole('region', { name: /^Sample practice/ }).first()
  await expect(next.getByRole('button', { name: 'Driver' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My Practices' })).toBeVisible()
  await expect(rows).toHaveCount(2)
  // An RSVP from another device shows up automatically.
  await ana.call('practices.answer', { practiceId: second, answer: 'driver' })
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1).getByRole('button', { name: 'Driver' })).toHaveAttribute('aria-pressed', 'true')
})
