import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { type Open, test } from '#test/support/browser-test.ts'
import { signIn } from '#test/support/person.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { fractions } from '#test/support/random.ts'
import { cardsOnDevice, scorecard } from '#test/support/score.ts'
import type { RunningServer } from '#test/support/server.ts'

let server: RunningServer
let ana: QuickMember
test.beforeEach(async ({ server: started }) => {
  server = started
  ana = await quickMember(server, { email: 'ana@purdue.edu' })
})

/** For each arrow value, a height above the center at which an arrow scores it, in the drawing's units. */
const heights = new Map<ArrowValue, number>([
  ['X', 4],
  [10, 22],
  [9, 38],
  [8, 52],
  [7, 66],
  [0, 78],
])
function pick<T>(list: readonly T[], fraction: number): T {
  return list[Math.floor(fraction * list.length)] as T
}

/** The drawing reaches from -80.25 to 80.25. */
const half = 80.25

async function openCard(open: Open, mayComplain = false) {
  const person = await open(server, { as: ana, mayComplain })
  return { ...person, card: scorecard(person.page) }
}

async function listed() {
  const { cards } = (await ana.call('scorecards.get')) as {
    cards: { id: string; summary: { total: number; arrows: number } }[]
  }
  return cards
}

// Shows: 1.21, 2.177, 2.178, 4.49, 6.16
test('a whole round is the same by click and by keypad', { tag: '@thorough' }, async ({ open }) => {
  test.setTimeout(120_000)
  const arrows = 30
  const { page, card } = await openCard(open)
  const fraction = fractions(arrows)
  const values = Array.from({ length: arrows }, () => pick([...heights.keys()], fraction()))
  const tables: string[][] = []

  const inputs: Record<string, () => Promise<unknown>> = {
    async clicks() {
      for (const value of values) await card.click(0, (heights.get(value) ?? 0) / half)
    },
    async keypad() {
      for (const value of values) await card.key(value)
    },
  }
  for (const [input, shoot] of Object.entries(inputs)) {
    await card.start({ round: 'Standard Indoor' })
    await shoot()
    await expect(page.getByRole('region', { name: 'Result' })).toBeVisible()
    await card.saved()
    tables.push(await card.table())
    expect([input, tables.at(-1)]).toEqual([input, tables[0]])
  }
  expect(tables[0]).toHaveLength(10)
  const cards = await listed()
  expect(cards.map(({ summary }) => summary)).toEqual([cards[0]?.summary, cards[0]?.summary])
  expect(cards[0]?.summary.arrows).toBe(arrows)
  // The Xs are counted in addition to the tens.
  const count = (value: ArrowValue) => values.filter((each) => each === value).length
  const figures = `${count(10) + count('X')} tens (${count('X')} Xs) · ${count(9)} nines`
  await expect(page.getByText(figures, { exact: true })).toBeVisible()
})

/** Kills the process behind the page, as a phone does when it needs memory. */
async function kill(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const gone = page.waitForEvent('crash')
  // This never gets a response: the process that would send it is dead.
  void session.send('Page.crash').catch(() => {})
  await gone
  await page.close()
}

test('a painted arrow survives a killed tab', { tag: ['@chromium', '@thorough'] }, async ({ open }) => {
  const { page, card, context } = await openCard(open, true)
  await card.start()
  await card.key(9)
  await card.saved(1)
  // Another tab holds the cards, and releases them only when it closes.
  const other = await context.newPage()
  await other.goto('/info')
  await other.evaluate(async () => {
    const opening = indexedDB.open('quiver')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const cards = opening.result.transaction('cards', 'readwrite').objectStore('cards')
    const hold = () => cards.count().addEventListener('success', hold)
    hold()
  })
  await context.setOffline(true)
  await card.key(8)
  await card.painted(2)
  const before = await card.looks()
  await kill(context, page)
  await other.close()

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(page.url())
  const same = scorecard(again)
  await same.expectArrows(2)
  expect(await same.looks()).toEqual(before)
  await same.saved()
  expect((await listed()).map(({ summary }) => [summary.arrows, summary.total])).toEqual([[2, 17]])
})

test('arrows are undone, redone, re-entered, and changed later for a reason', async ({ open }) => {
  const { page, card } = await openCard(open)
  await card.start()
  for (const value of [9, 8, 7, 10] as const) await card.key(value)
  await expect(page.getByRole('status').filter({ hasText: 'Arrow 1, ten. End total 10.' })).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.expectArrows(3)
  await page.getByRole('button', { name: 'Redo' }).click()
  await card.expectArrows(4)
  await page.keyboard.press('Control+z')
  await card.expectArrows(3)
  await page.keyboard.press('Control+Shift+z')
  await card.expectArrows(4)

  await page.getByRole('button', { name: 'Re-enter end 2, arrow 1: 10' }).click()
  await expect(page.getByText('Re-entering end 2, arrow 1')).toBeVisible()
  await card.key('X')
  await expect.poll(() => card.values()).toEqual(['9', '8', '7', 'X'])

  await page.getByRole('button', { name: 'Re-enter end 1, arrow 2: 8' }).click()
  const why = page.getByRole('dialog', { name: 'Change a finished end?' })
  await why.getByText('Something else').click()
  await why.getByRole('button', { name: 'Continue' }).click()
  await expect(why.getByText('Enter a reason in a few words.')).toBeVisible()
  await why.getByLabel('Describe it').fill('The judge has looked')
  await why.getByRole('button', { name: 'Continue' }).click()
  await card.key(9)
  await expect.poll(() => card.values()).toEqual(['9', '9', '7', 'X'])
  await expect(page.getByRole('button', { name: /changed: The judge has looked/ })).toBeVisible()

  // An end with arrows missing is filled with misses after a confirmation.
  await page.getByRole('button', { name: 'Next end' }).click()
  await page.getByRole('button', { name: 'Score 2 misses' }).click()
  await expect.poll(() => card.values()).toEqual(['9', '9', '7', 'X', 'M', 'M'])
  await expect(page.getByText('Round 1 · End 3 · Arrow 1 of 3')).toBeVisible()
})

test('two devices on one card overwrite nothing: who is overtaken is asked', { tag: '@thorough' }, async ({ open }) => {
  const one = await openCard(open, true)
  await one.card.start()
  await one.card.key(9)
  await one.card.saved(1)
  const other = await openCard(open)
  await other.page.goto(`/scorecard?card=${one.card.cardId()}`)
  await other.card.expectArrows(1)
  // What one writes shows up for the other automatically.
  await one.card.key(8)
  await other.card.expectArrows(2)

  await one.context.setOffline(true)
  await one.card.key(7)
  await expect(
    one.page.getByText('1 arrow saved on this device. They’ll be sent when you’re back online.'),
  ).toBeVisible()
  await other.card.key(10)
  await other.card.saved(3)
  await one.context.setOffline(false)
  const note = one.page
    .getByRole('alert')
    .filter({ hasText: 'Another device has 10 for end 1, arrow 3; this one has 7.' })
  await expect(note).toBeVisible()
  await expect.poll(() => one.card.values()).toEqual(['9', '8', '10'])
  await note.getByRole('button', { name: 'Use 7' }).click()
  await expect(note).toBeHidden()
  for (const { card } of [one, other]) await expect.poll(() => card.values()).toEqual(['9', '8', '7'])
})

/** The number of unsent changes that are recorded in case the tab dies. */
const notesOnDevice = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('quiver-unsent:')).length)

/** On a card with one arrow that the server has, and one that it rejects. */
async function shootOffline(open: Open) {
  const person = await open(server, { mayComplain: true })
  const { page } = person
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home/)
  const card = scorecard(page)
  await card.start()
  await card.key(9)
  await card.saved(1)
  await page.route('**/rpc/scorecard/save', (route) => route.abort())
  await card.key(8)
  await expect(page.getByText('1 arrow saved on this device')).toBeVisible()
  return { ...person, card }
}

const onServer = async () => (await listed())[0]?.summary

// Shows: T14
test('logging out sends arrows, or deletes them if confirmed', { tag: '@thorough' }, async ({ open }) => {
  const { page, context, card } = await shootOffline(open)
  const cardId = card.cardId()
  const warning = page.getByText('1 scorecard entry isn’t sent yet. Logging out now will delete it.')
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(warning).toBeVisible()
  expect(await cardsOnDevice(page)).toHaveLength(1)
  expect(await onServer()).toMatchObject({ total: 9, arrows: 1 })
  // With a connection the arrow is sent, and then its archer is logged out.
  await page.unroute('**/rpc/scorecard/save')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await onServer()).toMatchObject({ total: 17, arrows: 2 })
  expect([await cardsOnDevice(page), await notesOnDevice(page)]).toEqual([[], 0])

  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home/)
  await page.goto(`/scorecard?card=${cardId}`)
  await card.expectArrows(2)
  const other = await context.newPage()
  await other.goto(page.url())
  await scorecard(other).expectArrows(2)
  await page.route('**/rpc/scorecard/save', (route) => route.abort())
  await other.route('**/rpc/scorecard/save', (route) => route.abort())
  await card.key(7)
  await scorecard(other).expectArrows(3)
  await page.goto('/profile?open=sign-out-everywhere')
  const everywhere = page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' })
  await everywhere.click()
  await expect(warning).toBeVisible()
  await everywhere.click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  expect([await cardsOnDevice(page), await notesOnDevice(page)]).toEqual([[], 0])
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home/)
  await page.unroute('**/rpc/scorecard/save')
  await page.goto(`/scorecard?card=${cardId}`)
  await expect.poll(() => card.values()).toEqual(['9', '8'])
})

// Shows: 2.17, 2.176, 3.53, 3.54, 3.55, 3.56, 3.57, 4.48, 5.19, 5.20, 5.21
test('a round is set up as specified, and mistakes are told at their fields', async ({ open }) => {
  const { page, card } = await openCard(open)
  await page.goto('/home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Scorecard/ })
    .click()
  await expect(page.getByRole('heading', { name: 'New scorecard' })).toBeVisible()
  await page.getByRole('button', { name: 'Customize' }).click()
  const optionsOf = (label: string) => page.getByLabel(label, { exact: true }).locator('option').allInnerTexts()
  expect(await optionsOf('Round')).toEqual(['Standard Outdoor', 'Standard Indoor', 'Custom round'])
  expect(await optionsOf('Target')).toEqual(['60cm', '40cm Single', '40cm 3-Spot'])
  expect(await optionsOf('Arrow diameter')).toEqual(['6 mm', '8 mm', '9 mm'])
  const field = (name: string) => page.getByRole('spinbutton', { name, exact: true })
  await page.getByLabel('Round', { exact: true }).selectOption('Standard Outdoor')
  for (const [name, value] of Object.entries({ Rounds: '1', Ends: '6', 'Arrows per end': '6' }))
    await expect(field(name)).toHaveValue(value)
  await page.getByLabel('Target', { exact: true }).selectOption('40cm 3-Spot')
  await expect(page.getByText('A 3-spot target has three faces')).toBeVisible()
  for (const [name, wrong] of [
    ['Ends', '0'],
    ['Arrows per end', '7'],
    ['Rounds', '0'],
  ] as const) {
    await page.getByLabel('Round', { exact: true }).selectOption('Standard Indoor')
    await field(name).fill(wrong)
    await page.getByRole('button', { name: 'Start scoring' }).click()
    await expect(page.getByRole('alert').filter({ hasText: `${name}: enter a whole number from 1 to` })).toBeVisible()
    await expect(field(name)).toHaveValue(wrong)
  }
  await page.getByLabel('Round', { exact: true }).selectOption('Standard Indoor')
  await page.getByRole('button', { name: 'Start scoring' }).dblclick()
  await card.target.waitFor()
  // Three faces form the triangle: a click belongs to the nearest.
  await card.click(0, 0.55)
  await card.click(-0.5, -0.4)
  await card.click(0.95, 0.9)
  await expect.poll(() => card.values()).toHaveLength(3)
  expect((await card.values())[2]).toBe('M')
  await card.saved()
  const { slots } = (await (await page.request.get(`/api/v1/scorecards/${card.cardId()}`)).json()) as {
    slots: ({ arrow: { value: ArrowValue; spot: { face: number; x: number; y: number } } } | null)[]
  }
  expect(slots.slice(0, 2).map((slot) => slot?.arrow.spot.face)).toEqual([0, 1])
  // A double press starts one card.
  expect(await listed()).toHaveLength(1)
  // The last choice is preselected the next time.
  await page.goto('/scorecard')
  await expect(page.getByLabel('Target', { exact: true })).toHaveValue('40cm 3-Spot')
})

test('a card is exported and printed', { tag: '@chromium' }, async ({ open }) => {
  const { page, card } = await openCard(open)
  await card.start({ mode: 'World Archery', round: 'Half WA 18 m' })
  for (let i = 0; i < 30; i++) await card.click(0.3, 0)
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), card.more('Download CSV')])
  expect(file.suggestedFilename()).toMatch(/^half-wa-18-m-\d{4}-\d\d-\d\d\.csv$/)
  const csv = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(csv[0]).toContain('Round,End,Arrow,Called,Counts,Face,Right mm,Up mm,Changed because')
  expect(csv).toHaveLength(32)

  // The complete card and nothing else, while the screen keeps showing the page.
  await page.emulateMedia({ media: 'print' })
  await expect(card.target).toBeHidden()
  await expect(page.getByText('Scorer', { exact: true })).toBeVisible()
  const paper = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
