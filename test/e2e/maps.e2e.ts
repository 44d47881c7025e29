import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { addresses, startMapHost } from '#test/support/map-host.ts'
import { barOf, enlarge, expectTime, moveTime } from '#test/support/maps-tile.ts'
import { quickMember } from '#test/support/quick-member.ts'
import type { startServer } from '#test/support/server.ts'

/** Where the range is and where carpools meet, with a real server as the maps host. */

type Fixtures = { start: typeof startServer; open: Open }

/** A club with these maps, and a member on its home page, by default on a screen with room for all of it. */
async function openHome({ start, open }: Fixtures, maps: object, options: Parameters<Open>[1] = {}) {
  const server = await start({ club: { maps } })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  return open(server, { as: ana, at: '/home', height: 1600, ...options })
}

const mapIn = (of: Pick<Page, 'frameLocator'>, title: string) =>
  of.frameLocator('iframe').getByRole('heading', { name: title })

async function expectPausedBy(page: Page, begin: () => Promise<unknown>, end: () => Promise<unknown>) {
  await expectTime(page, 'running')
  await begin()
  await expectTime(page, 'paused')
  await end()
  await expectTime(page, 'running')
}

// Shows: 2.135, 2.136, 2.137, 7.46, 9.17, 9.18
test('the two maps take turns every 10 seconds, and load when they are seen', async ({ start, open }) => {
  await using host = await startMapHost()
  const { page } = await openHome({ start, open }, host.maps, { height: 500 })
  await expect(page.getByText('Maps', { exact: true })).not.toBeInViewport()
  await expectTime(page, 'paused')
  expect(host.requests).toEqual([])

  await enlarge(page).scrollIntoViewIfNeeded()
  await expect(enlarge(page, 'The Range')).toBeVisible()
  await expect(mapIn(page, 'The Range')).toBeAttached()
  await expectTime(page, 'running')
  // A turn is as long as the bar's animation, and ends with it.
  await expect(barOf(page)).toHaveCSS('animation-duration', '10s')
  await expect(barOf(page)).toHaveCSS('animation-timing-function', 'steps(100)')
  expect(host.asked()).toEqual(['/range'])
  await moveTime(page, 9700)
  await expect(enlarge(page, 'Carpool Meetup')).toBeVisible({ timeout: 3000 })
  await expect.poll(host.asked).toEqual(['/range', '/carpool'])
  const part = async (ms: number) => {
    await moveTime(page, ms)
    return barOf(page).evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.clientWidth ?? 0))
  }
  expect(await part(7000)).toBeCloseTo(0.7, 1)
  expect(await part(2000)).toBeCloseTo(0.2, 1)
  await moveTime(page, 9700)
  await expect(enlarge(page, 'The Range')).toBeVisible({ timeout: 3000 })
  // Maps that were shown are not loaded again.
  expect(host.asked()).toEqual(['/range', '/carpool'])
})

// Shows: T93
test('a map’s time pauses by its button and under the pointer', async ({ start, open }) => {
  await using host = await startMapHost()
  const { page } = await openHome({ start, open }, host.maps)
  const leave = () => page.mouse.move(0, 0)
  const press = (name: string) => async () => {
    await page.getByRole('button', { name }).click()
    await leave()
  }
  const pauses: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => enlarge(page).hover(), leave],
    [press('Pause maps'), press('Play maps')],
  ]
  for (const [begin, end] of pauses) await expectPausedBy(page, begin, end)
})

// Shows: 1.22, 1.23, 2.138, 2.139, 2.140
test('a tap opens the map on the full screen, and Back closes it', async ({ start, open }) => {
  await using host = await startMapHost()
  const { page } = await openHome({ start, open }, host.maps)
  await enlarge(page, 'The Range').click()
  const range = page.getByRole('dialog', { name: 'The Range' })
  await expect(page).toHaveURL(/\/home\?map=range$/)
  await expect(range.getByText(addresses.range)).toBeVisible()
  await expect(mapIn(range, 'The Range')).toBeAttached()
  expect(await range.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 1600 })
  const frame = range.locator('iframe')
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect(frame).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin allow-popups/)

  const carpool = page.getByRole('dialog', { name: 'Carpool Meetup' })
  await range.getByRole('button', { name: 'Switch to Carpool Meetup' }).click()
  await expect(carpool.getByText(addresses.carpool)).toBeVisible()
  await expect(page).toHaveURL(/\/home\?map=carpool$/)
  await expect(mapIn(carpool, 'Carpool Meetup')).toBeAttached()
  await carpool.getByRole('button', { name: 'Switch to The Range' }).click()
  await expect(range).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/home$/)
  await expect(enlarge(page)).toBeFocused()
  for (const { headers } of host.requests) expect(headers.referer).toBeUndefined()

  const directions = page.getByRole('link', { name: 'Directions to The Range' }).last()
  await expect(directions).toHaveAttribute('target', '_blank')
  await expect(directions).toHaveAttribute('rel', /\bnoopener\b/)
  await expect(directions).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/.*=40\.428400,-86\.922300$/)
})
