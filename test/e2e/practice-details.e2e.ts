import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'

test('the tabs and the menu of a practice work with the arrow keys', async ({ server, open, kai }) => {
  // The second one, so that no run near its start changes what is possible.
  const [, practiceId = ''] = await samplePractices(kai)
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}`, width: 1280 })
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  await expect(dialog.getByRole('tab')).toHaveText(['Going 0', 'Here 0', 'Carpool 0'])
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
  await expect(items).toHaveText(['Edit', 'Attendance Limit', 'Reply Deadline', 'Cancel Practice', 'Delete Practice'])
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Cancel Sample practice?' })).toBeVisible()
})
