import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { password } from '#test/support/person.ts'
import { alterData, memberIdOf, type QuickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Granting or removing power, and exporting everyone's data, requires the officer's password within the last ten minutes. */
let server: RunningServer
let kai: QuickMember
test.beforeEach(({ server: started, kai: officer, ana: _ }) => {
  server = started
  kai = officer
})

async function openLongAfterLogin(open: Open, path: string) {
  const person = await open(server, { as: kai, width: 1280 })
  forgetPassword()
  await person.page.goto(path)
  const asked = person.page.getByRole('dialog', { name: 'Enter your password to continue' })
  return { ...person, asked }
}

const forgetPassword = () => alterData(server, "update session set password_at = '2026-01-01T00:00:00.000Z'")

async function roleOfAna() {
  const { members } = (await kai.call('members.get')) as { members: { name: string; role: string }[] }
  return members.find(({ name }) => name === 'Ana Lopez')?.role
}

test('a role changes once the password has been entered', async ({ open }) => {
  const ana = await memberIdOf(kai, 'ana@purdue.edu')
  const { page, asked } = await openLongAfterLogin(open, `/members?member=${ana}&open=role`)
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Make officer' }).click()
  await expect(asked).toContainText('You won’t be asked again for 10 minutes.')
  await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()

  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(asked).toContainText('Please enter your password.')
  await asked.getByLabel('Password', { exact: true }).fill('not the one')
  await page.keyboard.press('Enter')
  await expect(asked).toContainText('That’s not your password.')
  await expect(asked.getByLabel('Password', { exact: true })).toHaveValue('not the one')
  expect(await roleOfAna()).toBe('Member')

  // After Cancel, the question is still there and says why nothing has happened.
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toHaveCount(0)
  await expect(question).toContainText('Enter your password to continue.')
  expect(await roleOfAna()).toBe('Member')

  await question.getByRole('button', { name: 'Make officer' }).click()
  await asked.getByLabel('Password', { exact: true }).fill(password)
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Ana Lopez is now an officer.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await roleOfAna()).toBe('Officer')
})

test('an export comes once the password has been entered', async ({ open }) => {
  const { page, asked } = await openLongAfterLogin(open, '/resources?tab=exports')
  await page.getByRole('button', { name: 'Export Members' }).click()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your password to continue.' })).toBeVisible()
  await page.getByRole('button', { name: 'Export Members' }).click()
  await asked.getByLabel('Password', { exact: true }).fill(password)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/members.*\.csv$/)
})
