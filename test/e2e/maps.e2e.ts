import { type Browser, expect, type Page, test } from '@playwright/test'
import { partHasCome } from '#test/support/chunk-loaded.ts'
import { addresses, startMapHost } from '#test/support/map-host.ts'
import { barOf, enlarge, expectTime, moveTime, timeOf } from '#test/support/maps-tile.ts'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'

/** Where the range is and where carpools meet, with a real server as the maps host. */

type Person = Parameters<typeof openPerson>[2]

/** A club with these maps, and a member on its home page, by default on a screen with room for all of it. */
async function openHome(browser: Browser, maps: object, path = '/home', person: Person = { height: 1600 }) {
  const server = await startServer({ club: { maps } })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const opened = await openPerson(browser, server, person)
  await takeSession(opened.context, server, ana)
  await opened.page.goto(path)
  return { ...opened, server, [Symbol.asyncDispose]: () => server.dispose() }
}

/** A busy page may report a pause several frames before the animation has stopped. */
async function settledTime(page: Page) {
  let ms = Number.NaN
  await expect
    .poll(async () => {
      const before = ms
      ms = (await timeOf(barOf(page))).ms
      return ms === before
    })
    .toBe(true)
  return ms
}

async function expectPausedBy(page: Page, begin: () => Promise<unknown>, end: () => Promise<unknown>) {
  await expectTime(page, 'running')
  await begin()
  await expectTime(page, 'paused')
  const ms = await settledTime(page)
  await page.waitForTimeout(300)
  expect((await timeOf(barOf(page))).ms).toBe(ms)
  await end()
  await expectTime(page, 'running')
  // It continues from there instead of starting over.
  expect((await timeOf(barOf(page))).ms).toBeGreaterThanOrEqual(ms)
}

// Shows: 2.135, 2.136, 2.137, 7.46, 9.17, 9.18
test('the two maps take turns every 10 seconds, and load when they are seen', async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps, 'about:blank', { width: 390, height: 500 })
  const { page, complaints } = home
  await page.addInitScript(() => {
    const times: Record<string, number[]> = { animationstart: [], animationend: [] }
    Object.assign(window, { times })
    for (const kind of Object.keys(times))
      addEventListener(kind, (event) => {
        if (/bar/.test((event.target as Element).className)) times[kind]?.push(event.timeStamp)
      })
  })
  await page.goto('/home')
  await expect(page.getByText('Maps', { exact: true })).not.toBeInViewport()
  await expect(page.getByText('Maps', { exact: true })).toBeVisible()
  await expectTime(page, 'paused')
  expect(host.requests).toEqual([])

  await enlarge(page).scrollIntoViewIfNeeded()
  await expect(enlarge(page, 'The Range')).toBeVisible()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'The Range' })).toBeAttached()
  const from = Date.now()
  await expectTime(page, 'running')
  const style = await barOf(page).evaluate((bar) => {
    const { animationDuration, animationTimingFunction } = getComputedStyle(bar)
    return { animationDuration, animationTimingFunction }
  })
  expect(style).toEqual({ animationDuration: '10s', animationTimingFunction: 'steps(100)' })
  await expect(barOf(page).locator('..')).toHaveAttribute('aria-hidden', 'true')
  expect(host.asked()).toEqual(['/range'])

  await expect(enlarge(page, 'Carpool Meetup')).toBeVisible({ timeout: 15_000 })
  expect(Date.now() - from).toBeGreaterThan(9000)
  expect(Date.now() - from).toBeLessThan(12_000)
  await expect.poll(host.asked).toEqual(['/range', '/carpool'])
  await expect(enlarge(page, 'The Range')).toBeVisible({ timeout: 15_000 })
  const { animationstart, animationend } = await page.evaluate(
    () => (window as unknown as { times: Record<'animationstart' | 'animationend', number[]> }).times,
  )
  // The second turn ran without a pause.
  const turn = (animationend[1] ?? 0) - (animationstart[1] ?? 0)
  expect(turn).toBeGreaterThan(9900)
  expect(turn).toBeLessThan(10_500)
  // The bar is as wide as the map, and shows how much of the turn has passed.
  const part = async (ms: number) => {
    await moveTime(page, ms)
    return barOf(page).evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.clientWidth ?? 0))
  }
  expect(await part(7000)).toBeCloseTo(0.7, 1)
  expect(await part(2000)).toBeCloseTo(0.2, 1)
  const [track, map] = await Promise.all([barOf(page).locator('..').boundingBox(), enlarge(page).boundingBox()])
  expect(track?.height).toBeGreaterThan(2)
  expect(track?.width).toBeCloseTo(map?.width ?? 0, 0)
  // Maps that were shown are not loaded again, and a turn is not announced.
  expect(host.asked()).toEqual(['/range', '/carpool'])
  const announced = await enlarge(page).evaluate((button) => button.closest('[aria-live], [role=status], [role=alert]'))
  expect(announced).toBeNull()
  expect(complaints).toEqual([])
})

// Shows: T93
test('a map’s time pauses by its button, pointer, focus, and in the background', async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps)
  const { page, complaints } = home
  await expectPausedBy(
    page,
    () => enlarge(page).hover(),
    () => page.mouse.move(0, 0),
  )
  await expectPausedBy(
    page,
    async () => {
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Pause maps' }).focus()
    },
    () => page.getByRole('button', { name: /^Upcoming/ }).focus(),
  )
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await expectPausedBy(
    page,
    () => setVisibility('hidden'),
    () => setVisibility('visible'),
  )
  await expectPausedBy(
    page,
    async () => {
      await page.getByRole('button', { name: 'Pause maps' }).click()
      await page.mouse.move(0, 0)
    },
    async () => {
      await page.getByRole('button', { name: 'Play maps' }).click()
      await page.mouse.move(0, 0)
    },
  )
  await expectPausedBy(
    page,
    () => page.getByRole('button', { name: /^Upcoming/ }).click(),
    () => page.keyboard.press('Escape'),
  )
  await expectPausedBy(
    page,
    () => page.setViewportSize({ width: 390, height: 200 }),
    () => page.setViewportSize({ width: 390, height: 1600 }),
  )
  for (const name of ['Pause maps', 'Play maps']) {
    const button = page.getByRole('button', { name })
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await button.click()
  }
  expect(complaints).toEqual([])
})

test('under a finger a map’s time pauses', { tag: '@chromium' }, async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps, '/home', { height: 1600, hasTouch: true })
  const { page, context, complaints } = home
  const finger = await context.newCDPSession(page)
  const box = await page.getByText(addresses.range).boundingBox()
  const touchPoints = [{ x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }]
  await expectPausedBy(
    page,
    () => finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }),
    () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  )
  expect(complaints).toEqual([])
})

// Shows: 1.22, 1.23, 2.138, 2.139, 2.140
test('a tap opens the map on the full screen, and Back closes it', async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps)
  const { page, complaints } = home
  await enlarge(page, 'The Range').click()
  const range = page.getByRole('dialog', { name: 'The Range' })
  await expect(range).toBeVisible()
  await expect(page).toHaveURL(/\/home\?map=range$/)
  await expect(range.getByText(addresses.range)).toBeVisible()
  await expect(range.frameLocator('iframe').getByRole('heading', { name: 'The Range' })).toBeAttached()
  expect(await range.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 1600 })
  const frame = range.locator('iframe')
  await expect(frame).toHaveAttribute('title', 'Map: The Range')
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect(frame).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin allow-popups/)

  const steps = () => page.evaluate(() => history.length)
  const before = await steps()
  const carpool = page.getByRole('dialog', { name: 'Carpool Meetup' })
  await range.getByRole('button', { name: 'Switch to Carpool Meetup' }).click()
  await expect(carpool.getByText(addresses.carpool)).toBeVisible()
  await expect(page).toHaveURL(/\/home\?map=carpool$/)
  await expect(carpool.frameLocator('iframe').getByRole('heading', { name: 'Carpool Meetup' })).toBeAttached()
  await carpool.getByRole('button', { name: 'Switch to The Range' }).click()
  await expect(range).toBeVisible()
  await range.getByRole('button', { name: 'Switch to Carpool Meetup' }).click()
  await expect(carpool).toBeVisible()
  expect(await steps()).toBe(before)

  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/home$/)
  await expect(enlarge(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(range).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(enlarge(page)).toBeFocused()
  await expect(page).toHaveURL(/\/home$/)
  for (const { headers } of host.requests) expect(headers.referer).toBeUndefined()
  expect(complaints).toEqual([])
})

test('an address that names a map opens it, and closing stays on the home page', async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps, '/home?map=carpool')
  const { page, complaints } = home
  const dialog = page.getByRole('dialog', { name: 'Carpool Meetup' })
  await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Carpool Meetup' })).toBeAttached()
  // Not the one behind it.
  expect(host.asked()).toEqual(['/carpool'])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(host.asked).toEqual(['/carpool', '/range'])
  expect(complaints).toEqual([])
})

for (const { phone, userAgent, leadsTo } of [
  { phone: 'an Android phone', userAgent: undefined, leadsTo: 'https://www.google.com/maps/dir/?api=1&destination=' },
  { phone: 'an iPhone', userAgent: 'Mozilla/5.0 (iPhone)', leadsTo: 'https://maps.apple.com/?daddr=' },
])
  test(`on ${phone} directions open in a new tab with one tap`, async ({ browser }) => {
    await using host = await startMapHost()
    const person = { height: 1600, ...(userAgent === undefined ? {} : { userAgent }) }
    await using home = await openHome(browser, host.maps, '/home', person)
    const { page, context, complaints } = home
    await context.route(/google|apple/, (route) => route.fulfill({ body: 'the map app' }))
    const places = { 'The Range': '40.428400,-86.922300', 'Carpool Meetup': '40.424700,-86.911100' }
    for (const [title, place] of Object.entries(places)) {
      // The practice card before it links there as well.
      const link = page.getByRole('link', { name: `Directions to ${title}` }).last()
      await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
      const opens = context.waitForEvent('page')
      await link.click()
      const opened = await opens
      await expect(opened).toHaveURL(`${leadsTo}${place}`)
      expect(await opened.evaluate(() => window.opener)).toBeNull()
      await opened.close()
    }
    expect(complaints).toEqual([])
  })

test('with reduced motion the maps don’t take turns', { tag: '@chromium' }, async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps, '/home', { height: 1600, reducedMotion: 'reduce' })
  const { page, complaints } = home
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'The Range' })).toBeAttached()
  await expect(page.getByRole('button', { name: /maps$/ })).toHaveCount(0)
  await expect(barOf(page)).toHaveCount(0)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  for (const address of Object.values(addresses)) await expect(page.getByText(address)).toBeVisible()
  await enlarge(page).click()
  await page.getByRole('button', { name: 'Switch to Carpool Meetup' }).click()
  await expect(page.getByRole('dialog', { name: 'Carpool Meetup' })).toBeVisible()
  expect(complaints).toEqual([])
})

// Shows: 2.110, T93, ASVS 14.2.3
for (const fault of ['hangs', 'refuses'] as const)
  test(`with a maps’ host that ${fault}, the home page works and says where to go`, async ({ browser }) => {
    const host = await startMapHost()
    if (fault === 'hangs') host.fault({ kind: 'hang' })
    else await host.stop()
    await using home = await openHome(browser, host.maps)
    const { page, complaints } = home
    if (fault === 'hangs') await host.requested(1)
    else await expect(page.getByText(/^The map isn’t loading\./)).toBeVisible()
    // The page is complete while the map is still loading.
    expect(await page.evaluate(() => document.readyState)).toBe('complete')
    await page.getByRole('button', { name: 'Archer' }).click()
    await expect(page.getByRole('button', { name: 'Archer', pressed: true })).toBeVisible()
    for (const [place, address] of Object.entries(addresses)) {
      await expect(page.getByText(address)).toBeVisible()
      const title = place === 'range' ? 'The Range' : 'Carpool Meetup'
      await expect(page.getByRole('link', { name: `Directions to ${title}` }).last()).toBeVisible()
    }
    await expectTime(page, 'running')
    if (fault === 'hangs') await expect(page.getByText(/^The map isn’t loading\./)).toBeVisible({ timeout: 12_000 })
    await enlarge(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: /^Directions/ })).toBeVisible()
    // The browser's own error page never shows.
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(complaints).toEqual([])
    if (fault === 'hangs') await host.stop()
  })

test('without a connection the map says so, and loads once there is one', async ({ browser }) => {
  await using host = await startMapHost()
  await using home = await openHome(browser, host.maps)
  const { page, context } = home
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'The Range' })).toBeAttached()
  await partHasCome(page, 'home-dialogs')
  await context.setOffline(true)
  await enlarge(page).click()
  await page.getByRole('button', { name: 'Switch to Carpool Meetup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Carpool Meetup' })
  await expect(dialog.getByText('You seem to be offline. The map will appear once you’re back online.')).toBeVisible()
  await expect(dialog.getByText(addresses.carpool)).toBeVisible()
  await context.setOffline(false)
  await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Carpool Meetup' })).toBeAttached()
})

test('a single map takes no turns, and without maps there is no tile', async ({ browser }) => {
  await using host = await startMapHost()
  const { range, carpool } = host.maps
  const parking = { ...carpool, title: 'Parking Lot C' }
  await using one = await openHome(browser, { carpool: parking })
  await expect(enlarge(one.page, 'Parking Lot C')).toBeVisible()
  await expect(one.page.getByRole('button', { name: /maps$/ })).toHaveCount(0)
  await expect(barOf(one.page)).toHaveCount(0)
  await expect(one.page.getByText(range.address)).toHaveCount(0)
  await enlarge(one.page).click()
  await expect(one.page.getByRole('dialog', { name: 'Parking Lot C' })).toBeVisible()
  await expect(one.page.getByRole('button', { name: /^Switch/ })).toHaveCount(0)
  await one.page.goto('/home?map=range')
  await expect(enlarge(one.page)).toBeVisible()
  await expect(one.page.getByRole('dialog')).toHaveCount(0)

  await using none = await openHome(browser, {}, '/home?map=range')
  await expect(none.page.getByRole('button', { name: /^Upcoming/ })).toBeVisible()
  await expect(none.page.getByText('Maps', { exact: true })).toHaveCount(0)
  await expect(none.page.getByRole('dialog')).toHaveCount(0)
  expect([...one.complaints, ...none.complaints]).toEqual([])
})
