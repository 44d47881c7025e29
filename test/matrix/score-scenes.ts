import type { Page } from '@playwright/test'
import { fractions } from '#test/support/random.ts'
import { scorecard } from '#test/support/score.ts'
import type { Scene } from './scenes.ts'

type Score = ReturnType<typeof scorecard>

function shot(
  name: string,
  set: Parameters<Score['start']>[0],
  act: (card: Score, page: Page) => Promise<unknown>,
): Scene {
  return {
    name,
    as: 'member',
    path: '/scorecard',
    async act(page) {
      const card = scorecard(page)
      await card.start(set)
      await act(card, page)
      await card.saved()
    },
  }
}

/** Cards in each of their states. */
export const scoreScenes: Scene[] = [
  ...(['loading', 'offline', 'trouble'] as const).map(
    (data): Scene => ({ name: `scorecard-${data}`, as: 'member', path: '/scorecard', data }),
  ),
  {
    name: 'scorecard-setup-gaps',
    as: 'member',
    path: '/scorecard',
    async act(page) {
      await page.getByRole('spinbutton', { name: 'Ends', exact: true }).fill('0')
      await page.getByLabel('Distance in m').fill('far')
      await page.getByRole('button', { name: 'Start scoring' }).click()
      await page.getByText('This round can’t be shot like that.').waitFor()
    },
  },
  shot('scorecard-begun', { round: 'Standard Indoor' }, async (card) => {
    await card.click(0.05, 0.1)
    await card.click(-0.3, 0.2)
    for (const value of [8, 7, 0] as const) await card.key(value)
  }),
  shot('scorecard-world-archery', { mode: 'World Archery', round: 'WA 720 recurve' }, async (card) => {
    for (const value of ['X', 10, 9, 6, 4, 1, 8] as const) await card.key(value)
    await card.click(0.2, 0.31)
  }),
  shot('scorecard-why', { round: 'Standard Indoor' }, async (card, page) => {
    for (const value of [10, 9, 8, 7] as const) await card.key(value)
    await page.getByRole('button', { name: /^Place end 1, arrow 1/ }).click()
    await page.getByRole('dialog').getByText('Something else').click()
  }),
  shot('scorecard-fill', { round: 'Standard Outdoor' }, async (card, page) => {
    for (const value of [10, 9] as const) await card.key(value)
    await page.getByRole('button', { name: 'Next end' }).click()
  }),
  shot('scorecard-group', { mode: 'World Archery', round: 'Half WA 18 m' }, async (card, page) => {
    const fraction = fractions(18)
    for (let i = 0; i < 14; i++) await card.click(0.2 + fraction() * 0.2, fraction() * 0.3 - 0.1)
    await page.getByRole('button', { name: 'Group, sight and handicap' }).click()
    await page.getByRole('img', { name: /^Group of 14 arrows/ }).waitFor()
  }),
  {
    name: 'scorecard-unknown',
    as: 'member',
    path: '/scorecard?card=no-such-card-1',
    act: (page) => page.getByText('There is no such card.').waitFor(),
  },
]
