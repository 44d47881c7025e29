import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** The details of a practice: its people in tabs, and a menu of what officers can do with it. */
let server: RunningServer
let kai: QuickMember
let practiceId: string
test.beforeEach(async ({ start }) => {
  server = await start()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  // The second one, so that no run near its start changes what is possible.
  practiceId = (await samplePractices(kai))[1] ?? ''
  for (const first of ['Ana', 'Ben', 'Cas', 'Dee']) {
    const member = await quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, car: 4 })
    const answer = first === 'Dee' ? 'cant-come' : first === 'Ben' ? 'driver' : 'archer'
    await member.call('practices.answer', { practiceId, answer })
  }
})

async function seen() {
  const { practice } = (await kai.call('practiceRecord.get', { practiceId })) as {
    practice: Record<'title' | 'location' | 'description' | 'startsAt' | 'endsAt', string> & { cancelled: boolean }
  }
  const { title, location, description, startsAt, endsAt, cancelled } = practice
  return { title, location, description, startsAt, endsAt, cancelled }
}

test('has tabs for the keyboard, which a reload keeps and Back leaves', async ({ open }) => {
  const { page } = await open(server, { as: kai, at: '/manage-practices?q=sample&sort=limit', width: 1280 })
  await page
    .getByRole('row')
    .filter({ hasText: '3 going' })
    .getByRole('button', { name: /^View Details/ })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  const tab = (name: RegExp) => dialog.getByRole('tab', { name })
  await expect(dialog.getByRole('tab')).toHaveText(['Going 3', 'Here 0', 'Carpool 1'])
  await tab(/^Going/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(/^Here/)).toBeFocused()
  await expect(tab(/^Here/)).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('tabpanel', { name: /^Here/ })).toContainText('No attendees found.')
  await page.keyboard.press('End')
  await expect(tab(/^Carpool/)).toBeFocused()
  await expect(dialog.getByRole('tabpanel', { name: /^Carpool/ })).toContainText('Ben')
  await expect(page).toHaveURL(/list=carpool/)
  // One stop for all tabs; the panel is the next one.
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('tabpanel')).toBeFocused()

  await page.reload()
  await expect(tab(/^Carpool/)).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/manage-practices\?q=sample&sort=limit$/)
})

test('says so when it is canceled while it is open', async ({ open }) => {
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}&list=carpool` })
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  await expect(dialog.getByRole('list', { name: 'Carpoolers' })).toContainText('Ben')
  const lee = await quickMember(server, { email: 'lee@purdue.edu', first: 'Lee', officer: true })
  const message = 'The hall is flooded.'
  await lee.call('schedule.cancel', { practiceId, expected: await seen(), cancelled: true, message })
  await expect(dialog.getByRole('alert').filter({ hasText: 'Canceled' })).toContainText(message)
  await expect(dialog.getByRole('tab', { name: /^Carpool/ })).toHaveAttribute('aria-selected', 'true')
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Practice' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Restore Practice' }).click()
  await expect(dialog.getByText('Canceled', { exact: true })).toHaveCount(0)
})

test('its menu works with the arrow keys, and Cancel says how many will be told', async ({ open }) => {
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}`, width: 1280 })
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  const more = dialog.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('dialog', { name: 'More' }).getByRole('button')
  await expect(items).toHaveText(['Edit', 'Attendance Limit', 'Cancel Practice', 'Delete Practice'])
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')

  const question = page.getByRole('alertdialog', { name: 'Cancel Sample practice?' })
  await expect(question).toContainText('3 people who RSVP’d will be told. You can undo this until its start time.')
  const message = question.getByLabel('Message (optional)')
  await message.fill('The hall is flooded.')
  // Without a connection, what was typed stays.
  await page.route('**/rpc/schedule/cancel', (route) => route.abort())
  await question.getByRole('button', { name: 'Cancel Practice' }).click()
  await expect(question.getByRole('alert').first()).toBeVisible()
  await expect(message).toHaveValue('The hall is flooded.')
  await page.unroute('**/rpc/schedule/cancel')
  await question.getByRole('button', { name: 'Cancel Practice' }).click()
  await expect(dialog).toContainText('The hall is flooded.')
})
