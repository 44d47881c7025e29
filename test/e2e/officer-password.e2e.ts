import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { password } from '#test/support/person.ts'
import { alterData, memberIdOf } from '#test/support/quick-member.ts'

/** Granting or removing power, and exporting everyone's data, requires the officer's password within the last ten minutes. */
test('a role changes once the password has been entered', async ({ server, kai, ana, open }) => {
  const memberId = await memberIdOf(kai, ana.email)
  const roleOfAna = async () => {
    const { members } = (await kai.call('members.get')) as { members: { id: string; role: string }[] }
    return members.find(({ id }) => id === memberId)?.role
  }
  const { page } = await open(server, { as: kai, width: 1280 })
  alterData(server, "update session set password_at = '2026-01-01T00:00:00.000Z'")
  await page.goto(`/members?member=${memberId}&open=role`)
  const asked = page.getByRole('dialog', { name: 'Enter your password to continue' })
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Make officer' }).click()
  await expect(asked).toContainText('You won’t be asked again for 10 minutes.')
  await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()

  await asked.getByLabel('Password', { exact: true }).fill('not the one')
  await page.keyboard.press('Enter')
  await expect(asked).toContainText('That’s not your password.')
  await expect(asked.getByLabel('Password', { exact: true })).toHaveValue('not the one')
  expect(await roleOfAna()).toBe('Member')

  await asked.getByLabel('Password', { exact: true }).fill(password)
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Ana Lopez is now an officer.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await roleOfAna()).toBe('Officer')
})
