import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'

/** How the scorecard's screens look and fit on a phone. */

const recurve = { mode: 'World Archery', round: 'WA 720 recurve' } as const
const thisEnd = (page: Page) => page.getByRole('group', { name: 'This end' })

const boxOf = async (what: ReturnType<Page['locator']>) => {
  const box = await what.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen.')
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}

test('six arrows per end stay readable while the window changes', { tag: '@chromium' }, async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/healthz' })
  const card = scorecard(page)
  await card.start(recurve)
  for (const value of ['X', 10, 9, 6, 4, 1, 8] as const) await card.key(value)
  await card.saved(7)
  await page.evaluate(() => {
    const seen = { chip: 999, letter: 999 }
    Object.assign(window, { seen })
    const note = () => {
      for (const chip of document.querySelectorAll('table [data-color]')) {
        seen.chip = Math.min(seen.chip, chip.getBoundingClientRect().width)
        seen.letter = Math.min(seen.letter, Number.parseFloat(getComputedStyle(chip).fontSize))
      }
    }
    const observer = new ResizeObserver(note)
    for (const each of document.querySelectorAll('table, table td, table [data-color]')) observer.observe(each)
  })
  // For a picture of the whole page, the browser makes the window one pixel wide for a moment.
  for (let picture = 0; picture < 6; picture++) await page.screenshot({ fullPage: true })
  const seen = await page.evaluate(() => (window as unknown as { seen: { chip: number; letter: number } }).seen)
  expect(seen.chip).toBeGreaterThanOrEqual(20)
  expect(seen.letter).toBeGreaterThanOrEqual(12)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect((await card.table())[0]).toBe('1 X 10 9 6 4 1 40')
  }
  // The running total gives its place to the arrows, which can be pressed.
  await page.setViewportSize({ width: 360, height: 844 })
  const arrow = page.getByRole('table').getByRole('button').first()
  expect((await arrow.boundingBox())?.width).toBe(44)
  await page.setViewportSize({ width: 480, height: 844 })
  expect((await card.table())[0]).toBe('1 X 10 9 6 4 1 40 40')
})

test('an end is shot without scrolling, and its arrows are between the target and the keypad', async ({
  server,
  open,
}) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/healthz' })
  const card = scorecard(page)
  await card.start(recurve)
  const keypad = page.getByRole('group', { name: 'Arrow value' })
  await page.evaluate(() => scrollTo(0, 0))
  expect((await boxOf(page.getByRole('button', { name: 'Next end' }))).bottom).toBeLessThanOrEqual(844)
  const before = await boxOf(keypad)
  for (const value of ['X', 9] as const) await card.key(value)
  await card.click(0.22, 0.345)
  await expect(page.getByText(/^\d+ mm outside the 7$/)).toBeVisible()
  // The distance to the line has its place from the start.
  expect(await boxOf(keypad)).toEqual(before)
  await expect(thisEnd(page)).toContainText(/X96Sum 25/)

  await thisEnd(page).getByRole('button', { name: 'Re-enter arrow 2: 9' }).click()
  await expect(page.getByText('Re-entering round 1, end 1, arrow 2')).toBeVisible()
  await card.key(10)
  await expect.poll(() => card.values()).toEqual(['X', '10', '6'])
  const [target, end] = [await boxOf(card.target), await boxOf(thisEnd(page))]
  expect(target.bottom).toBeLessThanOrEqual(end.y)
  expect(end.bottom).toBeLessThanOrEqual(before.y)

  // A small phone: still a target to aim at, and the whole keypad.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => scrollTo(0, 0))
  expect((await boxOf(card.target)).height).toBeGreaterThanOrEqual(245)
  expect((await boxOf(keypad)).bottom).toBeLessThanOrEqual(640)
})

test('a miss looks like no ring, and an arrow is drawn to scale', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/healthz', colorScheme: 'dark' })
  const card = scorecard(page)
  await card.start({ mode: 'World Archery', round: 'WA 18 m' })
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const look = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((key) => [getComputedStyle(key).backgroundColor, getComputedStyle(key).borderStyle])
    expect(await look('M, miss')).not.toEqual(await look('3'))
    expect((await look('M, miss'))[1]).toBe('dashed')
    // In the dark there is no sun.
    await expect(page.getByText('In bright sun?')).toHaveCount(1)
    const offer = page.getByText('In bright sun?')
    await expect(offer).toBeVisible({ visible: scheme === 'light' })
  }
  await card.click(0.3, 0.3)
  // 6 mm of the 428 mm that the drawing is wide.
  const { width } = await boxOf(card.target)
  const shaft = await boxOf(card.target.locator('> g > circle').last())
  expect(shaft.width / Math.min(width, (await boxOf(card.target)).height)).toBeCloseTo(6 / 428, 3)
})

test('rounds to choose begin at the same height, and the counts share one edge', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/scorecard' })
  const rounds = page.getByRole('group', { name: 'Choose a round' })
  await expect(rounds).toContainText('36 arrows60\u00a0cm face')
  const tops = await rounds
    .locator('label > span:first-of-type')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(tops).toHaveLength(4)
  expect([tops[0], tops[2]]).toEqual([tops[1], tops[3]])

  await page.getByRole('button', { name: 'Customize' }).click()
  const count = (name: string) => page.getByRole('spinbutton', { name, exact: true })
  const edges = new Set<number>()
  for (const name of ['Rounds', 'Ends', 'Arrows per end']) edges.add((await boxOf(count(name))).right)
  expect(edges.size).toBe(1)
  await expect(page.getByText('Standard Indoor · 30 arrows · 18 m')).toBeVisible()
  await count('Ends').fill('0')
  await page.getByRole('button', { name: 'Ends: one less' }).click({ force: true })
  await expect(count('Ends')).toHaveValue('0')
  // A round that can't be shot has no summary.
  await expect(page.getByText(/^Custom round · /)).toHaveCount(0)
})

test('an end is left short only on purpose, and a full card is edited under a short heading', async ({
  server,
  open,
}) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/healthz' })
  const card = scorecard(page)
  await card.start({ mode: 'World Archery', round: 'Standard Outdoor' })
  for (const value of [10, 9] as const) await card.key(value)
  await page.getByRole('button', { name: 'Next end' }).click()
  const question = page.getByRole('alertdialog', { name: '4 arrows missing' })
  await expect(question).toContainText('End 1 has only 2 arrows. Skip the rest as misses (M)?')
  const [stay, skip] = ['Keep scoring', 'Score 4 misses'].map((name) => question.getByRole('button', { name }))
  if (!stay || !skip) throw new Error('There is nothing to choose.')
  const fill = (button: typeof stay) => button.evaluate((each) => getComputedStyle(each).backgroundColor)
  expect(await fill(stay)).not.toBe(await fill(question))
  expect(await fill(skip)).toBe(await fill(question))
  await stay.click()
  for (let arrow = 2; arrow < 36; arrow++) await card.key(9)
  await page.getByRole('button', { name: 'Edit arrows' }).click()
  await expect(page.getByText('Editing · World Archery')).toBeVisible()
  const name = await boxOf(page.getByRole('paragraph').filter({ hasText: /^Standard Outdoor/ }))
  expect(name.height).toBeLessThan(30)
  await expect(page.getByText('1 ten · 35 nines')).toBeVisible()
})
