import type { Page } from '@playwright/test'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { arrowsOf, type Setup } from '#domain/scorecards/setup.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { fetchWhole } from '#test/support/fetch-whole.ts'
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

/** A change by another device, through the API. */
async function elsewhere(page: Page, method: 'PUT' | 'DELETE', cardId: string, data: object) {
  const answer = await page.request.fetch(`/api/v1/scorecards/${cardId}`, { method, data })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Makes the server's responses say that Ben scores the same card and has written these ends. */
async function keptByTwo(page: Page, theirs: ArrowValue[][]) {
  await page.route('**/rpc/scorecard/save', async (route) => {
    const response = await fetchWhole(route)
    const { json } = await response.json()
    const ends = Array.from({ length: 10 }, (_, end) => ({
      theirs: theirs[end] ?? null,
      iConfirmed: null,
      theyConfirmed: theirs[end] ?? null,
    }))
    await route.fulfill({ response, json: { json: { ...json, double: { other: 'Ben Okafor', ends } } } })
  })
}

/** Six weeks of one round, each card a bit better than the previous one except for the latest, and the first card of another round. */
async function shootForWeeks(page: Page) {
  const indoors = { ...firstSetup, mode: 'world-archery', name: 'Half WA 18 m', bow: 'Recurve' } as const
  const outdoors = { ...firstSetup, name: 'Standard Outdoor', target: '60cm', ends: 6, arrowsPerEnd: 6 } as const
  for (const [week, lowest] of [5, 5.5, 6, 6.5, 7, 6, 7].entries()) {
    const setup: Setup = week < 6 ? indoors : outdoors
    const fraction = fractions(week)
    const startedAt = new Date(Date.now() - (6 - week) * 7 * 86_400_000).toISOString()
    const changes = Array.from({ length: arrowsOf(setup) }, (_, slot) => ({
      id: `week-${week}-${slot}`,
      slot,
      upon: null,
      why: '',
      arrow: { value: Math.round(lowest + fraction() * (10 - lowest)), spot: null },
    }))
    await elsewhere(page, 'PUT', `card-of-week-${week}`, { setup, startedAt, seen: null, changes })
  }
}

async function shootFull(card: Score) {
  const fraction = fractions(7)
  for (let arrow = 0; arrow < 30; arrow++) await card.click((fraction() - 0.5) * 0.7, (fraction() - 0.5) * 0.7)
}

/** Scorecards in each of their states. */
export const scoreScenes: Scene[] = [
  ...(['loading', 'offline', 'trouble'] as const).map(
    (data): Scene => ({ name: `scorecard-${data}`, as: 'member', path: '/scorecard', data }),
  ),
  {
    name: 'scorecard-setup-gaps',
    as: 'member',
    path: '/scorecard',
    async act(page) {
      await page.getByRole('button', { name: 'Customize' }).click()
      await page.getByRole('spinbutton', { name: 'Ends', exact: true }).fill('0')
      await page.getByLabel('Distance (m)').fill('far')
      await page.getByRole('button', { name: 'Start scoring' }).click()
      await page.getByText('This setup isn’t valid.').waitFor()
    },
  },
  shot('scorecard-begun', { round: 'Standard Indoor' }, async (card) => {
    await card.click(0.05, 0.1)
    await card.click(-0.3, 0.2)
    for (const value of [8, 7, 0] as const) await card.key(value)
  }),
  shot('scorecard-world-archery', { mode: 'World Archery', round: 'WA 720 recurve' }, async (card) => {
    for (const value of ['X', 10, 9, 6, 4, 1, 8] as const) await card.key(value)
    await card.click(0.22, 0.345)
  }),
  shot('scorecard-why', { round: 'Standard Indoor' }, async (card, page) => {
    for (const value of [10, 9, 8, 7] as const) await card.key(value)
    await page.getByRole('button', { name: /^Re-enter end 1, arrow 1/ }).click()
    await page.getByRole('dialog').getByText('Something else').click()
  }),
  shot('scorecard-fill', { round: 'Standard Outdoor' }, async (card, page) => {
    for (const value of [10, 9] as const) await card.key(value)
    await page.getByRole('button', { name: 'Next end' }).click()
  }),
  shot('scorecard-group', { mode: 'World Archery', round: 'Half WA 18 m' }, async (card, page) => {
    const fraction = fractions(18)
    for (let i = 0; i < 14; i++) await card.click(0.2 + fraction() * 0.2, fraction() * 0.3 - 0.1)
    await page.getByRole('button', { name: 'Group, sight, and handicap' }).click()
    await page.getByRole('img', { name: /^Group of 14 arrows/ }).waitFor()
  }),
  shot('scorecard-results', { mode: 'World Archery', round: 'Half WA 18 m' }, shootFull),
  shot('scorecard-share', { mode: 'World Archery', round: 'Half WA 18 m' }, async (card, page) => {
    await shootFull(card)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
  }),
  shot('scorecard-edit', { round: 'Standard Outdoor' }, async (card, page) => {
    for (let arrow = 0; arrow < 36; arrow++) await card.key(arrow % 2 === 0 ? 9 : 'X')
    await page.getByRole('button', { name: 'Edit arrows' }).click()
  }),
  {
    name: 'scorecard-trends',
    as: 'member',
    path: '/scorecard',
    async act(page) {
      await shootForWeeks(page)
      await page.reload()
      await page.getByRole('button', { name: 'Trends' }).click()
      await page.getByRole('img', { name: /^Scores of \d+ cards/ }).waitFor()
    },
  },
  shot('scorecard-overtaken', { round: 'Standard Indoor' }, async (card, page) => {
    await card.key(9)
    await card.saved(1)
    await page.route('**/rpc/scorecard/save', (route) => route.abort())
    await card.key(7)
    const there = await page.request.get(`/api/v1/scorecards/${card.cardId()}`)
    const { setup, startedAt } = (await there.json()) as { setup: Setup; startedAt: string }
    const change = { id: `${card.cardId()}-2`, slot: 1, upon: null, arrow: { value: 10, spot: null }, why: '' }
    await elsewhere(page, 'PUT', card.cardId(), { setup, startedAt, seen: null, changes: [change] })
    await page.unroute('**/rpc/scorecard/save')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('Another device has 10 for end 1, arrow 2; this one has 7.').waitFor()
  }),
  shot('scorecard-removed', { round: 'Standard Indoor' }, async (card, page) => {
    await card.key(9)
    await card.saved(1)
    await elsewhere(page, 'DELETE', card.cardId(), {})
    await page.getByText('This scorecard was deleted.').waitFor()
  }),
  shot('scorecard-invite', { round: 'Standard Indoor' }, async (card, page) => {
    await card.key(9)
    await page.getByRole('button', { name: 'Score with a second phone' }).click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
  }),
  shot('scorecard-differs', { round: 'Standard Indoor' }, async (card, page) => {
    await keptByTwo(page, [
      ['X', 10, 9],
      [10, 8, 8],
    ])
    for (const value of ['X', 10, 9, 10, 9, 8] as const) await card.key(value)
    await page.getByText('End 2 differs: you have 9, Ben Okafor has 8.').waitFor()
  }),
  {
    name: 'scorecard-join',
    as: 'member',
    path: '/scorecard?join=K7QM-3XPD',
    act: (page) => page.getByText('That code isn’t valid').waitFor(),
  },
  {
    name: 'scorecard-unknown',
    as: 'member',
    path: '/scorecard?card=no-such-card-1',
    act: (page) => page.getByText('Scorecard not found.').waitFor(),
  },
]
