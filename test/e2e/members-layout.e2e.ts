import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { addManyMembers } from '#test/support/many-members.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Manage Members: how much room a member takes, and what happens to names and emails that are long. */
const longNames = [
  ['Wolfeschlegelsteinhausenbergerdorff', 'Adolphus-Blaine-Charlesworth-III'],
  ['عبد الرحمن بن محمد بن عبد العزيز', 'آل سعود الكبير المشرف على الفريق'],
  ['👨‍👩‍👧‍👦🏹🎯 Zoë', '🏳️‍🌈 Carter-Vandenberghe-Montgomery-Smythe'],
]
let server: RunningServer
let kai: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  addManyMembers(server, 59)
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  longNames.forEach(([first, last], n) => {
    database
      .prepare(`update member set name_first = ?, name_last = ? where id = ?`)
      .run(first ?? '', last ?? '', `many-${n}`)
  })
  database
    .prepare(`update user set email = 'maximiliana.wolfeschlegelsteinhausen.the.third@purdue.edu' where id = 'many-3'`)
    .run()
  database.close()
})
test.afterAll(() => server.dispose())

async function boxes(locator: Locator) {
  const found = await locator.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  expect(found.length).toBeGreaterThan(0)
  return found
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (const colorScheme of ['light', 'dark'] as const)
  test(`on a phone, 60 members are a few screens, and long names stay in their line, ${colorScheme}`, async ({
    open,
  }) => {
    const { page } = await open(server, { as: kai, at: '/members', width: 390, colorScheme })
    const lines = page.getByRole('list', { name: 'Members' }).locator('> li')
    await expect(lines).toHaveCount(60)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5000)
    expect(await widthOf(page)).toBe(390)
    const rows = await boxes(lines)
    for (const { top, bottom } of rows) expect(bottom - top).toBe(64)
    const [names, balances] = [await boxes(lines.locator('bdi')), await boxes(lines.getByText(/left|outstanding/))]
    rows.forEach((row, n) => {
      const [name, balance] = [names[n], balances[n]]
      if (!name || !balance) throw new Error('a line without a name')
      expect(name.top).toBeGreaterThanOrEqual(row.top)
      expect(name.bottom).toBeLessThanOrEqual(balance.top)
      expect(balance.bottom).toBeLessThanOrEqual(row.bottom)
      expect(name.right).toBeLessThanOrEqual(row.right - 32)
    })
    // Narrower, and with larger letters.
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await widthOf(page)).toBe(320)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await widthOf(page)).toBe(320)
  })

test('in the table, emails and long names stay in their cells, under the heading that every page has', async ({
  open,
}) => {
  const { page } = await open(server, { as: kai, at: '/members', width: 1280 })
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(60)
  const emails = rows.getByText(/@purdue\.edu$/)
  for (const { top, bottom } of await boxes(emails)) expect(bottom - top).toBeLessThanOrEqual(24)
  for (const { top, bottom } of await boxes(rows)) expect(bottom - top).toBeLessThanOrEqual(66)
  expect(await widthOf(page)).toBe(1280)
  // A usual email is there in full.
  const usual = page.getByText('member42@purdue.edu')
  expect(await usual.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  const lefts = new Set<number>()
  for (const path of ['/members', '/manage-practices', '/resources', '/my-practices', '/info']) {
    await page.goto(path)
    await expect(page.getByText('Loading...')).toHaveCount(0)
    const [heading] = await boxes(page.getByRole('heading', { level: 1 }))
    if (heading) lefts.add(heading.left)
  }
  expect([...lefts]).toHaveLength(1)
})

test('the controls of a row appear under the mouse and with the focus, and always for fingers', async ({ open }) => {
  const { page } = await open(server, { as: kai, at: '/members?q=kai@', width: 1280 })
  const stepper = page.getByRole('spinbutton', { name: 'Remaining Day Passes for Kai Tanaka' })
  const more = page.getByRole('button', { name: 'Remaining Day Passes for Kai Tanaka: one more' })
  const glyph = () => more.evaluate((element) => getComputedStyle(element).color)
  await expect(stepper).toBeVisible()
  await page.mouse.move(2, 2)
  await expect.poll(glyph).toBe('rgba(0, 0, 0, 0)')
  await page.getByRole('row').nth(1).hover()
  await expect.poll(glyph).not.toBe('rgba(0, 0, 0, 0)')
  await page.mouse.move(2, 2)
  await expect.poll(glyph).toBe('rgba(0, 0, 0, 0)')
  // By keyboard, from the search to the last control of the row.
  await page.getByRole('searchbox').focus()
  const reached: string[] = []
  for (let n = 0; n < 40 && !reached.includes('Actions for Kai Tanaka'); n++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
    if (reached.at(-1)?.endsWith('one more')) expect(await glyph()).not.toBe('rgba(0, 0, 0, 0)')
  }
  expect(reached).toEqual(
    expect.arrayContaining([
      'Remaining Day Passes for Kai Tanaka: one less',
      'Remaining Day Passes for Kai Tanaka: one more',
      'Current Pass for Kai Tanaka',
      'Role for Kai Tanaka',
      'Actions for Kai Tanaka',
    ]),
  )
  const tablet = await open(server, { as: kai, at: '/members?q=kai@', width: 1280, hasTouch: true })
  await expect(tablet.page.getByRole('button', { name: /one more$/ })).toHaveCSS('color', /^rgb\(/)
  expect((await tablet.page.getByRole('button', { name: /one more$/ }).boundingBox())?.width).toBeGreaterThanOrEqual(44)
})
