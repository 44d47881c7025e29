import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'
import { scorecard } from '#test/support/score.ts'
import { openCold } from '#test/support/tap-count.ts'

/** How many taps a member needs: with a bow in the other hand, each one counts. */
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('an RSVP takes one tap, a check-in one, and showing the pass one', async ({ server, kai, ana, open }) => {
  await startSamplePractice(kai)
  const { page, taps } = await openCold(open, server, ana)
  await press(page, 'Archer')
  await expect(page.getByRole('button', { name: 'Archer', pressed: true }).first()).toBeVisible()
  expect(await taps()).toBe(1)
  await press(page, 'Use pass & check in · 2 left')
  await expect(page.getByText(/^Checked in/)).toBeVisible()
  await expect(page.getByText('You’re in. Day pass used, 1 left.')).toBeVisible()
  expect(await taps()).toBe(2)
  await press(page, /^My Pass/)
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Day Pass' })).toBeVisible()
  expect(await taps()).toBe(3)
})

test('scoring starts two taps from Home, and the third is the first arrow', async ({ server, ana, open }) => {
  const first = await openCold(open, server, ana)
  await scorecard(first.page).start({ round: 'Standard Outdoor' })
  // On another phone, which knows the last round from the card.
  const { page, taps } = await openCold(open, server, ana)
  const card = scorecard(page)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Score' }).click()
  await press(page, 'Same as last time')
  await card.target.waitFor()
  await expect(page.getByText('Round 1 · End 1 · Arrow 1 of 6')).toBeVisible()
  expect(await taps()).toBe(2)
  await card.click(0.1, 0.1)
  await card.expectArrows(1)
  expect(await taps()).toBe(3)
})
