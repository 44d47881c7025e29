import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { password } from '#test/support/person.ts'
import { alterData, codeFor, quickMember, tokenFor } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import type { RunningServer } from '#test/support/server.ts'

/**
 * When an email program has damaged the link: people type the code from the same email, on a phone. Every kind of damage
 * is in src/web/auth/link-token.test.ts and src/server/http/pages.test.ts.
 */

const changed = 'Your mail program changed the link. Type the code from the email instead.'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function expectCodePage(page: Page, token: string) {
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await expect(page.getByText(changed, { exact: true })).toBeVisible()
  await expect(page.getByText(/already been used|no longer valid/)).toHaveCount(0)
  expect(page.url()).not.toContain(token.slice(0, 20))
}

async function typeCode(page: Page, email: string, code: string) {
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

// Shows: T8, T9
test('a damaged verification link: the code and the password verify, and log in', async ({ server, open }) => {
  const email = 'ana@purdue.edu'
  await quickMember(server, { email, verified: false })
  const token = await tokenFor(server, email, 'verify')
  const { page } = await open(server)
  const acts: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && acts.push(request.url()))
  await page.goto(`/verify%23token=${token}`)
  await expectCodePage(page, token)
  // What an email program appends does no harm, and opening the link does nothing yet.
  await page.goto(`/verify#token=${token}&utm_source=mail`)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  expect(page.url()).not.toContain(token.slice(0, 20))
  await untilQuiet(page)
  expect(acts).toEqual([])
  await page.goto(`/verify%23token=${token}`)

  const code = await codeFor(server, email, 'verify')
  await typeCode(page, email, code.toLowerCase().replace('-', ' '))
  await expect(page).toHaveURL(/\/verify$/)
  await page.getByLabel('Password', { exact: true }).fill('not the chosen one')
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await expect(page.getByText(/That’s not the password you chose/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await expect(page).toHaveURL(/\/welcome/)
  // Using the link uses up the code.
  await page.goto('/code')
  await page.getByRole('button', { name: 'Enter a code anyway' }).click()
  await typeCode(page, email, code)
  await expect(page.getByRole('alert').getByText(/^This code doesn’t match this email/)).toBeVisible()
})

// Shows: T9
test('a damaged reset link: the code opens the choice of a new password', async ({ server, open }) => {
  const { email, call } = await quickMember(server, { email: 'ben@purdue.edu' })
  await askForReset(server, email)
  const token = await tokenFor(server, email, 'reset')
  const { page } = await open(server, { at: `/reset%23token=${token}` })
  await expectCodePage(page, token)
  // A mistake is reported at its field, keeps the entry, and uses up no attempt.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter the code from the email.')).toBeVisible()
  for (let i = 0; i < 6; i++) {
    await typeCode(page, email, 'ABCD-EFG0')
    await expect(page.getByText(/^A code has 8 letters and digits/)).toBeVisible()
  }
  await expect(page.getByLabel('Code')).toHaveValue('ABCD-EFG0')
  await typeCode(page, email, await codeFor(server, email, 'reset'))
  await expect(page).toHaveURL(/\/reset$/)
  // No one is logged out until a password is chosen.
  expect(await call('profile.get')).toMatchObject({ nameFirst: 'Avery' })
  await page.getByLabel('New password').fill('a brand new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

async function askForReset(server: RunningServer, email: string) {
  // The email before was sent less than a minute ago.
  alterData(server, 'delete from rate_limit')
  const { status } = await fetch(`${server.url}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(status).toBe(200)
}
