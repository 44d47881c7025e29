import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { password, signIn } from '#test/support/person.ts'
import { alterData, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** The ways a session ends, in two tabs and after sleep. Where a test can't wait, it backdates rows in the database. */
let server: RunningServer
test.beforeEach(async ({ start }) => {
  server = await start({ club: { session: { idleMinutes: 30, fixedMinutes: 600 } } })
  await quickMember(server, { email: 'ana@purdue.edu' })
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const beIdleFor = (minutes: number) => alterData(server, 'update session set last_active_at = ?', minutesAgo(minutes))

async function openTwoTabs(context: BrowserContext, first: Page) {
  await signIn(first, 'ana@purdue.edu')
  await expect(first).toHaveURL(/\/home$/)
  const second = await context.newPage()
  await second.goto('/home')
  await expect(second.getByRole('heading', { name: 'Home' })).toBeAttached()
  return second
}

// Shows: T12
test('what is done in one tab keeps the other, and being looked at keeps none', async ({ open }) => {
  const { page, context } = await open(server)
  const second = await openTwoTabs(context, page)
  beIdleFor(20)
  const lastActive = async () => {
    const answer = await second.request.get('/rpc/session/get')
    const { json } = await answer.json()
    return Date.parse(json.person.limits.idleExpiresAt) - Date.now()
  }
  // Reading and following live updates don't count as activity.
  for (let looks = 0; looks < 3; looks++) await second.request.get('/rpc/home/get')
  expect(await lastActive()).toBeLessThan(11 * 60_000)
  await page.reload()
  // The session watcher loads with it.
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect.poll(lastActive).toBeGreaterThan(29 * 60_000)
})

test('before the fixed end a dialog asks for the password', async ({ open }) => {
  const { page } = await open(server)
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: /Upcoming Practices/ }).click()
  alterData(server, 'update session set expires_at = ?', new Date(Date.now() + 90_000).toISOString())
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await dialog.getByRole('button', { name: 'Log in again' }).click()
  await expect(dialog.getByText('Invalid email or password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log in again' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/home\?open=upcoming$/)
  await expect(page.getByRole('dialog', { name: 'Upcoming Practices' })).toBeVisible()
})
