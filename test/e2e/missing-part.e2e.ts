import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('without a connection an unseen page says so, and loads with the connection', async ({ server, open }) => {
  const member = await quickMember(server, { email: 'ana@purdue.edu' })
  const { context, page, complaints } = await open(server, { as: member, at: '/home', width: 1280, mayComplain: true })
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()

  await context.setOffline(true)
  const links = page.getByRole('navigation').first()
  await links.getByRole('link', { name: 'Info' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  const said = page.getByText('You seem to be offline, and this page isn’t saved on this device yet.')
  await expect(said).toBeVisible()
  // It is not a fault: no alarm.
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Range calls and rules' })).toBeVisible()
  await expect(page).toHaveURL(/\/info$/)
  // Firefox reports a logged error without its message.
  expect(complaints.filter((each) => !/Part of the app is missing|^console: Error$/.test(each))).toEqual([])
})

test('a part that the server has lost is called trouble on our side, not offline', async ({ server, open }) => {
  const member = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: member, width: 1280, mayComplain: true })
  await page.route(/\/assets\/info-[\w-]+\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/home')
  await page.getByRole('navigation').first().getByRole('link', { name: 'Info' }).click()
  await expect(page.getByText('Something went wrong. Try again in a moment.')).toBeVisible()
  await expect(page.getByText('You seem to be offline')).toHaveCount(0)
})

test('the frame’s missing parts don’t stop the page, and load with the connection', async ({ server, open }) => {
  const member = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: member, width: 1280, mayComplain: true })
  const watch = /\/assets\/(signed-in|search-button)-[\w-]+\.js$/
  await page.route(watch, (route) => route.abort())
  const missed = page.waitForEvent('requestfailed', (request) => watch.test(request.url()))
  await page.goto('/home')
  await missed
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  await page.getByRole('navigation').first().getByRole('link', { name: 'Info' }).click()
  await expect(page.getByRole('heading', { name: 'Range calls and rules' })).toBeVisible()

  await page.unroute(watch)
  const stream = page.waitForRequest('**/live')
  // Twice: the code from the first load may be missing a chunk itself.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await stream
})

for (const { path, loads, name } of [
  { path: '/info', loads: 2, name: 'reloads the page once' },
  { path: '/profile', loads: 1, name: 'never reloads a page with fields' },
])
  test(`a part that no one waits for and that can't be had ${name}`, async ({ server, open }) => {
    const member = await quickMember(server, { email: 'ana@purdue.edu' })
    const { page } = await open(server, { as: member, width: 1280, mayComplain: true })
    let tries = 0
    await page.route(/\/assets\/search-button-[\w-]+\.js$/, (route) => {
      tries++
      return route.abort()
    })
    let loaded = 0
    page.on('load', () => loaded++)
    await page.goto(path)
    for (let turn = 0; turn < 8; turn++) {
      await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
      await page.waitForTimeout(300)
    }
    await page.waitForLoadState()
    expect(tries).toBeGreaterThan(0)
    expect(loaded).toBe(loads)
  })
