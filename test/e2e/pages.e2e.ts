import { expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'

/** Navigation: titles, focus after a navigation, Back, and addresses that open a specific dialog or section. */
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
] as const
type PageFacts = (typeof pages)[number] | (typeof officerPages)[number]

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectPage(page: Page, [path, title, heading]: PageFacts) {
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page).toHaveTitle(`${title} · Archery Club`)
  await expect(headingOf(page)).toHaveText(heading)
}

for (const officer of [false, true])
  test(`${officer ? 'an officer' : 'a member'} gets about: titles, focus, Back and Forward, and addresses from outside`, async ({
    browser,
  }) => {
    await using server = await startServer()
    const { page, context, complaints } = await openPerson(browser, server)
    await takeSession(context, server, await quickMember(server, { email: 'ana@purdue.edu', officer }))
    const own: PageFacts[] = officer ? [...pages, ...officerPages] : [...pages]
    for (const each of own) {
      await page.goto(each[0])
      await expectPage(page, each)
      // A visitor from outside starts at the top, not within the page.
      await expect(headingOf(page)).not.toBeFocused()
      await expect(page.locator('nav[aria-label=Main] [aria-current=page]')).toHaveCount(each[0] === '/profile' ? 0 : 1)
    }
    await page.goto('/home')
    await expectPage(page, pages[0])
    for (const each of own.slice(1)) {
      if (each[0] === '/profile') await page.getByRole('button', { name: 'Profile' }).click()
      else await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog').getByRole('link', { name: each[1], exact: true }).click()
      await expectPage(page, each)
      await expect(headingOf(page)).toBeFocused()
    }
    for (const each of [...own].reverse().slice(1)) {
      await page.goBack()
      await expectPage(page, each)
      await expect(headingOf(page)).toBeFocused()
    }
    await page.goForward()
    await expectPage(page, pages[1])
    await expect(headingOf(page)).toBeFocused()

    // A dialog isn't a page: it keeps the title, Back closes it, and its address opens it.
    await page.goBack()
    const tile = page.getByRole('button', { name: /^Upcoming Practices/ })
    const dialog = page.getByRole('dialog', { name: 'Upcoming Practices' })
    await tile.click()
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(/\/home\?open=upcoming$/)
    await expect(page).toHaveTitle('Home · Archery Club')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(tile).toBeFocused()
    await page.goto('/home?open=upcoming')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expectPage(page, pages[0])
    // An unknown dialog name is ignored.
    await page.goto('/home?open=nothing-like-it')
    await expect(headingOf(page)).toHaveText('Home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(complaints).toEqual([])
    await context.close()
  })

test('Back comes to where one had read to', async ({ browser }) => {
  await using server = await startServer()
  const { page, context } = await openPerson(browser, server, { height: 400 })
  await takeSession(context, server, await quickMember(server, { email: 'ana@purdue.edu' }))
  await page.goto('/profile')
  // Everything has loaded, so nothing moves afterwards.
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('heading', { name: 'Your data' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, -30)
  await page.getByRole('button', { name: 'Menu' }).click()
  // Bringing the bar's button into view has scrolled a little, too.
  await expect(page.getByRole('dialog')).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1000)
  await page.getByRole('dialog').getByRole('link', { name: 'Info', exact: true }).click()
  await expect(headingOf(page)).toHaveText('Range calls and rules')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(headingOf(page)).toHaveText('My Profile')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 100)
  await context.close()
})

/** The heading has the focus and is what a screen reader announces: visible or visually hidden, never empty. */
async function expectAnnounced(page: Page, title: string, heading: string) {
  await expect(page).toHaveTitle(`${title} · Archery Club`)
  await expect(headingOf(page)).toBeFocused()
  await expect(headingOf(page)).toHaveAccessibleName(heading)
}

test('the scorecard, a card on it and the way to another’s card are announced', async ({ browser }) => {
  await using server = await startServer()
  const { page, context } = await openPerson(browser, server)
  await takeSession(context, server, await quickMember(server, { email: 'ana@purdue.edu' }))
  await page.goto('/home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Scorecard/ })
    .click()
  await expectAnnounced(page, 'Scorecard', 'Scorecard')
  await page.getByRole('link', { name: 'Score for someone else' }).click()
  await expectAnnounced(page, 'Score for someone else', 'Score for someone else')
  await page.goBack()
  await expectAnnounced(page, 'Scorecard', 'Scorecard')
  await page.getByRole('button', { name: 'Start scoring' }).click()
  await expect(page.getByRole('application')).toBeVisible()
  await expectAnnounced(page, 'Standard Indoor', 'Standard Indoor')
  await page.goBack()
  await expectAnnounced(page, 'Scorecard', 'Scorecard')
  await context.close()
})

test('before the sign-in, each of its ways is announced, and so are the wizard’s screens after it', async ({
  browser,
}) => {
  await using server = await startServer()
  const { page, context } = await openPerson(browser, server)
  await page.goto('/login')
  // Before the app runs, its links load a new document, which announces itself.
  await expect(page.locator('html')).toHaveAttribute('data-running')
  await page.getByRole('link', { name: 'Create an Account' }).click()
  await expectAnnounced(page, 'Create Account', 'Create Account')
  await page.goBack()
  await expectAnnounced(page, 'Sign In', 'Sign In')
  await page.getByRole('link', { name: /Forgot/ }).click()
  await expectAnnounced(page, 'Reset Password', 'Reset Password')
  await takeSession(context, server, await quickMember(server, { email: 'new@purdue.edu', wizard: false }))
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(headingOf(page)).toBeFocused()
  await expect(page).toHaveTitle(/ · Archery Club$/)
  const first = await page.title()
  await page.getByLabel('Preferred first name').fill('Ana')
  await page.getByLabel('Last name').fill('Lopez')
  await page.getByLabel('Birthday').fill('2004-05-06')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(headingOf(page)).toHaveText(/picture/i)
  await expect(headingOf(page)).toBeFocused()
  expect(await page.title()).not.toBe(first)
  await context.close()
})

test('an address with values that no page knows, as in an old bookmark, opens the page without them', async ({
  browser,
}) => {
  await using server = await startServer()
  const { page, context, complaints } = await openPerson(browser, server)
  await takeSession(context, server, await quickMember(server, { email: 'ana@purdue.edu', officer: true }))
  const unknown = 'sort=remaining&filter=x&bow=x&equipment=x&dir=x&open=x&tab=x&term=__proto__&map=x&edit=x&utm=x'
  for (const each of [...pages, ...officerPages]) {
    await page.goto(`${each[0]}?${unknown}`)
    await expect(headingOf(page)).toHaveText(each[2])
    await expect(page.getByText('Something went wrong', { exact: false })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/members?q=ana&sort=balance')
  await expect(page).toHaveURL(/\?q=ana&sort=balance$/)
  expect(complaints).toEqual([])
  await context.close()
})
