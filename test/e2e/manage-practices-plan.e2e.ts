import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { manyPractices } from '#test/support/past-practices.ts'

/** A club without an outside calendar plans its practices on the officers' page. */
const inDays = (days: number) => Temporal.Now.plainDateISO('America/Indiana/Indianapolis').add({ days }).toString()

test('an officer plans, changes, cancels, and restores practices', async ({ server, open, ana, kai }) => {
  test.setTimeout(120_000)
  await kai.call('practices.removeSamples')
  const { page } = await open(server, { as: kai, at: '/manage-practices', width: 1280 })
  await expect(page.getByText('No practices yet.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'New Practice' }).click()
  const form = page.getByRole('dialog', { name: 'New practice' })
  await form.getByLabel('Ends').fill('17:00')
  await form.getByRole('button', { name: 'Plan Practice' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByText('The end must be after the start, on the same day.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Outdoor evening')
  await form.getByLabel('Date', { exact: true }).fill(inDays(3))
  await form.getByLabel('Ends').fill('19:30')
  await form.getByLabel('Location').fill('The Range')
  await form.getByLabel('Description').fill('Bring water.')
  await form.getByRole('radio', { name: 'Weekly', exact: true }).check()
  await form.getByLabel('Number of weeks', { exact: true }).fill('4')
  await form.getByRole('button', { name: 'Plan Practice' }).click()
  await expect(page.getByText('4 practices planned.')).toBeVisible()
  await expect(form).toBeHidden()
  const rows = page.getByRole('row').filter({ hasText: 'Outdoor evening' })
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText(/6:00 – 7:30.PM.*1 h 30 min/)

  const [practiceId] = await samplePractices(ana)
  await ana.call('practices.answer', { practiceId, answer: 'archer' })
  await rows
    .first()
    .getByRole('button', { name: /^View Details/ })
    .click()
  const choose = async (name: string) => {
    await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit practice' })
  await expect(edit.getByLabel('Starts')).toHaveValue('18:00')
  await edit.getByLabel('Name').fill('Indoor evening')
  await edit.getByLabel('Starts').fill('19:00')
  await edit.getByLabel('Ends').fill('20:30')
  await edit.getByRole('button', { name: 'Save' }).click()
  const details = page.getByRole('dialog', { name: 'Indoor evening' })
  await expect(details).toContainText(/7:00 – 8:30.PM/)
  await expect(details).toContainText('1 archer')

  await choose('Cancel Practice')
  const question = page.getByRole('alertdialog', { name: 'Cancel Indoor evening?' })
  await expect(question).toContainText('1 person who RSVP’d will be told.')
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await question.getByLabel('Message (optional)').fill('The hall is flooded.')
  await question.getByRole('button', { name: 'Cancel Practice' }).click()
  await expect(details.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(details.getByText('The hall is flooded.')).toBeVisible()
  expect(await ana.call('home.get')).toMatchObject({ cancelled: [{ id: practiceId }] })
  const member = await open(server, { as: ana, at: '/home' })
  await expect(member.page.getByText('The hall is flooded.')).toBeVisible()
  await details.getByRole('button', { name: 'Restore Practice' }).click()
  await expect(details.getByText('Canceled', { exact: true })).toBeHidden()
  expect(await ana.call('home.get')).toMatchObject({ next: [{ id: practiceId, myAnswer: 'archer' }] })
})

test('what was planned is in sight and highlighted', { tag: '@thorough' }, async ({ server, kai, open }) => {
  manyPractices(server, 160)
  const { page } = await open(server, { as: kai, at: '/manage-practices' })
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

test('a plan that is sent twice is carried out once', { tag: '@thorough' }, async ({ server, kai, open }) => {
  const { page } = await open(server, { as: kai, at: '/manage-practices?ask=new' })
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
