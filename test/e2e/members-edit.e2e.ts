import { expect, type Route } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { addManyMembers } from '#test/support/many-members.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { alertIn } from '#test/support/person.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Manage Members: officers change passes, payments, and roles; also two officers at the same time. */
let server: RunningServer
let kai: QuickMember
let ana: QuickMember
let anaId: string
test.beforeEach(async ({ start }) => {
  server = await start()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', car: 4 })
  anaId = (await memberNamed('Ana Lopez')).id
})

type MemberRow = { id: string; name: string; dayPasses: number; paidPractices: number; pass: string; role: string }
async function memberNamed(name: string) {
  const { members } = (await kai.call('members.get')) as { members: MemberRow[] }
  return members.find((each) => each.name === name) as MemberRow
}

async function openMembers(open: Open, { width = 1280, path = '/members' } = {}) {
  const person = await open(server, { as: kai, at: path, width })
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Members')
  return person
}

test('when another officer was faster, the row shows both values until it is settled', async ({ open }) => {
  addManyMembers(server, 300)
  const { page, context } = await openMembers(open)
  const search = page.getByRole('searchbox')
  const field = page.getByRole('spinbutton', { name: 'Remaining Day Passes for Ana Lopez' })
  await search.fill('ana@')
  await expect(field).toHaveValue('2')
  // While this officer's change is in flight, another officer's arrives.
  const meanwhile = async (route: Route) => {
    await kai.call('members.setDayPasses', { memberId: anaId, expected: 2, value: 7 })
    await route.continue()
  }
  await context.route('**/rpc/members/setDayPasses', meanwhile, { times: 1 })
  await field.fill('3')
  await field.press('Enter')
  const note = alertIn(page).filter({ hasText: 'Someone else just set this' })
  await expect(note).toContainText('to 7 day passes. You entered 3 day passes.')
  expect((await memberNamed('Ana Lopez')).dayPasses).toBe(7)
  // The row stays, also when something else in it is settled, and scrolled far away.
  await page.getByRole('combobox', { name: 'Current Pass for Ana Lopez' }).selectOption('Day Pass')
  await expect.poll(async () => (await memberNamed('Ana Lopez')).pass).toBe('Day Pass')
  await search.fill('')
  await expect(page.getByText('302 members')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.locator('tr[aria-rowindex="3"]')).toHaveCount(0)
  await expect(field).toHaveValue('3')
  await note.getByRole('button', { name: 'Set to 3 day passes' }).click()
  await expect(page.getByText('Ana Lopez now has 3 day passes (was 7).')).toBeVisible()
  await expect(note).toHaveCount(0)
  expect((await memberNamed('Ana Lopez')).dayPasses).toBe(3)
})

// Shows: 2.151, 4.18
test('the current pass is set from the row, for nothing, and the member’s own screen follows', async ({ open }) => {
  const member = await open(server, { as: ana, at: '/my-pass' })
  const { page } = await openMembers(open)
  await page.getByLabel('Current Pass for Ana Lopez').selectOption('Carpool Range Pass')
  await expect(page.getByText('Ana Lopez now has a Carpool Range Pass.')).toBeVisible()
  await expect(member.page.getByText('Carpool Range Pass').first()).toBeVisible()
  expect(await memberNamed('Ana Lopez')).toMatchObject({ pass: 'Carpool Range Pass', dayPasses: 2 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Current Pass for Ana Lopez')).toHaveValue('none')
  await expect.poll(async () => (await memberNamed('Ana Lopez')).pass).toBe('none')
  // A member's own change shows here without a reload.
  await ana.call('passes.use')
  await expect(page.getByRole('spinbutton', { name: 'Remaining Day Passes for Ana Lopez' })).toHaveValue('1')
  await expect(page.getByLabel('Current Pass for Ana Lopez')).toHaveValue('Day Pass')
})

// Shows: 1.25, 2.152, 5.27, 6.7
test('a role changes after a question, and the club keeps its last officer', async ({ open }) => {
  const { page } = await openMembers(open)
  const question = page.getByRole('alertdialog')
  const role = page.getByLabel('Role for Ana Lopez')
  await role.selectOption('Officer')
  await expect(question).toContainText('Make Ana Lopez an officer?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(role).toHaveValue('Member')
  expect((await memberNamed('Ana Lopez')).role).toBe('Member')
  await page.getByLabel('Role for Kai Tanaka').selectOption('Member')
  await question.getByRole('button', { name: 'Remove as officer' }).click()
  await expect(question).toContainText('This is the club’s only officer. Make someone else an officer first.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await role.selectOption('Officer')
  await question.getByRole('button', { name: 'Make officer' }).click()
  await expect(page.getByText('Ana Lopez is now an officer.')).toBeVisible()
  await expect(role).toHaveValue('Officer')
  expect((await memberNamed('Ana Lopez')).role).toBe('Officer')
})

// Shows: 1.28, 2.150, 2.151, 2.152, 2.154, 2.155, 2.156, 2.157, 2.158, 2.160, 6.8, 7.36
test('on a phone, a press on a line opens everything about a member, to be edited there', async ({ open }) => {
  attendedBefore(server, ana, { on: '2026-03-03', title: 'Spring opening' })
  const { page } = await openMembers(open, { width: 390 })
  // Anywhere on it.
  await page.getByRole('button', { name: 'Ana Lopez', exact: true }).click({ position: { x: 2, y: 30 } })
  const details = page.getByRole('dialog', { name: 'Ana Lopez' })
  await expect(page).toHaveURL(new RegExp(`\\?member=${anaId}$`))
  for (const [name, value] of [
    ['Email', 'ana@purdue.edu'],
    ['Attended Practices', '1'],
    ['Adult', 'Yes'],
    ['Car', '4 seats, including the driver'],
    ['RM01', 'Says it’s not done'],
  ] as const)
    await expect(details.locator('dl > div').filter({ hasText: name })).toContainText(value)
  await expect(details).toContainText('They/Them')
  await expect(details).not.toContainText('2004')
  await expect(details.getByText('▲ 1 outstanding')).toBeVisible()
  await details.getByRole('spinbutton', { name: 'Total Paid Practices' }).fill('5')
  await expect(details.getByText('Not saved yet. Was 0.')).toBeVisible()
  await details.getByLabel('Reason (optional)').fill('Paid in cash')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('✓ 4 left')).toBeVisible()
  await expect(details.getByRole('row').nth(1)).toHaveText(/^Paid in cash.*Kai Tanaka\+55$/)
  await details.getByRole('radio', { name: 'Day passes' }).check()
  await expect(details.getByRole('row').nth(1)).toHaveText(/^Welcome to the club.*The club\+22$/)
  await details.getByRole('button', { name: 'View Practices' }).click()
  const practices = page.getByRole('dialog', { name: 'Practices attended by Ana Lopez' })
  await expect(practices.getByRole('listitem')).toHaveText(/^Spring openingTue, Mar 3.*self check-in\)$/)
  await page.goBack()
  await expect(practices).toHaveCount(0)

  await details.getByLabel('Current Pass').selectOption('Carpool Range Pass')
  await expect(page.getByText('Ana Lopez now has a Carpool Range Pass.')).toBeVisible()
  await details.getByLabel('Role').selectOption('Officer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make officer' }).click()
  await expect(page.getByText('Ana Lopez is now an officer.')).toBeVisible()
  const saved = { paidPractices: 5, dayPasses: 2, pass: 'Carpool Range Pass', role: 'Officer' }
  expect(await memberNamed('Ana Lopez')).toMatchObject(saved)
})
