import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { clubTime, movePractice, samplePractices } from '#test/support/move-practice.ts'
import { manyPractices } from '#test/support/past-practices.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Manage Practices opens at today, and goes to what has just been planned. */
let server: RunningServer
let kai: QuickMember
test.beforeEach(async ({ start }) => {
  server = await start()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
})

const inDays = (days: number) => Temporal.Now.plainDateISO('America/Indiana/Indianapolis').add({ days }).toString()
const openPage = async (open: Open, path = '', width = 390) =>
  (await open(server, { as: kai, at: `/manage-practices${path}`, width })).page
const headings = (page: Page) => page.locator('main h2')

async function todayAtSix(title = 'Scoring round') {
  const [practiceId = ''] = await samplePractices(kai)
  movePractice(server, practiceId, { startsAtMs: clubTime(0, '18:00'), title })
  return practiceId
}

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  test(`among 2,000 practices today is on the first screen, at ${width} px`, async ({ open }) => {
    await todayAtSix()
    manyPractices(server, 2000)
    const page = await openPage(open, '', width)
    await page.setViewportSize({ width, height })
    const today = page.getByRole('button', { name: /^View Details: Scoring round/ })
    await expect(today).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(headings(page)).toHaveText([/^Today/, 'Upcoming', 'Past'])
    // Not all of them are in the document, but each can be reached.
    expect(await page.locator('[data-key]').count()).toBeLessThan(60)
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(page.getByText('Evening number 2000')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await page.getByRole('searchbox').fill('number 1999')
    await expect(page.locator('[data-key]')).toHaveCount(1)
    await expect(headings(page)).toHaveText(['Past'])
  })

test('the sections are in order, and the live practice leads to its panel', async ({ open }) => {
  const practiceId = await todayAtSix()
  const [, second = ''] = await samplePractices(kai)
  movePractice(server, second, { startsAtMs: Date.now() + 5 * 60_000, title: 'Open practice' })
  manyPractices(server, 3)
  await kai.call('practices.start', { practiceId: second })
  const page = await openPage(open)
  await expect(headings(page)).toHaveText(['Open practice', /^Today/, 'Upcoming', 'Past'])
  await expect(page.getByRole('region', { name: 'LIVE Open practice' })).toBeInViewport({ ratio: 1 })
  const keys = await page.locator('[data-key]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')))
  expect(keys).not.toContain(second)
  expect(keys[0]).toBe(practiceId)
  expect(keys.slice(-3)).toEqual(['many 1', 'many 2', 'many 3'])
  await page.getByRole('link', { name: 'Go to live practice' }).click()
  await expect(page.getByRole('region', { name: /^LIVE/ })).toBeVisible()
  // Members check in while the page is open.
  await page.goBack()
  await kai.call('passes.use')
  await kai.call('practices.checkIn', { practiceId: second })
  await expect(page.getByText('1 Member in Attendance')).toBeVisible()
})

test('what was planned is in sight and highlighted, and the next plan begins with it', async ({ open }) => {
  manyPractices(server, 160)
  const page = await openPage(open)
  const form = page.getByRole('dialog', { name: 'New practice' })
  await page.getByRole('button', { name: 'New Practice' }).click()
  await expect(form.getByText('Filled in from')).toHaveCount(0)
  await form.getByLabel('Name').fill('Outdoor evening')
  await form.getByLabel('Date', { exact: true }).fill(inDays(20))
  await form.getByLabel('Starts').fill('17:30')
  await form.getByLabel('Ends').fill('19:00')
  await form.getByLabel('Location').fill('The Range')
  await form.getByLabel('Attendance Limit').fill('none')
  await form.getByRole('radio', { name: 'Weekly until' }).check()
  await form.getByRole('button', { name: 'Plan Practice' }).click()
  await expect(form.getByText('Choose a day from the first practice on, up to 40 weeks.')).toBeVisible()
  await expect(form.getByText('Enter a whole number from 1 to 1000, or leave it empty.')).toBeVisible()
  await expect(form.getByLabel('Last day')).toBeFocused()
  await form.getByLabel('Attendance Limit').fill('12')
  await form.getByLabel('Last day').fill(inDays(20 + 15))
  await expect(form.getByRole('status').filter({ hasText: /^3 practices, until / })).toBeVisible()
  await form.getByRole('button', { name: 'Plan Practice' }).click()
  await expect(page.getByText('3 practices planned.')).toBeVisible()
  await expect(form).toBeHidden()

  const rows = page.locator('[data-key]').filter({ hasText: 'Outdoor evening' })
  await expect(rows.first()).toHaveAttribute('data-revealed', 'true')
  await expect(rows.first()).toBeInViewport({ ratio: 1 })
  await expect(rows.first()).toContainText('0 of 12 going')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Outdoor evening' })
  await expect(details).toContainText('0 of 12 spots taken')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(rows.first()).not.toHaveAttribute('data-revealed', 'true', { timeout: 8000 })

  await page.getByRole('button', { name: 'New Practice' }).click()
  await expect(form.getByText('Filled in from last time.')).toBeVisible()
  for (const [label, value] of [
    ['Name', 'Outdoor evening'],
    ['Starts', '17:30'],
    ['Ends', '19:00'],
    ['Location', 'The Range'],
    ['Attendance Limit', '12'],
  ] as const)
    await expect(form.getByLabel(label)).toHaveValue(value)
  await form.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Attendance Limit')).toHaveValue('')
})

test('a plan that is sent twice without an answer makes one set of practices', async ({ open }) => {
  const page = await openPage(open, '?ask=new')
  const form = page.getByRole('dialog', { name: 'New practice' })
  await form.getByLabel('Name').fill('Once only')
  await form.getByLabel('Date', { exact: true }).fill(inDays(2))
  await form.getByRole('radio', { name: 'Weekly', exact: true }).check()
  await form.getByLabel('Number of weeks', { exact: true }).fill('3')
  // The server carries it out, but its response is lost.
  let lost = 0
  await page.route('**/rpc/schedule/create', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await form.getByRole('button', { name: 'Plan Practice' }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Once only')
  await form.getByRole('button', { name: 'Plan Practice' }).click()
  await expect(page.getByText('3 practices planned.')).toBeVisible()
  const { practices } = (await kai.call('managePractices.get')) as { practices: { title: string }[] }
  expect(practices.filter(({ title }) => title === 'Once only')).toHaveLength(3)
})
