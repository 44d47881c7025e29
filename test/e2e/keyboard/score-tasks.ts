import { expect } from '@playwright/test'
import { scorecard } from '#test/support/score.ts'
import type { Keys } from './keys.ts'

/** From the tile through the first end, entering arrows in each way there is: their own keys, the crosshair, the keypad. */
export async function scoreAnEnd({ page, press, reach, key, expectFocusKept }: Keys) {
  const { target, values } = scorecard(page)
  await page.goto('/home')
  await press(/^Scorecard.*Score a round/, 'link')
  await press('Customize')
  const round = page.getByLabel('Round', { exact: true })
  await reach(round)
  await key('ArrowUp')
  await expect(round).toHaveValue('Standard Outdoor')
  await press('Start scoring')
  await expectFocusKept()
  await reach(target)
  await key('9')
  await key('Enter')
  for (let steps = 0; steps < 2; steps++) await key('Shift+ArrowUp')
  await key('Enter')
  await expect.poll(values).toEqual(['9', 'X', '10'])
  for (const value of ['8', '7', 'M, miss']) {
    await press(value)
    await expectFocusKept()
  }
  await expect.poll(values).toEqual(['9', 'X', '10', '8', '7', 'M'])
  await press('Next end')
  await expect(page.getByText('Round 1 · End 2 · Arrow 1 of 6')).toBeVisible()
  await expectFocusKept()
}
