import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'

test('without a connection an unseen page says so, and loads with the connection', async ({ server, ana, open }) => {
  const { context, page, complaints } = await open(server, { as: ana, at: '/home', width: 1280, mayComplain: true })
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
