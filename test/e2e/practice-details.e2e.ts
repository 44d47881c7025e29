import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('the tabs and menu of a practice work with the arrow keys, and Cancel says how many will be told', async ({
  server,
  open,
}) => {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  // The second one, so that no run near its start changes what is possible.
  const [, practiceId = ''] = await samplePractices(kai)
  for (const [first, answer] of Object.entries({ Ana: 'archer', Ben: 'driver', Cas: 'archer', Dee: 'cant-come' })) {
    const member = await quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, car: 4 })
    await member.call('practices.answer', { practiceId, answer })
  }
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}`, width: 1280 })
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  await expect(dialog.getByRole('tab')).toHaveText(['Going 3', 'Here 0', 'Carpool 1'])
  await dialog.getByRole('tab', { name: /^Going/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tab', { name: /^Here/, selected: true })).toBeFocused()
  await expect(dialog.getByRole('tabpanel', { name: /^Here/ })).toContainText('No attendees found.')
  // One stop for all tabs; the panel is the next one.
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('tabpanel')).toBeFocused()
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
  await question.getByRole('button', { name: 'Cancel Practice' }).click()
  await expect(dialog).toContainText('The hall is flooded.')
})
