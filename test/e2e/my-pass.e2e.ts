import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { alterData, spendDayPasses } from '#test/support/quick-member.ts'

/** The My Pass page, which members show at the range. */

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
}, async ({ server, ana, open }) => {
  alterData(server, "update member set pass = 'Carpool Range Pass'")
  const { page } = await open(server, { as: ana, at: '/my-pass', width: 1280 })
  const card = page.getByRole('region', { name: 'Carpool Range Pass' })
  await expect(card).toContainText('no end date')
  await pointAt(page, card)
  await expect.poll(() => tiltOf(card)).toMatch(/[1-9]/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await pointAt(page, card)
  expect(await tiltOf(card)).toMatch(/^(0deg)?$/)
})

test('a Day Pass is over at midnight, also on an open page without a connection', async ({ server, ana, open }) => {
  const { page, context } = await open(server, { as: ana, mayComplain: true })
  await page.clock.install()
  await page.goto('/my-pass')
  await pressUsePass(page)
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward('24:30:00')
  await expect(page.getByRole('heading', { name: 'Purchase Pass' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeHidden()
})

// Shows: 2.123, 5.25, 8.14
test('without day passes there is nothing to use, and where to buy one', async ({ server, ana, open }) => {
  await spendDayPasses(server, ana)
  const { page } = await open(server, { as: ana, at: '/my-pass' })
  await expect(page.getByText("You don't have any day passes left.", { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
  await page.goto('/home?open=pass')
  const dialog = page.getByRole('dialog', { name: 'Purchase Pass' })
  await expect(dialog.getByText("You don't have any day passes left.", { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
})
