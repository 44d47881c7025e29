import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { expectFrame } from '#test/support/page-frame.ts'

/** Navigation: titles, focus after a navigation, and Back. Dialogs are in test/engines/dialogs.journey.ts. */
const pages = [
  ['/home', 'Home', 'Home'],
  ['/my-practices', 'My Practices', 'My Practices'],
  ['/info', 'Info', 'Range calls and rules'],
  ['/my-pass', 'My Pass', 'My Pass'],
  ['/profile', 'My Profile', 'My Profile'],
] as const
const officerPages = [
  ['/manage-practices', 'Manage Practices', 'Manage Practices'],
  ['/members', 'Members', 'Members'],
  ['/resources', 'Resources', 'Resources'],
  ['/settings', 'Settings', 'Settings'],
] as const
type PageFacts = (typeof pages)[number] | (typeof officerPages)[number]

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectPage(page: Page, [path, title, heading]: PageFacts) {
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page).toHaveTitle(`${title} · Archery Club`)
  await expect(headingOf(page)).toHaveText(heading)
}

// Shows: 2.39, 2.40, 2.41, 2.42, 2.43, 2.44, 2.45
test('every page has a title, the focus, and Back', async ({ server, kai, open }) => {
  const all: PageFacts[] = [...pages, ...officerPages]
  const { page } = await open(server, { as: kai, at: '/home' })
  await expectPage(page, pages[0])
  // A visitor from outside starts at the top, not within the page.
  await expect(headingOf(page)).not.toBeFocused()
  for (const each of all.slice(1)) {
    if (each[0] === '/profile') await page.getByRole('button', { name: 'Profile' }).click()
    else await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: each[1], exact: true }).click()
    await expectPage(page, each)
    await expectFrame(page, each[0])
    await expect(headingOf(page)).toBeFocused()
    await expect(page.locator('nav[aria-label=Main] [aria-current=page]')).toHaveCount(each[0] === '/profile' ? 0 : 1)
  }
  await page.goBack()
  await expectPage(page, officerPages[2])
  await expect(headingOf(page)).toBeFocused()
})

// Shows: 2.20, 2.21, 2.26, 2.42, 2.43, 2.44, 2.48, 6.6
test('a member is led home from officers’ pages, and the server refuses', async ({ server, open, ana, kai }) => {
  const { page, context } = await open(server, { as: ana })
  for (const path of [...officerPages.map(([path]) => path), '/manage-members']) {
    await page.goto(path)
    await expectPage(page, pages[0])
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Info' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Manage Practices|Members|Resources|Settings)$/ })).toHaveCount(0)
  for (const path of ['/api/v1/members', '/rpc/managePractices/get', '/api/v1/audit', '/api/v1/turnout'])
    expect([path, (await context.request.get(path)).status()]).toEqual([path, 403])
  for (const path of ['/exports/members.csv', '/exports/audit.csv'])
    expect([path, (await context.request.post(path, { data: {} })).status()]).toEqual([path, 403])
  const other = await open(server, { as: kai, at: '/manage-members' })
  await expect(other.page).toHaveURL(/\/members$/)
})

test('Back comes to where one had read to', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/profile/security', height: 400 })
  // Everything has loaded, so nothing moves afterwards.
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('heading', { name: 'Keyboard' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, -30)
  await page.getByRole('button', { name: 'Menu' }).click()
  // Bringing the bar's button into view has scrolled a little, too.
  await expect(page.getByRole('dialog')).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  await page.getByRole('dialog').getByRole('link', { name: 'Info', exact: true }).click()
  await expect(headingOf(page)).toHaveText('Range calls and rules')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(headingOf(page)).toHaveText('Devices & security')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 100)
})
