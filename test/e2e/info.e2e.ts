import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'

/** The Info page: the range's commands and its rules. */
const calls = [
  ['Two blasts', /shooting line/],
  ['One blast', /^Shoot\.$/],
  ['Three blasts', /retrieve/],
  ['Five or more', /^Stop immediately\./],
] as const

// Shows: 1.3, 1.20, 2.13, 2.40, 2.144, 2.145, 6.15
for (const [who, width] of [
  ['member', 390],
  ['officer', 1280],
] as const)
  test(`range calls and rules for a ${who} at ${width}, and Got it! leads home`, async ({ server, ana, kai, open }) => {
    const { page } = await open(server, { as: who === 'officer' ? kai : ana, at: '/home', width })
    if (width < 1050) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Info', exact: true }).click()
    await expect(page).toHaveURL(/\/info$/)
    await expect(page).toHaveTitle('Info · Archery Club')
    await expect(page.getByRole('heading', { name: 'Range calls and rules' })).toBeFocused()
    const rows = page.getByRole('region', { name: 'Range calls' }).locator('dl > div:has(dt)')
    await expect(rows).toHaveCount(calls.length)
    for (const [i, [hear, act]] of calls.entries()) {
      await expect(rows.nth(i).locator('dt')).toHaveText(hear)
      await expect(rows.nth(i).locator('dd')).toHaveText(act)
    }
    await expect(page.getByRole('region', { name: 'Range rules' }).getByRole('listitem')).toHaveCount(9)
    await page.getByRole('button', { name: 'Got it!' }).click()
    await expect(page).toHaveURL(/\/home$/)
  })
