import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Result' })

/** The values of a full card with this total, from 240 to 270: nines, and eights for the rest. */
const valuesFor = (total: number) => Array.from({ length: 30 }, (_, arrow) => (arrow < total - 240 ? 9 : 8))

/** Shoots such a card in the browser. */
async function shoot(page: Page, total: number) {
  const card = scorecard(page)
  await card.start({ round: 'Standard Indoor' })
  for (const value of valuesFor(total)) await card.key(value as ArrowValue)
  await expect(result(page)).toContainText(`${total}/300`)
  await card.saved()
}

const listed = async (member: QuickMember) =>
  ((await member.call('scorecards.get')) as { cards: { id: string; summary: { total: number } }[] }).cards

test('a full card shows its results, and changes only after Edit', async ({ server, open, ana }) => {
  const { page } = await open(server, { as: ana, at: '/scorecard' })
  const card = scorecard(page)
  await shoot(page, 252)
  await expect(result(page)).toContainText('Your first Standard Indoor. 252 is the score to beat.')
  for (const fact of ['8.40', '27 End 1']) await expect(result(page)).toContainText(fact)
  // Nothing to enter an arrow with, no tap on the table changes one, and the keyboard doesn't either.
  const before = await card.table()
  await expect(card.target).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Arrow value' })).toHaveCount(0)
  await page.locator('table[data-arrows] [data-color]').first().click()
  for (const key of ['x', '9', 'm', 'Control+z']) await page.keyboard.press(key)
  expect(await card.table()).toEqual(before)
  expect(await listed(ana)).toMatchObject([{ summary: { total: 252 } }])
  // The card opens on its results from the list, too.
  await page.getByRole('link', { name: 'All scorecards' }).click()
  await page.getByRole('link', { name: /^Standard Indoor.*252\/300$/ }).click()
  await expect(result(page)).toBeVisible()

  // Correcting one arrow, on purpose.
  await page.getByRole('button', { name: 'Edit arrows' }).click()
  await expect(page.getByText('Choose an arrow in the table to change it.')).toBeVisible()
  await card.again(10, 3)
  await card.key('X')
  await expect.poll(async () => (await card.values()).at(-1)).toBe('X')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(result(page)).toContainText('254/300')
  // An arrow that is removed is scored again, and the last one shows the results.
  await page.getByRole('button', { name: 'Edit arrows' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Round 1 · End 10 · Arrow 3 of 3')).toBeVisible()
  await card.key(7)
  await expect(result(page)).toContainText('251/300')

  await page.getByRole('button', { name: 'Shoot again' }).click()
  await expect(page.getByText('Round 1 · End 1 · Arrow 1 of 3')).toBeVisible()
  await expect.poll(async () => (await listed(ana)).length).toBe(2)
})

test('a card is shared or saved as an image', {
  tag: ['@chromium', '@thorough'],
}, async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Silva' })
  const { page } = await open(server, { as: ana, at: '/scorecard' })
  // A browser with the Web Share API, which records what it gets.
  await page.addInitScript(() => {
    const shared: { name: string; type: string; size: number }[] = []
    Object.assign(window, { shared })
    navigator.canShare = ({ files = [] } = {}) => files.length > 0
    navigator.share = async ({ files = [] } = {}) => {
      for (const { name, type, size } of files) shared.push({ name, type, size })
    }
  })
  await page.goto('/scorecard')
  await shoot(page, 250)
  const sheet = page.getByRole('dialog', { name: 'Share scorecard' })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await sheet.getByRole('radio', { name: 'Square' }).check()
  const drawn = sheet.getByRole('img')
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(1080)
  const downloading = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save image' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^standard-indoor-\d{4}-\d\d-\d\d\.png$/)
  const png = await readFile(await file.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1080])
  await sheet.getByRole('button', { name: 'Share image' }).click()
  const shared = () => page.evaluate(() => (window as unknown as { shared: { type: string; size: number }[] }).shared)
  await expect.poll(shared).toMatchObject([{ type: 'image/png' }])
  expect((await shared())[0]?.size).toBeGreaterThan(10_000)
})
