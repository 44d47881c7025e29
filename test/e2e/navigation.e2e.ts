import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { logoOf } from '#test/support/page-frame.ts'

/** The frame around every page: the bar, its menus, and what shows until the page has loaded. */

// Shows: 2.45, 2.49, 2.50, 2.52, 2.54, 4.4, 4.5, 4.6, 4.7, 9.20, ASVS 7.4.4
test('the profile menu has the name and Logout, and flies in and out in 300 ms', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/home', width: 1280 })
  await expect(page.getByRole('link', { name: 'Archery Club, home' })).toHaveAttribute('href', '/home')
  await page.getByRole('button', { name: 'Profile' }).click()
  const menu = page.getByRole('dialog', { name: 'Profile' })
  await expect(menu).toHaveCSS('animation-duration', '0.3s')
  await expect(menu).toHaveAttribute('data-phase', 'open')
  await expect(menu.getByText('Ana Lopez', { exact: true })).toBeVisible()
  await expect(menu.locator('[data-initials="AL"]')).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(1280 - 320)
  const closed = menu.evaluate(
    (dialog) =>
      new Promise<number>((resolve) => {
        let begunAt = 0
        const look = () => {
          if (dialog.dataset.phase === 'closing') begunAt ||= performance.now()
          if (!dialog.isConnected) resolve(performance.now() - begunAt)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  await menu.getByRole('button', { name: 'Close' }).click()
  // A timer may run late, or start a frame or two early; a dialog of 200 ms is clearly different.
  expect(await closed).toBeGreaterThan(240)
})

// Shows: 2.24, 3.29, 4.1
test('Loading... shows until the server has said who is logged in', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana })
  const answer = Promise.withResolvers<void>()
  await page.route('**/rpc/session/get*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Archer' })).toHaveCount(0)
  answer.resolve()
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

// Shows: 2.63, 2.64, 2.65, 2.66, 2.67, 2.68, 2.69, 2.70, 2.71, T94
test('the footer has the links that the club has set; those that lead out open a new tab', async ({ start, open }) => {
  const socialLinks = ['Photos', 'Videos', 'Chat', 'Club page at Purdue'].map((label, i) => ({
    label,
    url: `https://example.com/${i}`,
  }))
  const server = await start({ club: { socialLinks, contactEmail: 'archery@purdue.edu' } })
  const { page } = await open(server, { at: '/login' })
  const links = page.getByRole('contentinfo').getByRole('link')
  const outside = [{ label: 'Constitution', url: '/constitution.pdf' }, ...socialLinks]
  await expect(links).toHaveCount(outside.length + 4)
  for (const { label, url } of outside) {
    const link = links.filter({ hasText: label })
    await expect(link).toHaveAccessibleName(`${label} (opens in new tab)`)
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  for (const name of ['Merch', 'Sponsorship', 'Donate'])
    await expect(links.filter({ hasText: name })).toHaveAttribute('href', `/${name.toLowerCase()}`)
  await expect(links.filter({ hasText: 'Email us' })).toHaveAttribute('href', 'mailto:archery@purdue.edu')
})

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

// Shows: 2.29, 2.30, 2.31, 2.32, 2.33, 2.34, 2.35, 2.36, 2.37, 2.38
test('logged out, every link of the bar and the logo lead to sign-in', async ({ server, open }) => {
  const { page } = await open(server, { at: '/login', width: 1280 })
  const leads = {
    'About Archery': '/about-archery',
    'Our Range': '/our-range',
    'Our Team': '/our-team',
    Calendar: '/calendar',
    Competitions: '/competitions',
    Contact: '/contact',
    Join: '/join',
    Login: '/home',
  }
  await expect(barOf(page).getByRole('link')).toHaveText(Object.keys(leads))
  await expect(page.getByRole('button', { name: 'Profile' })).toHaveCount(0)
  for (const [label, path] of Object.entries(leads)) {
    const link = barOf(page).getByRole('link', { name: label, exact: true })
    await expect(link).toHaveAttribute('href', path)
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path)
    await Promise.all([link.click(), path === '/home' || asked])
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  }
  await page.goto('/home')
  await expect(page).toHaveURL(/\/login$/)
  await expect(logoOf(page)).toHaveAttribute('href', '/')
  await logoOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
})

// Shows: 2.57, 2.58, 9.19
test('the bar is a row of links from 1050 px, and a menu behind a button below', async ({ server, open }) => {
  const { page } = await open(server, { at: '/login' })
  for (const width of [1280, 1050, 1049, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(barOf(page)).toBeVisible({ visible: width >= 1050 })
    await expect(menuButton(page)).toBeVisible({ visible: width < 1050 })
    const links = await barOf(page).getByRole('link').all()
    const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y))
    if (width >= 1050) expect(new Set(tops).size).toBe(1)
  }
  await expect(menuOf(page)).toHaveCount(0)
  await menuButton(page).click()
  await expect(menuOf(page).getByRole('link')).toHaveCount(8)
  await menuOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(menuOf(page)).toHaveCount(0)
})

// Shows: 2.59, 2.60, 9.21
test('the bar hides on the way down, and returns on the way up', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/home', height: 320 })
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  const away = page.locator('html[data-header-away]')
  const top = () => page.evaluate(() => scrollY)
  // Until the page has handled the scroll event, which it does with the next frame.
  const jumpTo = (y: number) =>
    page.evaluate(async (top) => {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }, y)
  for (const [y, isAway] of [
    [200, true],
    [150, false],
    [0, false],
    [9, false],
    [10, true],
    [9, false],
    [0, false],
  ] as const) {
    await jumpTo(y)
    await expect.poll(top).toBe(y)
    await expect(away).toHaveCount(isAway ? 1 : 0)
    await (isAway ? expect(logoOf(page)).not : expect(logoOf(page))).toBeInViewport()
  }
  await page.keyboard.press('Tab')
  await logoOf(page).focus()
  await jumpTo(200)
  await expect(away).toHaveCount(1)
  await expect(logoOf(page)).toBeInViewport()
})
