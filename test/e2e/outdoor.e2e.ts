import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'

/** Outdoor mode: black on white for direct sunlight, chosen in the profile panel or requested by the system. */

async function choose(page: Page, theme: 'System' | 'Light' | 'Dark' | 'Outdoor') {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('radio', { name: theme }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
}

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const [white, dark] = ['rgb(255, 255, 255)', 'rgb(16, 18, 22)']

/** The page, its text, and the browser's own bar. */
async function expectOutdoor(page: Page) {
  await expect.poll(() => groundOf(page)).toBe(white)
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)')
  for (const meta of await page.locator('meta[name=theme-color]').all())
    await expect(meta).toHaveAttribute('content', '#FFFFFF')
}

async function expectDark(page: Page) {
  await expect.poll(() => groundOf(page)).toBe(dark)
  await expect(page.locator('meta[name=theme-color]').last()).toHaveAttribute('content', '#101216')
}

test('Outdoor is chosen, kept, and followed by another tab', { tag: '@chromium' }, async ({ server, ana, open }) => {
  const { page, context } = await open(server, { as: ana, colorScheme: 'dark' })
  const other = await context.newPage()
  await other.goto('/info')
  await page.goto('/home')
  await expectDark(page)
  await choose(page, 'Outdoor')
  await expectOutdoor(page)
  await expectOutdoor(other)

  // Applied before the app runs: its scripts are blocked.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('link[rel=stylesheet]').first()).toBeAttached()
  await expectOutdoor(page)
  await page.unroute('**/assets/*.js')

  await page.goto('/home')
  await expectOutdoor(page)
  await choose(page, 'System')
  await expectDark(page)
  await expectDark(other)
})
