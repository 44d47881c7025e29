import { expect, type Locator } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'

/** In a system's forced-colors mode, with only a few colors, you can still see what is chosen and focused. */
test('forced colors show what matters', { tag: '@chromium' }, async ({ server, kai, open }) => {
  const { page } = await open(server, { as: kai, at: '/home', forcedColors: 'active' })
  const [archer, driver] = ['Archer', 'Driver'].map((name) => page.getByRole('button', { name }).first())
  if (!archer || !driver) throw new Error('There is nothing to answer.')
  await archer.click()
  await expect(archer).toHaveAttribute('aria-pressed', 'true')
  await expectDistinct(archer, driver)
  await expect(archer.locator('svg[class*=check]')).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-style', 'solid')
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-width', '3px')
})

/** By its fill, its text color, and an underline: more than the background behind it. */
async function expectDistinct(chosen: Locator, other: Locator) {
  const [one, two] = await Promise.all([lookOf(chosen), lookOf(other)])
  expect(one.line).toContain('underline')
  expect(two.line).not.toContain('underline')
  expect(one.ground).not.toBe(two.ground)
  expect(one.letters).not.toBe(two.letters)
}

function lookOf(element: Locator) {
  return element.evaluate((shown) => {
    const { backgroundColor: ground, color: letters, textDecorationLine: line } = getComputedStyle(shown)
    return { ground, letters, line }
  })
}
