import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'

/** Manage Members: officers change many members at a time, and undo it. */
type MemberRow = { id: string; name: string; dayPasses: number }
const box = (page: Page, first: string) => page.getByRole('checkbox', { name: `Select ${first} Lopez` })

test('picked with the mouse, seen first, done for all who are as seen, and undone', async ({ server, kai, open }) => {
  for (const first of ['Ana', 'Ben', 'Cas', 'Dee'])
    await quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, last: 'Lopez' })
  const rows = async () => {
    const { members } = (await kai.call('members.get')) as { members: MemberRow[] }
    return members.filter(({ name }) => name !== 'Kai Tanaka').toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
  const dayPasses = async () => (await rows()).map((row) => row.dayPasses)
  const { page } = await open(server, { as: kai, at: '/members', width: 1280 })
  await box(page, 'Ana').check()
  await box(page, 'Dee').click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected', { exact: true })).toBeVisible()
  // Members hidden by a search stay selected, and one can be deselected.
  await page.getByRole('searchbox').fill('dee')
  await expect(page.getByText('3 of them are hidden by the filter')).toBeVisible()
  await box(page, 'Dee').uncheck()
  await page.getByRole('searchbox').fill('')
  await expect(box(page, 'Ben')).toBeChecked()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Edit 3 members' })).toBeVisible()
  // A new member has two day passes.
  await dialog.getByRole('radio', { name: 'Subtract' }).check()
  await dialog.getByRole('spinbutton', { name: 'How many for each' }).fill('3')
  await expect(dialog.getByText('Nothing would change for anyone.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Add' }).check()
  await expect(dialog.getByRole('row', { name: 'Ben Lopez' })).toContainText('2 → becomes 5')
  await expect(dialog.getByText('total 6 → 15')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 3 members' }).click()
  await expect(dialog.getByText('Give a reason, so others can see why.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Won the tournament')
  // Another officer changes one of them first.
  const ben = (await rows()).find(({ name }) => name === 'Ben Lopez')
  await kai.call('members.setDayPasses', { memberId: ben?.id, expected: 2, value: 9, reason: '' })
  await expect(dialog.getByText('Someone else changed one of them since you opened this.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 2 members' }).click()
  await expect(page.getByText('Gave 3 day passes each to 2 members.')).toBeVisible()
  expect(await dayPasses()).toEqual([5, 9, 5, 2])
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone for 2 members.')).toBeVisible()
  expect(await dayPasses()).toEqual([2, 9, 2, 2])
  await expect(page.getByText('Won the tournament')).toBeVisible()
  await expect(page.getByText(/ · undone$/)).toBeVisible()
  expect((await server.quiver('verify')).code).toBe(0)
})
