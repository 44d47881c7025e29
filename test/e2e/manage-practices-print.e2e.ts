import { inflateSync } from 'node:zlib'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addManyMembers } from '#test/support/many-members.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** The printed lists of a practice. */
let server: RunningServer
let kai: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Nakamura', car: 4 })
  attendedBefore(server, ana, { on: '2026-11-10', title: 'Tuesday practice' })
  const { upcoming } = (await ben.call('home.get')) as { upcoming: { id: string }[] }
  await ben.call('practices.answer', { practiceId: upcoming[0]?.id, answer: 'driver' })
  addManyMembers(server, 120)
})
test.afterAll(() => server.dispose())

async function openList(browser: Browser, practice: string, list: string) {
  const person = await openPerson(browser, server, { width: 1280, colorScheme: 'dark' })
  await takeSession(person.context, server, kai)
  await person.page.goto(`/manage-practices?practice=${practice}&list=${list}`)
  await person.page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  return person
}

/** The size of each page in points: letter is 612 × 792; without the style sheet's rule it would be A4. */
async function pageSizesOf(page: Page) {
  const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  return [...paper.matchAll(/\/MediaBox\s*\[0 0 (\d+)[\d.]* (\d+)/g)].map(([, width, height]) => `${width} × ${height}`)
}

/** The text of each page, one string at a time, decoded from the glyphs of its fonts. */
function textsOfPages(paper: Buffer) {
  const streams = [...paper.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
  const drawings = streams.flatMap(([, bytes = '']) => {
    try {
      return [inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const pieces = drawings.map((drawing) =>
    [...drawing.matchAll(/(\/F\d+) [\d.]+ Tf[\s\S]*?ET/g)].map(([piece]) => glyphs(piece)),
  )
  return pieces.filter((page) => page.length > 0)
}

const glyphs = (piece: string) => [...piece.matchAll(/<([0-9A-Fa-f]+)>/g)].map(([, hex]) => hex).join('')

const sheet = (page: Page) => page.locator('[data-sheet]')

test('attendees print in black on white on a letter', { tag: '@chromium' }, async ({ browser }) => {
  const { page, context, complaints } = await openList(browser, 'past 2026-11-10 Tuesday practice', 'attendees')
  let printed = 0
  await page.exposeFunction('notePrint', () => {
    printed += 1
  })
  await page.evaluate(() => {
    const { notePrint } = window as unknown as { notePrint: () => void }
    window.print = notePrint
  })
  await expect(sheet(page)).toBeHidden()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => printed).toBe(1)

  await page.emulateMedia({ media: 'print' })
  await expect(sheet(page)).toBeVisible()
  await expect(sheet(page)).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(sheet(page).locator('dd')).toHaveText([
    'Tuesday practice',
    /^Tue, Nov 10, 2026 · 6:00 – 8:00.PM$/,
    'The Range',
    '1 person',
  ])
  await expect(sheet(page).locator('thead th')).toHaveText(['✓', 'Name', 'Checked in'])
  await expect(sheet(page).locator('tbody td')).toHaveText(['', 'Ana Lopez', /^6:04.PM, self check-in$/])
  for (const hidden of [page.getByRole('banner'), page.getByRole('dialog'), page.getByRole('button').first()])
    await expect(hidden).toBeHidden()
  expect(await pageSizesOf(page)).toEqual(['612 × 792'])
  expect(complaints).toEqual([])
  await context.close()
})

test('a long list prints its head on every page', { tag: '@chromium' }, async ({ browser }) => {
  const { page, context } = await openList(browser, 'past 0', 'attendees')
  const rows = await sheet(page).locator('tbody tr').count()
  expect(rows).toBeGreaterThan(100)
  await page.emulateMedia({ media: 'print' })
  const pages = await pageSizesOf(page)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.length).toBeLessThanOrEqual(5)
  expect(new Set(pages)).toEqual(new Set(['612 × 792']))
  const written = textsOfPages(await page.pdf({ format: 'Letter' }))
  expect(written).toHaveLength(pages.length)
  const onEach = written[0]?.filter((piece) =>
    written.every((all) => all.filter((each) => each === piece).length === 1),
  )
  expect(onEach?.length).toBeGreaterThanOrEqual(3)

  await page.emulateMedia({ media: null })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('navigation').first().getByRole('link', { name: 'Info' }).click()
  await expect(page.getByRole('region', { name: 'Range rules' })).toBeVisible()
  expect(await pageSizesOf(page)).toEqual(['595 × 842'])
  await context.close()
})

test('RSVPs and the carpool print with each RSVP', async ({ browser }) => {
  const { practices } = (await kai.call('managePractices.get')) as { practices: { id: string; drivers: number }[] }
  const driven = practices.find(({ drivers }) => drivers > 0)?.id ?? ''
  for (const [list, cells] of [
    ['answers', ['', 'Ben Nakamura', 'Driver, 3 seats for others', 'going']],
    ['carpool', ['', 'Ben Nakamura', /^3 seats for others, No RM01$/, 'no']],
  ] as const) {
    const { page, context } = await openList(browser, driven, list)
    await page.emulateMedia({ media: 'print' })
    await expect(sheet(page).locator('tbody td')).toHaveText([...cells])
    await context.close()
  }
})
