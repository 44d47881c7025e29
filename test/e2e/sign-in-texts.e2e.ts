import { expect, type Page, test } from '@playwright/test'
import { alertIn, openPerson, password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { type RunningServer, startServer, startServerProcess } from '#test/support/server.ts'

/** Each message of the sign-in screen, triggered by its real cause on the built server. */
let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
  await quickMember(server, { email: 'known@purdue.edu' })
  await quickMember(server, { email: 'waiting@purdue.edu', verified: false })
})
test.afterAll(() => server.dispose())

async function open(page: Page, mode = '') {
  await page.goto(`${server.url}/login${mode && `?mode=${mode}`}`)
}
const email = (page: Page) => page.getByLabel('Purdue Email')
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

// Shows: 8.1
test('a wrong password and an unknown address read the same', async ({ page }) => {
  for (const address of ['known@purdue.edu', 'nobody@purdue.edu']) {
    await open(page)
    await email(page).fill(address)
    await passwordField(page).fill('a wrong password')
    await submit(page, 'Sign In')
    await expect(alertIn(page)).toHaveText('Invalid email or password.')
    await expect(email(page)).toHaveValue(address)
  }
})

// Shows: 4.8, 5.2, 8.2
test('an unverified address is told only with the right password', async ({ page }) => {
  await open(page)
  await email(page).fill('waiting@purdue.edu')
  await passwordField(page).fill('a wrong password')
  await submit(page, 'Sign In')
  await expect(alertIn(page)).toHaveText('Invalid email or password.')
  await passwordField(page).fill(password)
  await submit(page, 'Sign In')
  await expect(page.getByText('Please verify your email before logging in.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Resend email/ })).toBeVisible()
})

// Shows: 1.6, 5.1, 8.3, 8.4, 8.5, 9.3
test('signing up: wrong domain, weak password, address in use, done', async ({ page }) => {
  await open(page, 'create')
  await email(page).fill('ana@gmail.com')
  await passwordField(page).fill(password)
  await submit(page, 'Create Account')
  await expect(page.getByText('Email must end with @purdue.edu', { exact: true })).toBeVisible()
  await expect(email(page)).toBeFocused()
  await email(page).fill('ana@purdue.edu')
  await passwordField(page).fill('password123')
  await submit(page, 'Create Account')
  await expect(page.getByText('The password is too weak.', { exact: true })).toBeVisible()
  await expect(passwordField(page)).toBeFocused()
  await passwordField(page).fill(password)
  await email(page).fill('known@purdue.edu')
  await submit(page, 'Create Account')
  await expect(page.getByText('This email is already in use.', { exact: true })).toBeVisible()
  await email(page).fill('ana@purdue.edu')
  await submit(page, 'Create Account')
  await expect(page.getByRole('status').getByText('Verification email sent! Please check your inbox.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await expect(page.getByText('ana@purdue.edu')).toBeVisible()
})

// Shows: 5.4, 8.7
test('reset needs an address, and says the same for an unknown one', async ({ page, browser }) => {
  const member = await quickMember(server, { email: 'forgetful@purdue.edu' })
  await open(page, 'reset')
  await submit(page, 'Reset Password')
  await expect(page.getByText('Please enter your email to reset your password', { exact: true })).toBeVisible()
  await email(page).fill('forgetful@purdue.edu')
  // One was requested less than a minute ago; the next one has to wait, and the page says how long.
  const body = JSON.stringify({ email: 'forgetful@purdue.edu' })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${server.url}/api/auth/request-password-reset`, { method: 'POST', headers, body })
  await submit(page, 'Reset Password')
  await expect(page.getByText(/Too many attempts\. Try again in \d+ (seconds?|minute)\./)).toBeVisible()
  const other = await openPerson(browser, server)
  await other.page.goto('/login?mode=reset')
  await other.page.getByLabel('Purdue Email').fill('nobody.at.all@purdue.edu')
  await other.page.getByRole('button', { name: 'Reset Password', exact: true }).click()
  await expect(
    other.page.getByText('Password reset email sent! Please check your inbox.', { exact: true }),
  ).toBeVisible()
  await other.context.close()
  expect((await fetch(`${server.url}/rpc/home/get`, { headers: { cookie: member.cookie } })).status).toBe(200)
})

// Shows: 2.10, 2.73, 2.74, 2.75, 2.76, 2.77, 2.78, 2.79, 2.80, 8.6, 8.8
test('with the server gone, creating and resetting say what failed and keep what was typed', async ({ browser }) => {
  const own = await startServerProcess()
  const { page, context } = await openPerson(browser, own)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('link', { name: 'Create an Account', exact: true }).click()
  await email(page).fill('ana@purdue.edu')
  await passwordField(page).fill(password)
  // The first response has the form; the code that submits it loads a moment later.
  await untilQuiet(page)
  await own.kill()
  await submit(page, 'Create Account')
  await expect(page.getByText(/^Failed to create an account: /)).toBeVisible()
  await expect(email(page)).toHaveValue('ana@purdue.edu')
  await page.getByRole('link', { name: 'Already have an account? Login' }).click()
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(passwordField(page)).toHaveCount(0)
  await submit(page, 'Reset Password')
  await expect(page.getByText(/^Error sending password reset email: /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
  await context.close()
  await own.dispose()
})
