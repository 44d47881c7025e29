import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectFrame, footOf, logoOf } from '#test/support/page-frame.ts'
import { openPerson, signIn } from '#test/support/person.ts'
import { jpeg } from '#test/support/pictures.ts'
import { givePicture } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { openNewcomer, ways, widthsOf } from '#test/support/variants.ts'

/** The navigation bar, sentence by sentence: each step starts with the number of its row in docs/coverage.md. */
const socialLinks = ['Photos', 'Videos', 'Chat', 'Club page at Purdue'].map((label, i) => ({
  label,
  url: `https://example.com/${i}`,
}))
const redirects = {
  '/merch': 'https://example.com/merch',
  '/sponsorship': 'https://example.com/sponsorship',
  '/donate': 'https://example.com/donate',
}
let server: RunningServer
test.beforeAll(async () => {
  // The fixed limit is far away, so the idle limit applies.
  const session = { idleMinutes: 60, fixedMinutes: 600 }
  server = await startServer({ club: { session, socialLinks, redirects, contactEmail: 'archery@purdue.edu' } })
})
test.afterAll(() => server.dispose())

const { step } = test
const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const profileButton = (page: Page) => page.getByRole('button', { name: 'Profile' })

/** Where the links are: in the bar, or in the menu behind its button. */
async function openLinks(page: Page, width: number): Promise<Locator> {
  if (width > 1050) return barOf(page)
  await menuButton(page).click()
  return menuOf(page).getByRole('navigation')
}

async function expectLayout(page: Page, width: number, links: number) {
  const inline = width > 1050
  await step('2.57 above 1050 px the bar is a row of links', async () => {
    await expect(barOf(page)).toBeVisible({ visible: inline })
    const tops = () =>
      barOf(page)
        .getByRole('link')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y))
    if (inline) expect(new Set(await tops()).size).toBe(1)
    await page.setViewportSize({ width: inline ? 1050 : 1049, height: 844 })
    await expect(barOf(page)).toBeVisible({ visible: inline })
  })
  await step('2.58 narrower, it is a menu behind a button', async () => {
    await expect(menuButton(page)).toBeVisible({ visible: !inline })
    await page.setViewportSize({ width, height: 844 })
    await expect(menuButton(page)).toBeVisible({ visible: !inline })
    await expect(menuOf(page)).toHaveCount(0)
    if (inline) return
    await menuButton(page).click()
    await expect(menuOf(page).getByRole('link')).toHaveCount(links)
    await menuOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(menuOf(page)).toHaveCount(0)
  })
}

/** Wheel scrolling continues for a while and would carry over into the next step. */
async function untilScrollEnds(page: Page) {
  const where = () => page.evaluate(() => scrollY)
  let last = -1
  await expect
    .poll(
      async () => {
        const before = last
        last = await where()
        return last - before
      },
      { intervals: [150] },
    )
    .toBe(0)
}

/** On a page that is taller than the screen. */
async function expectHiding(page: Page, width: number) {
  const away = page.locator('html[data-header-away]')
  // Until the page has handled the scroll event, which it does with the next frame.
  const jumpTo = (y: number) =>
    page.evaluate(async (top) => {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }, y)
  await page.setViewportSize({ width, height: 320 })
  await page.mouse.move(width / 2, 250)
  await step('2.59 the bar hides while one scrolls down', async () => {
    await page.mouse.wheel(0, 200)
    await expect(away).toHaveCount(1)
    await expect(logoOf(page)).not.toBeInViewport()
  })
  await step('2.60 it shows on the way up, and less than 10 px from the top', async () => {
    await page.mouse.wheel(0, -50)
    await expect(away).toHaveCount(0)
    await expect(logoOf(page)).toBeInViewport()
    await untilScrollEnds(page)
    await jumpTo(0)
    await jumpTo(9)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(9)
    await expect(away).toHaveCount(0)
    await jumpTo(10)
    await expect(away).toHaveCount(1)
    await jumpTo(9)
    await expect(away).toHaveCount(0)
    await jumpTo(0)
  })
  // The bar stays while the keyboard focus is in it.
  await page.keyboard.press('Tab')
  await logoOf(page).focus()
  await jumpTo(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.mouse.wheel(0, 200)
  await expect(away).toHaveCount(1)
  await expect(logoOf(page)).toBeInViewport()
  await jumpTo(0)
  await page.mouse.click(width / 2, 310)
  await page.setViewportSize({ width, height: 844 })
}

/** @param menu the open menu, over a page that is taller than the screen */
async function expectLock(page: Page, width: number, menu: Locator) {
  await page.setViewportSize({ width, height: 320 })
  await step('2.61 an open menu locks the page’s scrolling', async () => {
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await page.mouse.move(20, 250)
    await page.mouse.wheel(0, 100)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
  await step('2.62 and blurs what is behind it', async () => {
    expect(await menu.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backdropFilter)).toBe('blur(6px)')
    expect(await menu.boundingBox()).not.toMatchObject({ x: 0 })
  })
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toHaveCount(0)
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.setViewportSize({ width, height: 844 })
}

async function expectFoot(page: Page) {
  const links = footOf(page).getByRole('link')
  const newTab = async (label: string, url: string) => {
    const link = links.filter({ hasText: label })
    await expect(link).toBeVisible()
    await expect(link).toHaveAccessibleName(`${label} (opens in new tab)`)
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await step('2.63 /constitution.pdf, in a new tab', async () => {
    await newTab('Constitution', '/constitution.pdf')
    const file = await page.request.get('/constitution.pdf')
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })
  for (const [row, label, path] of [
    ['2.64', 'Merch', '/merch'],
    ['2.65', 'Sponsorship', '/sponsorship'],
    ['2.66', 'Donate', '/donate'],
  ] as const)
    await step(`${row} ${path}`, async () => {
      const link = links.filter({ hasText: label })
      await expect(link).toBeVisible()
      await expect(link).toHaveAttribute('href', path)
      const answer = await page.request.get(path, { maxRedirects: 0 })
      expect(answer.headers().location).toBe(redirects[path])
    })
  for (const [i, row] of ['2.67 photos', '2.68 videos', '2.69 the chat', '2.70 the page at the university'].entries())
    await step(row, () => newTab(socialLinks[i]?.label ?? '', socialLinks[i]?.url ?? ''))
  await step('2.71 a mail link to the club', async () => {
    const mail = links.filter({ hasText: 'Email us' })
    await expect(mail).toBeVisible()
    await expect(mail).toHaveAttribute('href', 'mailto:archery@purdue.edu')
  })
}

// Shows: 2.27, 2.29, 2.30, 2.31, 2.32, 2.33, 2.34, 2.35, 2.36, 2.37, 2.38, 2.57, 2.58, 2.59, 2.60, 2.61, 2.62
// Shows: 2.63, 2.64, 2.65, 2.66, 2.67, 2.68, 2.69, 2.70, 2.71, 2.72, 9.19, 9.21
for (const width of widthsOf(0))
  test(`the navigation bar, sentence by sentence, with nobody signed in at ${width}`, async ({ browser }) => {
    const { page, context, complaints } = await openPerson(browser, server, { width })
    const beside = await openPerson(browser, server, { width })
    const another = beside.page
    await another.clock.install()
    for (const path of ['/login', '/code']) {
      await another.goto(path)
      await expectFrame(another, path)
      await step(`2.28 nobody is watched over on ${path}`, async () => {
        await another.clock.fastForward('02:00:00')
        await expect(another.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(another.getByRole('alertdialog')).toHaveCount(0)
        await expect(another).toHaveURL(new RegExp(`${path}$`))
      })
    }
    expect(beside.complaints).toEqual([])
    await beside.context.close()

    await page.goto('/login')
    await expect(logoOf(page)).toBeVisible()
    await expectLayout(page, width, 8)
    await expect(profileButton(page)).toHaveCount(0)
    const leads = [
      ['2.29', 'About Archery', '/about-archery'],
      ['2.30', 'Our Range', '/our-range'],
      ['2.31', 'Our Team', '/our-team'],
      ['2.32', 'Calendar', '/calendar'],
      ['2.33', 'Competitions', '/competitions'],
      ['2.34', 'Contact', '/contact'],
      ['2.35', 'Join', '/join'],
      ['2.36', 'Login', '/home'],
    ] as const
    for (const [row, label, path] of leads)
      await step(`${row} signed out, '${label}' leads to ${path}`, async () => {
        const links = await openLinks(page, width)
        await expect(links.getByRole('link')).toHaveText(leads.map(([, label]) => label))
        const link = links.getByRole('link', { name: label, exact: true })
        await expect(link).toHaveAttribute('href', path)
        const asked = page.waitForRequest(
          (request) => new URL(request.url()).pathname === path && request.isNavigationRequest(),
        )
        await Promise.all([link.click(), path === '/home' || asked])
        await expect(page).toHaveURL(/\/login$/)
        await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
        await expect(menuOf(page)).toHaveCount(0)
      })
    await step('2.37 and from there, without a session, to /login', async () => {
      await page.goto('/home')
      await expect(page).toHaveURL(/\/login$/)
    })
    await step('2.38 signed out, the logo leads to /', async () => {
      await expect(logoOf(page)).toHaveAttribute('href', '/')
      await logoOf(page).click()
      await expect(page).toHaveURL(/\/login$/)
    })
    await expectFoot(page)
    await expectHiding(page, width)
    if (width < 1050) {
      await menuButton(page).click()
      await expectLock(page, width, menuOf(page))
    }
    expect(complaints).toEqual([])
    await context.close()
  })

for (const way of ways) {
  const { who, width, officer } = way
  // Shows: 2.27, 2.28, 2.39, 2.40, 2.41, 2.42, 2.43, 2.44, 2.45, 2.48, 2.49, 2.50, 2.51, 2.52, 2.54, 2.55, 2.56
  // Shows: 2.57, 2.58, 2.59, 2.60, 2.61, 2.62, 2.63, 2.64, 2.65, 2.66, 2.67, 2.68, 2.69, 2.70, 2.71, 2.72, 2.81
  // Shows: 9.19, 9.21
  test(`the navigation bar, sentence by sentence, as ${who} at ${width}`, async ({ browser }) => {
    // Ten pages, one after the other.
    test.setTimeout(120_000)
    const facts = { first: 'Ana', last: 'Lopez', signedIn: false }
    const { page, context, complaints, member } = await openNewcomer(browser, server, way, facts)
    const pictureUrl = await givePicture(server, member, await jpeg())
    await step('2.81 signing in leads to /home for who has hasLoggedIn', async () => {
      await signIn(page, member.email)
      await expect(page).toHaveURL(/\/home$/)
    })

    // Moving the clock affects a whole browser, so this opens another one with the same session.
    const beside = await openPerson(browser, server, { width })
    await beside.context.addCookies(await context.cookies())
    const another = beside.page
    await another.clock.install()
    for (const path of ['/home', '/my-practices', '/info', '/my-pass', '/profile']) {
      await another.goto(path)
      await expectFrame(another, path)
      await step(`2.28 so does the watch over inactivity: ${path}`, async () => {
        const stay = another.getByRole('button', { name: 'Stay logged in' })
        await expect(another.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(stay).toHaveCount(0)
        // A response still in flight contains the server's time and would undo the jump of the clock.
        await untilQuiet(another)
        await another.clock.fastForward('58:30')
        await expect(stay).toBeVisible()
      })
    }
    expect(beside.complaints).toEqual([])
    await beside.context.close()

    const members = [
      ['2.39', 'My Practices', '/my-practices', 'My Practices'],
      ['2.40', 'Info', '/info', 'Range calls and rules'],
      ['2.41', 'My Pass', '/my-pass', 'My Pass'],
    ] as const
    const officers = [
      ['2.42', 'Manage Practices', '/manage-practices', 'Manage Practices'],
      ['2.43', 'Members', '/members', 'Members'],
      ['2.44', 'Resources', '/resources', 'Resources'],
    ] as const
    const all = officer ? [...members, ...officers] : members
    // The specification has no link to the scorecard; ours follows the member links.
    const labels = ['Home', ...all.map(([, label]) => label)].toSpliced(members.length + 1, 0, 'Scorecard')
    for (const [row, label, path, heading] of all)
      await step(`${row} signed in, '${label}' leads to ${path}`, async () => {
        const links = await openLinks(page, width)
        await expect(links.getByRole('link')).toHaveText(labels)
        await links.getByRole('link', { name: label, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(menuOf(page)).toHaveCount(0)
      })
    if (!officer)
      for (const [row, label, path] of officers)
        await step(`${row} officers' '${label}': a member has no such link, and is led home`, async () => {
          await page.goto(path)
          await expect(page).toHaveURL(/\/home$/)
          await expect(page.getByRole('link', { name: label, exact: true })).toHaveCount(0)
        })
    await step('2.45 signed in, the logo leads to /home', async () => {
      await expect(logoOf(page)).toHaveAttribute('href', '/home')
      await logoOf(page).click()
      await expect(page).toHaveURL(/\/home$/)
      await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
    })
    await step('2.48 the bar shows and hides links; it decides nothing', async () => {
      const ofOfficers = await page.request.post('/rpc/practices/endEarly', {
        headers: { origin: server.url },
        data: { json: { practiceId: 'none' } },
      })
      expect(ofOfficers.status()).toBe(officer ? 404 : 403)
    })
    await expectLayout(page, width, labels.length)
    await expectFoot(page)
    await expectHiding(page, width)
    if (width < 1050) {
      await menuButton(page).click()
      await expectLock(page, width, menuOf(page))
    }

    const menu = page.getByRole('dialog', { name: 'Profile' })
    await step('2.49 a press on one’s picture opens the profile menu', async () => {
      await expect(profileButton(page).locator('img')).toHaveAttribute('src', pictureUrl.replace('512', '96'))
      await profileButton(page).click()
      await expect(menu).toBeVisible()
    })
    await step('2.50 it flies in', async () => {
      // Replays the menu's opening animation, however fast it was, for its length and its starting point.
      const flight = await menu.evaluate((dialog) => {
        dialog.style.animation = 'none'
        dialog.getBoundingClientRect()
        dialog.style.animation = ''
        const [again] = dialog.getAnimations()
        again?.pause()
        const from = dialog.getBoundingClientRect().x
        again?.finish()
        return { from, ms: again?.effect?.getComputedTiming().duration }
      })
      expect(flight).toEqual({ from: width, ms: 300 })
      await expect.poll(async () => (await menu.boundingBox())?.x).toBe(width - 320)
    })
    await step('2.51 it shows the picture', async () => {
      const picture = menu.locator('img')
      await expect(picture).toHaveAttribute('src', pictureUrl)
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
    })
    await step('2.52 it shows the full name', () => expect(menu.getByText('Ana Lopez', { exact: true })).toBeVisible())
    const logout = menu.getByRole('button', { name: 'Logout' })
    await step("2.54 it has 'Logout'", () => expect(logout).toBeVisible())
    await expectLock(page, width, menu)
    await profileButton(page).click()
    await step("2.55 'Logout' signs out", async () => {
      await logout.click()
      await expect(page).toHaveURL(/\/login/)
      expect((await page.request.get('/rpc/home/get')).status()).toBe(401)
    })
    await step('2.56 and goes to /, which leads to sign-in', async () => {
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
    })
    expect(complaints).toEqual([])
    await context.close()
  })
}
