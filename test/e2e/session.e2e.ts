import { expect, type Page, test } from '@playwright/test'
import { openPerson, password, signIn } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'

test('a minute of doing nothing signs out, says why until dismissed, and leads back to the same page', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const server = await startServer({ club: { session: { idleMinutes: 1, fixedMinutes: 30 } } })
  await quickMember(server, { email: 'ana@purdue.edu' })
  await quickMember(server, { email: 'new@purdue.edu', wizard: false })
  const newcomer = await openPerson(browser, server)
  await signIn(newcomer.page, 'new@purdue.edu')
  await expect(newcomer.page).toHaveURL(/\/welcome$/)
  const { page, context } = await openPerson(browser, server)
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible()
  const bannerOn = (screen: Page) => screen.getByText('You have been logged out due to inactivity.', { exact: true })
  const banner = bannerOn(page)
  await expect(banner).toBeVisible({ timeout: 90_000 })
  await expect(bannerOn(newcomer.page)).toBeVisible()
  await expect(page).toHaveURL(/\/login\?/)
  await page.reload()
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: /Dismiss|Close/ }).click()
  await expect(banner).toBeHidden()
  await context.close()
  await newcomer.context.close()
  await server.dispose()
})

test('an hour after signing in, here a minute, one is signed out however busy, and told the same', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const server = await startServer({ club: { session: { idleMinutes: 30, fixedMinutes: 1 } } })
  await quickMember(server, { email: 'ana@purdue.edu' })
  const { page, context } = await openPerson(browser, server)
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Not now' }).click()
  const banner = page.getByText('You have been logged out due to inactivity.', { exact: true })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(banner).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 90_000 })
  await expect(page).toHaveURL(/\/login\?/)
  await context.close()
  await server.dispose()
})

test('signing out in one tab empties every tab within a second, and Back shows nothing', async ({ browser }) => {
  const server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Marvellous' })
  const { page, context } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  await page.goto('/home?open=pass')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/home')
  const second = await context.newPage()
  await second.goto(`${server.url}/home`)
  await expect(second.getByRole('heading', { level: 1 })).toBeAttached()
  await page
    .getByRole('button', { name: /profile|account|Marvellous/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(second).toHaveURL(/\/login/, { timeout: 1000 })
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Marvellous')).toHaveCount(0)
  await context.close()
  await server.dispose()
})

test('a member’s pages lead to sign-in and back to where one was going', async ({ browser }) => {
  const server = await startServer()
  await quickMember(server, { email: 'ana@purdue.edu' })
  const { page, context } = await openPerson(browser, server)
  for (const path of [
    '/',
    '/about-archery',
    '/our-range',
    '/our-team',
    '/calendar',
    '/competitions',
    '/contact',
    '/join',
    '/nowhere',
    '/.env',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  for (const path of ['/welcome', '/info', '/my-pass', '/scorecard']) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/login\\?next=${encodeURIComponent(path)}$`))
  }
  await page.goto('/home?open=upcoming')
  await expect(page).toHaveURL(/\/login\?/)
  await page.getByLabel('Purdue Email').fill('ana@purdue.edu')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/home\?open=upcoming/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/home$/)
  await context.close()
  await server.dispose()
})
