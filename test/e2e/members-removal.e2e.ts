import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { alterData, memberIdOf } from '#test/support/quick-member.ts'

/** Removing a member, restoring them, and erasing them permanently. */

// Shows: 1.5, 5.28, 6.9
test('a member is removed after a question, logged out, and restored with Undo', async ({ server, kai, ana, open }) => {
  const isSignedIn = async () => (await fetch(`${server.url}/rpc/home/get`, { headers: { cookie: ana.cookie } })).ok
  const member = await open(server, { as: ana, at: '/home' })
  const { page } = await open(server, { as: kai, at: '/members', width: 1280 })
  const question = page.getByRole('alertdialog')
  const choose = async () => {
    await page.getByRole('button', { name: 'Actions for Ana Lopez' }).click()
    await page.getByRole('row').filter({ hasText: 'Ana Lopez' }).getByRole('button', { name: 'Remove' }).click()
    await expect(question).toContainText('Remove Ana Lopez?')
  }
  await choose()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(await isSignedIn()).toBe(true)
  await choose()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Ana Lopez has been removed.')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Ana Lopez' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Kai Tanaka', exact: true })).toBeFocused()
  await expect(member.page).toHaveURL(/\/login/)
  expect(await isSignedIn()).toBe(false)
  await expect(page.getByRole('region', { name: 'Removed' })).toContainText(/ana@purdue\.edu.*Can be restored until/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ana Lopez has been restored.')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Ana Lopez' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Removed' })).toHaveCount(0)
})

// Shows: 2.159, 7.16
test('who was removed is restored, or erased for good after a question', async ({ server, kai, ana, open }) => {
  const memberId = await memberIdOf(kai, ana.email)
  await kai.call('members.remove', { memberId })
  const { page } = await open(server, { as: kai, at: '/members' })
  const removed = page.getByRole('region', { name: 'Removed' })
  await removed.getByRole('button', { name: 'Restore Ana Lopez' }).click()
  await expect(page.getByText('Ana Lopez has been restored.')).toBeVisible()
  await expect(removed).toHaveCount(0)
  await page.goto(`/members?member=${memberId}`)
  await page.getByRole('dialog', { name: 'Ana Lopez' }).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/members$/)
  // Not on the first day.
  const erase = removed.getByRole('button', { name: 'Erase now: Ana Lopez' })
  await expect(erase).toHaveAttribute('aria-disabled', 'true')
  await expect(erase).toHaveAccessibleDescription(/^Can be erased from /)
  // The page's clock updates once a minute.
  const overADayAgo = new Date(Date.now() - 86_400_000 - 60_000).toISOString()
  alterData(server, `update member set removed_at = '${overADayAgo}' where removed_at is not null`)
  await page.reload()
  await erase.click()
  await expect(question).toContainText('This can’t be undone.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(removed).toContainText('Ana Lopez')
  await erase.click()
  await question.getByRole('button', { name: 'Erase now' }).click()
  await expect(page.getByText('Permanently erased.', { exact: true })).toBeVisible()
  await expect(removed).toHaveCount(0)
  expect(await kai.call('members.get')).toMatchObject({ removed: [] })
  expect((await server.quiver('verify')).code).toBe(0)
})
