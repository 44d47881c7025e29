import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { partHasCome } from '#test/support/chunk-loaded.ts'
import { movePractice, samplePractices, startSamplePractice } from '#test/support/move-practice.ts'
import { holdDatabase, quickMember } from '#test/support/quick-member.ts'
import { startServerProcess } from '#test/support/server.ts'

/** The messages of check-in, pass, and balance, each triggered by its real cause on the built server. */

// Shows: 5.22, 5.23, 5.24, 7.14, 8.10, 8.11, 8.12, T34
test('check-in says: no pass, checked in elsewhere, practice ended', async ({ server, kai, ana, open }) => {
  const practiceId = await startSamplePractice(kai)
  const { page } = await open(server, { as: ana, at: '/home' })
  await expect(page.getByText('You need a valid pass to check in.', { exact: true })).toBeVisible()
  await ana.call('passes.use')
  await expect(page.getByText('You need a valid pass to check in.', { exact: true })).toBeHidden()

  // A tab whose live updates are blocked misses what happens elsewhere; pressing a button in it still works.
  await blockLiveUpdates(page)
  await ana.call('practices.checkIn', { practiceId })
  await page.getByRole('button', { name: 'Check In' }).click()
  await expect(page.getByText('You have already checked into this practice.', { exact: true })).toBeVisible()

  const ben = await quickMember(server, { email: 'ben@purdue.edu' })
  await ben.call('passes.use')
  const other = await open(server, { as: ben, at: '/home' })
  await expect(other.page.getByRole('button', { name: 'Check In' })).toBeVisible()
  await blockLiveUpdates(other.page)
  await kai.call('practices.endEarly', { practiceId })
  await other.page.getByRole('button', { name: 'Check In' }).click()
  await expect(other.page.getByText('No active practice.', { exact: true })).toBeVisible()
})

/** Reloads the page without its live stream, so it receives no updates from then on. */
async function blockLiveUpdates(page: Page) {
  await page.route('**/live', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Check In' })).toBeVisible()
  await page.route('**/rpc/home/get*', (route) => route.abort())
}

// Shows: 8.15
test('the passes can not be loaded while the server is away', async ({ open }) => {
  await using server = await startServerProcess()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, mayComplain: true })
  // Otherwise they would be cached on the device by then.
  await page.route('**/rpc/passes/get*', (route) => route.abort())
  await page.goto('/home')
  const tile = page.getByRole('button', { name: /Purchase Pass/ })
  await expect(tile).toBeVisible()
  await partHasCome(page, 'home-dialogs')
  await server.kill()
  await tile.click()
  await expect(page.getByRole('dialog').getByText('Could not load your passes.', { exact: true })).toBeVisible()
})

// Shows: 8.13, 8.16
test('a database out of breath: check-in and Use Pass fail as such, and work when tried again', async ({
  server,
  kai,
  ana,
  open,
}) => {
  test.setTimeout(90_000)
  await startSamplePractice(kai)
  const { page } = await open(server, { as: ana, at: '/home', mayComplain: true })
  await expect(page.getByRole('button', { name: 'Use Pass', exact: true })).toBeVisible()
  let held = holdDatabase(server)
  await page.getByRole('button', { name: 'Use Pass', exact: true }).click()
  await expect(page.getByText('Failed to use pass. Try again.', { exact: true })).toBeVisible({ timeout: 20_000 })
  held.letGo()
  await page.getByRole('button', { name: /Retry|Try again/ }).click()
  await expect(page.getByText('You need a valid pass to check in.')).toBeHidden()
  held = holdDatabase(server)
  await page.getByRole('button', { name: 'Check In' }).click()
  await expect(page.getByText('Failed to check into practice. Please try again.', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  held.letGo()
  await page.getByRole('button', { name: /Retry|Try again/ }).click()
  await expect(page.getByText(/Checked in/).first()).toBeVisible()
})

// Shows: 2.109, 2.113, 8.25, 8.26, 8.27
test('empty lists say so on the home page', async ({ server, kai, ana, open }) => {
  const [today = ''] = await samplePractices(ana)
  movePractice(server, today, { startsAtMs: Date.now() })
  const { page } = await open(server, { as: ana, at: '/home' })
  await expect(page.getByText("A practice hasn't started yet.", { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /My Past Practices/ }).click()
  await expect(page.getByRole('dialog').getByText('No past practices yet.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await kai.call('practices.removeSamples')
  await expect(page.getByText('No upcoming practices', { exact: true }).first()).toBeVisible()
})
