import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
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
const openPage = async (open: Open, path = '') => (await open(server, { as: kai, at: `/manage-practices${path}` })).page

test('what was planned is in sight and highlighted', async ({ open }) => {
  manyPractices(server, 160)
  const page = await openPage(open)
  const form = page.getByRole('dialog', { name: 'New practice' })
  await page.getByRole('button', { name: 'New Practice' }).click()
  await expect(form.getByText('Filled in from')).toHaveCount(0)
  await form.getByLabel('Name').fill('Outdoor evening')
  await form.getByLabel('Date', { exact: true }).fill(inDays(20))
  await form.getByLabel('Starts').fill('17:30')
  await form.getByLabel('Ends').fill('19:00')
  await form.getByRole('radio', { name: 'Weekly until' }).check()
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
})

test('a plan that is sent twice without an answer makes one set of practices', async ({ open }) => {
  const page = await openPage(open, '?ask=new')
  const form = page.getByRole('dialog', { name: 'New practice' })
  await form.getByLabel('Name').fill('Once only')
  await form.getByLabel('Date', { exact: true }).fill(inDays(2))
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
  await expect(form).toBeHidden()
  const { practices } = (await kai.call('managePractices.get')) as { practices: { title: string }[] }
  expect(practices.filter(({ title }) => title === 'Once only')).toHaveLength(1)
})
