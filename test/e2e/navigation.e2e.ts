import { type Browser, expect, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer, startServerProcess } from '#test/support/server.ts'

/** The frame around every page: the bar, its menus, and what shows until the page has loaded. */
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

// Shows: 2.45, 2.49, 2.50, 2.52, 2.54, 4.4, 4.5, 4.6, 4.7, 9.20, ASVS 7.4.4
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
  // A timer may run late, or start a frame or two before the menu is drawn; a dialog of 200 ms is clearly different.
  for (const took of [open - opening, closed - closing]) {
    expect(took).toBeGreaterThan(240)
    expect(took).toBeLessThan(1500)
  }
  expect(complaints).toEqual([])
})

// Shows: 2.24, 3.29, 4.1
test('Loading... stands until the server has said who is signed in', async ({ browser }) => {
  const own = await startServerProcess()
  const ben = await quickMember(own, { email: 'ben@purdue.edu' })
  const { page, context } = await openPerson(browser, own)
  await takeSession(context, own, ben)
  // The session request goes out before the app's files have arrived; it waits for them here and then meets an
  // overloaded server.
  const appIsThere = Promise.withResolvers<void>()
  await page.route('**/rpc/session/get*', async (route) => {
    await appIsThere.promise
    own.freeze()
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.locator('html[data-build]')).toBeAttached()
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
  const own = await startServerProcess()
  const ben = await quickMember(own, { email: 'ben@purdue.edu' })
  const { page, context } = await openPerson(browser, own)
  await takeSession(context, own, ben)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Profile' }).click()
  const logout = page.getByRole('button', { name: 'Logout' })
  await expect(logout).toBeVisible()
  await own.kill()
  await logout.click()
  await expect(page.getByText('Couldn’t log you out. You’re still logged in on this device.')).toBeVisible()
  const again = await startServerProcess({ again: own })
  await logout.click()
  await expect(page).toHaveURL(/\/login$/)
  await context.close()
  await again.dispose()
})

// Shows: 2.63, 2.64, 2.65, 2.66, 2.67, 2.68, 2.69, 2.70, 2.71, T94
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
  await expect(links).toHaveCount(outside.length + 4)
  for (const { label, url } of outside) {
    const link = links.filter({ hasText: label })
    await expect(link).toHaveAccessibleName(`${label} (opens in new tab)`)
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await expect(links.filter({ hasText: 'Merch' })).toHaveAttribute('href', '/merch')
  await expect(links.filter({ hasText: 'Donate' })).toHaveAttribute('href', '/donate')
  await expect(links.filter({ hasText: 'Email us' })).toHaveAttribute('href', 'mailto:archery@purdue.edu')
  const merch = await page.request.get('/merch', { maxRedirects: 0 })
  expect([merch.status(), merch.headers().location]).toEqual([302, 'https://example.com/merch'])
  // The club hasn't set a target for this one: the path ends at sign-in, as any unknown path does.
  await expect(links.filter({ hasText: 'Sponsorship' })).toHaveAttribute('href', '/sponsorship')
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
  // There are no links for what the club's settings leave out.
  const foot = member.page.getByRole('contentinfo').getByRole('link')
  await expect(foot.filter({ hasText: /Merch|Donate/ })).toHaveCount(2)
  await expect(foot.filter({ hasText: 'Sponsorship' })).toHaveCount(0)
  for (const { context } of [officer, member]) await context.close()
  await own.dispose()
})
