import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'

/** In a system's forced-colors mode, with only a few colors, you can still see what is chosen, focused, and drawn. */
test('forced colors show what matters', { tag: '@chromium' }, async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', officer: true })
  const { page } = await open(server, { as: ana, at: '/home', forcedColors: 'active' })
  const [archer, driver] = ['Archer', 'Driver'].map((name) => page.getByRole('button', { name }).first())
  if (!archer || !driver) throw new Error('There is nothing to answer.')
  await archer.click()
  await expect(archer).toHaveAttribute('aria-pressed', 'true')
  await expectDistinct(archer, driver)
  await expect(archer.locator('svg[class*=check]')).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-style', 'solid')
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-width', '3px')

  await page.goto('/resources?tab=audit')
  const tabs = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(tabs).not.toHaveCount(0)
  const borders = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor))
  expect(new Set(borders).size, borders.join()).toBe(2)

  await page.getByRole('button', { name: 'Profile' }).click()
  const themes = page.getByRole('dialog').getByRole('group', { name: 'Theme' })
  await expectDistinct(themes.getByText('System'), themes.getByText('Dark'))
  await page.keyboard.press('Escape')

  const card = scorecard(page)
  await card.start({ round: 'Standard Indoor' })
  await card.target.scrollIntoViewIfNeeded()
  const at = await colorsAcross(card.target, 0.5)
  // Outside red and gold, the rings are separated by dark rules.
  for (const color of ['255 255 255', '232 48 63', '255 225 77']) expect(at).toContain(color)
  await card.click(0.3, 0.3)
  await expect(page.getByRole('button', { name: '9', exact: true })).toHaveCSS('border-style', 'solid')
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

/**
 * The colors in a screenshot of an element, along a horizontal line slightly above its middle and over this fraction of
 * its width, as `255 225 77`.
 */
async function colorsAcross(drawing: Locator, part: number) {
  const { data, info } = await sharp(await drawing.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = Math.round(info.height * 0.47)
  return Array.from({ length: Math.round(info.width * part) }, (_, x) => {
    const from = (row * info.width + x) * info.channels
    return data.subarray(from, from + 3).join(' ')
  })
}
