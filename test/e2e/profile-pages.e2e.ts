import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { profilePart } from '#test/support/profile-page.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('addresses from when the profile was one page lead to the page that has it now', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana })
  for (const [before, now, shown] of [
    ['/profile?open=sign-out-everywhere', '/profile/security?open=sign-out-everywhere', page.getByRole('alertdialog')],
    ['/profile#notifications', '/profile/notifications#notifications', profilePart(page, 'Practice notifications')],
  ] as const) {
    await page.goto('/home')
    await page.goto(before)
    await expect(page).toHaveURL(`${server.url}${now}`)
    await expect(shown).toBeInViewport()
  }
  // The old address isn't in the history, or Back would lead to it and on again.
  await page.goto('/home')
  await page.goto('/profile?open=delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/profile\/data$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/home$/)
})
