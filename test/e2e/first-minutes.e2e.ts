import { expect, type Page } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { finishWizard, password } from '#test/support/person.ts'
import { alterData, quickMember } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'

/** From the sign-up form to the first RSVP. */
const inbox = (page: Page) => page.getByRole('heading', { level: 1, name: 'Check your inbox' })

async function signUpAs(page: Page, email: string) {
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(inbox(page)).toBeFocused()
  await expect(page).toHaveURL(/\/login\?mode=sent$/)
  await expect(page.getByText(email)).toBeVisible()
}

test('after a sign-up the screen says where the email went, and leads to its code', async ({ start, open }) => {
  test.setTimeout(90_000)
  const webmailUrl = 'https://outlook.office.com/mail/'
  const server = await start({ club: { webmailUrl } })
  const { page } = await open(server, { at: '/login?mode=create' })
  await signUpAs(page, 'anna@purdue.edu')
  await expect(page.getByRole('link', { name: /^Open email/ })).toHaveAttribute('href', webmailUrl)
  await untilQuiet(page)
  expect(await axeFindings(page)).toEqual([])

  // The email had a mistake: what was typed is there, but no password.
  await page.getByRole('link', { name: 'Change email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeFocused()
  await expect(page.getByLabel('Purdue Email')).toHaveValue('anna@purdue.edu')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await signUpAs(page, 'ana@purdue.edu')

  await page.reload()
  await expect(page.getByText('ana@purdue.edu')).toBeVisible()

  await page.getByRole('link', { name: 'Enter the code' }).click()
  await expect(page).toHaveURL(/\/code$/)
  await expect(page.getByLabel('Purdue Email')).toHaveValue('ana@purdue.edu')
})

test('the email can be sent again once the wait, which is said in words, is over', async ({ server, open }) => {
  const { page } = await open(server)
  await page.clock.install()
  await page.goto('/login?mode=create')
  await signUpAs(page, 'ana@purdue.edu')
  // Where the mail is isn't known for this domain.
  await expect(page.getByRole('link', { name: /^Open email/ })).toHaveCount(0)
  const resend = page.getByRole('button', { name: 'Resend' })
  await expect(page.getByText(/You can resend it in (\d\d seconds|1 minute)\.$/)).toBeVisible()
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward('01:01')
  await expect(page.getByText('Not there? Look in your spam folder, or resend it.')).toBeVisible()
  alterData(server, 'delete from rate_limit')
  await resend.click()
  await expect(page.getByText('Sent again.')).toBeVisible()
})

test('the wizard ends with the RSVP for the first practice', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', wizard: false })
  const { page } = await open(server, { as: ana, at: '/welcome' })
  await finishWizard(page, { first: 'Ana', last: 'Lopez' })
  const question =
    /^Your first practice: (Today|Tomorrow|\w+day|\w{3}, \w{3} \d+), [\d:]+\s[AP]M( \w+)?\. Are you going\?$/
  const first = page.getByRole('region', { name: question })
  await expect(first).toBeVisible()
  await expect(first).toContainText('2 day passes left')
  await expect(first).toContainText('paid practices left')
  await untilQuiet(page)
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await expect(first).toBeVisible()
  await first.getByRole('button', { name: 'Archer' }).click()
  await expect(page.getByText('You’re in as an archer.').first()).toBeVisible()
  const known = page.getByRole('region', { name: /^Your first practice: / })
  await expect(known).toContainText('You’re in as an archer.')
  await known.getByRole('button', { name: 'Got it' }).click()
  await expect(known).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Archer', pressed: true })).toHaveCount(1)
  await expect(known).toHaveCount(0)
})
