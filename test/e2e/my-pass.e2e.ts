import { expect, type Locator, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { alterData, quickMember, spendDayPasses } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** The My Pass page, which members show at the range. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

let made = 0
async function openOwn(open: Open, options: Parameters<Open>[1] = {}) {
  const member = await quickMember(server, { email: `archer${++made}@purdue.edu` })
  return { ...(await open(server, { as: member, at: '/my-pass', ...options })), member }
}

async function pointAt(page: Page, card: Locator) {
  const box = await card.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30)
}

const tiltOf = (card: Locator) =>
  card.evaluate((element) => element.parentElement?.style.transform.match(/rotateX\(([^)]+)\)/)?.[1] ?? '')

// Shows: 2.143, 4.17
test('a Carpool Range Pass has no end date, and tilts under the pointer unless motion is reduced', {
  tag: '@chromium',
}, async ({ open }) => {
  const { page, member } = await openOwn(open, { width: 1280 })
  const pass = "update member set pass = 'Carpool Range Pass' where id = (select id from user where email = ?)"
  alterData(server, pass, member.email)
  await page.reload()
  const card = page.getByRole('region', { name: 'Carpool Range Pass' })
  await expect(card).toContainText('no end date')
  await pointAt(page, card)
  await expect.poll(() => tiltOf(card)).toMatch(/[1-9]/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await pointAt(page, card)
  expect(await tiltOf(card)).toMatch(/^(0deg)?$/)
})

test('a Day Pass is over at midnight, also on a page that is open and has no connection', async ({ open }) => {
  const { page, context } = await openOwn(open, { mayComplain: true })
  await page.clock.install()
  await page.reload()
  await pressUsePass(page)
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward('24:30:00')
  await expect(page.getByRole('heading', { name: 'Purchase Pass' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeHidden()
})

// Shows: 2.123, 5.25, 8.14
test('without day passes there is nothing to use, and where to buy one', async ({ open }) => {
  const { page, member } = await openOwn(open)
  await spendDayPasses(server, member)
  await page.reload()
  await expect(page.getByText("You don't have any day passes left.", { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
  await page.goto('/home?open=pass')
  const dialog = page.getByRole('dialog', { name: 'Purchase Pass' })
  await expect(dialog.getByText("You don't have any day passes left.", { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
})
