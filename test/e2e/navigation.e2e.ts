import { type Browser, expect, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** What stands around every page (specification §2): the bar, its menus, and what shows until the page is there. */
let server: RunningServer
let ana: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
})
test.afterAll(() => server.dispose())

async function openAna(browser: Browser, options: Parameters<typeof openPerson>[2] = {}) {
  const person = await openPerson(browser, server, options)
  await takeSession(person.context, server, ana)
  return person
}

test('signed out, the bar has the seven public pages and Login; they and the logo end at sign-in', async ({
  browser,
}) => {
  const { page, complaints } = await openPerson(browser, server, { width: 1280 })
  await page.goto('/login')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const links = [
    ['About Archery', '/about-archery'],
    ['Our Range', '/our-range'],
    ['Our Team', '/our-team'],
    ['Calendar', '/calendar'],
    ['Competitions', '/competitions'],
    ['Contact', '/contact'],
    ['Join', '/join'],
    ['Login', '/home'],
  ] as const
  await expect(bar.getByRole('link')).toHaveText(links.map(([label]) => label))
  const logo = page.getByRole('link', { name: 'Archery Club, home' })
  await expect(logo).toHaveAttribute('href', '/')
  for (const [label, path] of links) {
    const link = bar.getByRole('link', { name: label, exact: true })
    await expect(link).toHaveAttribute('href', path)
    await link.click()
    await expect(page).toHaveURL(/\/login$/)
  }
  await logo.click()
  await expect(page).toHaveURL(/\/login$/)
  expect(complaints).toEqual([])
})

test('the bar is inline from 1050 px on, and a menu below that', async ({ browser }) => {
  const { page } = await openPerson(browser, server, { width: 1050 })
  await page.goto('/login')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(bar).toBeVisible()
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 1049, height: 844 })
  await expect(bar).toBeHidden()
  await menu.click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link')).toHaveCount(8)
})

test('the bar hides on the way down, shows on the way up, and stays within 10 px of the top', async ({ browser }) => {
  const { page } = await openAna(browser, { height: 400 })
  await page.goto('/home')
  const away = page.locator('header[data-away]')
  const profile = page.getByRole('button', { name: 'Profile' })
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  const jumpTo = (y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, 300)
  await expect(away).toHaveCount(1)
  await expect(profile).not.toBeInViewport()
  await page.mouse.wheel(0, -50)
  await expect(away).toHaveCount(0)
  await expect(profile).toBeInViewport()
  await jumpTo(0)
  await jumpTo(9)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(9)
  await expect(away).toHaveCount(0)
  await jumpTo(10)
  await expect(away).toHaveCount(1)
  await jumpTo(9)
  await expect(away).toHaveCount(0)
})

test('an open menu locks the page behind it and blurs it', async ({ browser }) => {
  const { page } = await openPerson(browser, server, { height: 400 })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  expect(await menu.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backdropFilter)).toBe('blur(6px)')
  await page.mouse.move(20, 300)
  await page.mouse.wheel(0, 200)
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('the profile picture opens a menu with the name and Logout, which flies in and out for 300 ms', async ({
  browser,
}) => {
  const { page, complaints } = await openAna(browser, { width: 1280 })
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Archery Club, home' })).toHaveAttribute('href', '/home')
  await page.evaluate(() => {
    const phases: [string, number][] = []
    const look = () => {
      const phase = document.querySelector<HTMLElement>('dialog[open]')?.dataset.phase ?? 'closed'
      if (phase !== (phases.at(-1)?.[0] ?? 'closed')) phases.push([phase, performance.now()])
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { phases })
  })
  await page.getByRole('button', { name: 'Profile' }).click()
  const menu = page.getByRole('dialog', { name: 'Profile' })
  await expect(menu).toHaveCSS('animation-duration', '0.3s')
  await expect(menu).toHaveAttribute('data-phase', 'open')
  await expect(menu.getByText('Ana Lopez', { exact: true })).toBeVisible()
  await expect(menu.locator('[data-initials="AL"]')).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toHaveCount(0)
  const phases = await page.evaluate(() => Reflect.get(window, 'phases') as [string, number][])
  expect(phases.map(([phase]) => phase)).toEqual(['opening', 'open', 'closing', 'closed'])
  const [opening = 0, open = 0, closing = 0, closed = 0] = phases.map(([, at]) => at)
  // A timer may come late, or begin a frame or two before the menu is drawn; a dialog of 200 ms is told apart.
  for (const took of [open - opening, closed - closing]) {
    expect(took).toBeGreaterThan(240)
    expect(took).toBeLessThan(1500)
  }
  expect(complaints).toEqual([])
})

test('Loading... stands until the server has said who is signed in', async ({ browser }) => {
  const own = await startServer()
  const ben = await quickMember(own, { email: 'ben@purdue.edu' })
  const { page, context } = await openPerson(browser, own)
  await takeSession(context, own, ben)
  // The question who this is goes out before the app's files have come; it waits for them, and meets a server out of breath.
  const appIsThere = Promise.withResolvers<void>()
  await page.route('**/rpc/session/get*', async (route) => {
    await appIsThere.promise
    own.freeze()
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.locator('html[data-running]')).toBeAttached()
  appIsThere.resolve()
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Archer' })).toHaveCount(0)
  own.thaw()
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  await context.close()
  await own.dispose()
})

test('a sign-out that fails says so at the button, where it can be tried again', async ({ browser }) => {
  const own = await startServer()
  const ben = await quickMember(own, { email: 'ben@purdue.edu' })
  const { page, context } = await openPerson(browser, own)
  await takeSession(context, own, ben)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Profile' }).click()
  await own.kill()
  const logout = page.getByRole('button', { name: 'Logout' })
  await logout.click()
  await expect(page.getByText('Signing out did not work. You are still signed in on this device.')).toBeVisible()
  const again = await startServer({ again: own })
  await logout.click()
  await expect(page).toHaveURL(/\/login$/)
  await context.close()
  await again.dispose()
})

test('every page has the bar above it, and below it whose it is and the year', async ({ browser }) => {
  const visitor = await openPerson(browser, server)
  const member = await openAna(browser)
  const newcomer = await openPerson(browser, server)
  const newest = await quickMember(server, { email: 'new@purdue.edu', wizard: false })
  await takeSession(newcomer.context, server, newest)
  for (const [{ page }, path] of [
    [visitor, '/login'],
    [visitor, '/verify'],
    [visitor, '/reset'],
    [newcomer, '/welcome'],
    [member, '/home'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Archery Club, home' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Archery Club`)
  }
})

test('the foot has the links that the club has set, and those that lead out open a new tab', async ({ browser }) => {
  const socialLinks = ['Photos', 'Videos', 'Chat', 'Club page at Purdue'].map((label, i) => ({
    label,
    url: `https://example.com/${i}`,
  }))
  const redirects = { '/merch': 'https://example.com/merch', '/donate': 'https://example.com/donate' }
  const own = await startServer({ club: { socialLinks, redirects, contactEmail: 'archery@purdue.edu' } })
  const { page, context, complaints } = await openPerson(browser, own)
  await page.goto('/login')
  const links = page.getByRole('contentinfo').getByRole('link')
  const outside = [{ label: 'Constitution', url: '/constitution.pdf' }, ...socialLinks]
  await expect(links).toHaveCount(outside.length + 3)
  for (const { label, url } of outside) {
    const link = links.filter({ hasText: label })
    await expect(link).toHaveAccessibleName(`${label} (opens in new tab)`)
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await expect(links.filter({ hasText: 'Merch' })).toHaveAttribute('href', '/merch')
  await expect(links.filter({ hasText: 'Donate' })).toHaveAttribute('href', '/donate')
  await expect(links.filter({ hasText: 'E-mail us' })).toHaveAttribute('href', 'mailto:archery@purdue.edu')
  const merch = await page.request.get('/merch', { maxRedirects: 0 })
  expect([merch.status(), merch.headers().location]).toEqual([302, 'https://example.com/merch'])
  // Nobody has said where this one leads: it is no link here, and the path ends at sign-in.
  await expect(links.filter({ hasText: 'Sponsorship' })).toHaveCount(0)
  expect((await page.request.get('/sponsorship', { maxRedirects: 0 })).headers().location).toBe('/login')
  const constitution = await page.request.get('/constitution.pdf')
  expect(constitution.headers()['content-type']).toBe('application/pdf')
  expect((await constitution.body()).subarray(0, 5).toString()).toBe('%PDF-')
  expect(complaints).toEqual([])
  await context.close()
  await own.dispose()
})

test('officers are told which settings nobody has decided about, members are not', async ({ browser }) => {
  const own = await startServer({
    club: { socialLinks: [], contactEmail: null, redirects: { '/sponsorship': null, '/merch': 'https://example.com' } },
  })
  const kai = await quickMember(own, { email: 'kai@purdue.edu', officer: true })
  const ben = await quickMember(own, { email: 'ben@purdue.edu' })
  const officer = await openPerson(browser, own)
  await takeSession(officer.context, own, kai)
  await officer.page.goto('/home')
  const card = officer.page.getByRole('region', { name: 'Finish setting up' })
  for (const setting of ['storeLinks.practices', 'storeLinks.passes', "redirects['/donate']"])
    await expect(card.getByText(setting, { exact: true })).toBeVisible()
  for (const decided of ['socialLinks', 'contactEmail', "redirects['/sponsorship']", "redirects['/merch']"])
    await expect(card.getByText(decided, { exact: true })).toHaveCount(0)
  const member = await openPerson(browser, own)
  await takeSession(member.context, own, ben)
  await member.page.goto('/home')
  await expect(member.page.getByRole('button', { name: /Purchase Pass/ })).toBeVisible()
  await expect(member.page.getByText('Finish setting up')).toHaveCount(0)
  for (const { context } of [officer, member]) await context.close()
  await own.dispose()
})
