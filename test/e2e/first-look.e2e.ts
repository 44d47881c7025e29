import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { fetchWhole } from '#test/support/fetch-whole.ts'
import { password } from '#test/support/person.ts'
import type { RunningServer } from '#test/support/server.ts'
import { emulated } from '../../tools/screenshots/look.ts'

/** The first response contains the complete sign-in page; the app hydrates it in place. */
type Fixtures = { server: RunningServer; open: Open }

/**
 * A visitor whose connection delivers the page and its style sheets right away, but the app's scripts only when the
 * test lets them through.
 */
async function openBeforeTheApp({ server, open }: Fixtures, { at, ...options }: NonNullable<Parameters<Open>[1]>) {
  const visitor = await open(server, options)
  const gate = Promise.withResolvers<void>()
  await visitor.page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  if (at !== undefined) await visitor.page.goto(at, { waitUntil: 'commit' })
  return { ...visitor, letTheAppThrough: () => gate.resolve() }
}

/** While a document is still loading, its elements may exist before the style sheets apply. */
function expectStyled(page: Page) {
  const missing = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).length
  return expect.poll(() => page.evaluate(missing)).toBe(0)
}

const isRunning = (page: Page) => expect(page.locator('html[data-running]')).toBeAttached()

for (const [path, width, theme] of [
  ['/login', 390, 'light'],
  ['/login?mode=create&next=%2Fhome', 1280, 'dark'],
] as const)
  test(`${path} looks the same before and after the app, at ${width}, ${theme}`, async ({ server, open }) => {
    const { page, letTheAppThrough } = await openBeforeTheApp({ server, open }, { at: path, width, ...emulated(theme) })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectStyled(page)
    const title = await page.title()
    const before = await lookOf(page)
    expect(before.length).toBeGreaterThan(30)
    letTheAppThrough()
    await isRunning(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await lookOf(page)).toEqual(before)
    expect(await page.title()).toBe(title)
  })

test('what is typed, ticked and pressed before the app is there counts', async ({ server, ana, open }) => {
  const { page, letTheAppThrough, context } = await openBeforeTheApp({ server, open }, { at: '/login' })
  await page.getByLabel('Purdue Email').fill(ana.email)
  await page.getByText('Keep me logged in on this device').click()
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(page.url()).toBe(`${server.url}/login`)
  letTheAppThrough()
  await expect(page).toHaveURL(/\/home$/)
  const [cookie] = await context.cookies()
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400)
})

test('a page that differs from what the app would draw is noticed (negative control)', async ({ server, open }) => {
  const { page, complaints } = await open(server, { mayComplain: true })
  await page.route('**/login', async (route) => {
    const response = await fetchWhole(route)
    const body = (await response.text()).replace('>Create an Account<', '>Create a new Account<')
    await route.fulfill({ response, body })
  })
  await page.goto('/login')
  await isRunning(page)
  await expect.poll(() => complaints.join()).toMatch(/418|hydrat/i)
})

for (const width of [390, 1280])
  test(`the frame is there before the app, and nothing moves after it, at ${width}`, async ({ server, ana, open }) => {
    const { page, letTheAppThrough } = await openBeforeTheApp({ server, open }, { as: ana, width })
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push(JSON.stringify(entry))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/home', { waitUntil: 'commit' })
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: /, home$/ })).toBeVisible()
    await expectStyled(page)
    const logo = await header.getByRole('link', { name: /, home$/ }).boundingBox()
    await expect(page.getByRole('status')).toHaveText('Loading...')
    await expect(page.getByText('Loading...', { exact: true })).toHaveCSS('opacity', '1')
    letTheAppThrough()
    await isRunning(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(await header.getByRole('link', { name: /, home$/ }).boundingBox()).toEqual(logo)
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
  })

test('someone who may be logged in gets no login page first', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana })
  const document = await (await page.goto('/login', { waitUntil: 'commit' }))?.text()
  expect(document).toContain('<div id="root"><div role="status"><h1>Loading...</h1></div></div>')
  await expect(page).toHaveURL(/\/home$/)
})

/** Every element of the page with its position and style, but without the ids that tie labels to fields. */
function lookOf(page: Page) {
  return page.evaluate(() => {
    const tellTale = ['color', 'backgroundColor', 'font', 'display', 'border', 'padding', 'margin', 'opacity'] as const
    return [...document.querySelectorAll<HTMLElement>('#root *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      return [element.tagName, x, y, width, height, ...tellTale.map((name) => style[name])].join(' ')
    })
  })
}
