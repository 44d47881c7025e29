import { expect } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { editFacts, profilePart } from '#test/support/profile-page.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'

/** The profile's four pages: short, each with its own address and title, and with the addresses of before. */
const pages = [
  { path: '/profile', link: 'Me', heading: 'My Profile' },
  { path: '/profile/notifications', link: 'Notifications', heading: 'Notifications' },
  { path: '/profile/security', link: 'Security', heading: 'Devices & security' },
  { path: '/profile/data', link: 'My data', heading: 'My data' },
]
const twoScreens = 2 * 844

test('each of the four pages is at most two screens on a phone, and axe finds nothing', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', car: 5, pronouns: ['They/Them', 'xe/xem'] })
  const { page } = await open(server, { as: ana })
  for (const { path, link, heading } of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(`${heading} · Archery Club`)
    await untilQuiet(page)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, path).toBeLessThanOrEqual(twoScreens)
    expect(await axeFindings(page)).toEqual([])
    const local = page.getByRole('navigation', { name: 'Profile pages' })
    await expect(local.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(local.locator('[aria-current]')).toHaveCount(1)
    // In one row.
    const tops = await local.getByRole('link').evaluateAll((links) => links.map((a) => a.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await expect(page.getByRole('navigation', { name: 'Tabs' }).locator('[aria-current=page]')).toHaveText('Me')
  }
  // What is open makes the page longer, but not much.
  await page.goto('/profile')
  await editFacts(page, 'Carpool')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(twoScreens + 200)
  expect(await axeFindings(page)).toEqual([])
})

test('while no device gets push, the page says so first, and keeps the choice', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/profile/notifications' })
  const device = page.getByRole('list', { name: 'Devices with notifications' })
  const choices = page.getByRole('table')
  await expect(choices.getByRole('columnheader')).toHaveText(['Email', 'Push'])
  const [deviceTop = 0, choicesTop = 0] = await Promise.all(
    [device, choices].map((part) => part.evaluate((element) => element.getBoundingClientRect().top)),
  )
  expect(deviceTop).toBeLessThan(choicesTop)
  const push = page.getByRole('checkbox', { name: 'A reminder before I drive: Push' })
  await expect(push).toBeChecked()
  await expect(push).toHaveAccessibleDescription(/^Push notifications start once you turn them on for a device/)
  const mail = page.getByRole('checkbox', { name: 'A reminder before I drive: Email' })
  await expect(mail).toHaveAccessibleDescription('')
  const color = (box: typeof push) =>
    box.locator('xpath=following-sibling::span[1]').evaluate((e) => getComputedStyle(e).backgroundColor)
  expect(await color(push)).not.toBe(await color(mail))
  await push.click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(push).not.toBeChecked()
})

test('the theme and Logout are at the end of Me', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/profile' })
  const app = profilePart(page, 'On this device')
  await app.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await app.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('My data leads to the member’s practices and payments in one row', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana, at: '/profile/data' })
  const row = page.getByRole('link', { name: 'Practices and payments' })
  const { height, width } = await row.evaluate((link) => link.getBoundingClientRect())
  expect(height).toBeGreaterThanOrEqual(56)
  expect(width).toBeGreaterThan(300)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Practices' })).toBeVisible()
})

test('addresses of the one page lead to the part that has it now', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana })
  for (const [before, now, shown] of [
    ['/profile?open=export', '/profile/data?open=export', page.getByRole('dialog', { name: 'Download my data' })],
    ['/profile?open=delete', '/profile/data?open=delete', page.getByRole('alertdialog')],
    ['/profile?open=sign-out-everywhere', '/profile/security?open=sign-out-everywhere', page.getByRole('alertdialog')],
    ['/profile#password', '/profile/security#password', profilePart(page, 'Email and password')],
    ['/profile#notifications', '/profile/notifications#notifications', profilePart(page, 'Practice notifications')],
    ['/profile#delete', '/profile/data#delete', profilePart(page, 'Delete account')],
    ['/profile#nothing-like-it', '/profile#nothing-like-it', profilePart(page, 'Pronouns')],
  ] as const) {
    await page.goto('/home')
    await page.goto(before)
    await expect(page).toHaveURL(`${server.url}${now}`)
    await expect(shown).toBeInViewport()
  }
  // The old address isn't in the history, or Back would lead to it and on again.
  await page.goto('/home')
  await page.goto('/profile?open=delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/profile\/data$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/home$/)
})

test('by keyboard one goes from page to page, and what was typed is there on the way back', async ({
  server,
  open,
}) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const { page } = await open(server, { as: ana, at: '/profile', width: 1280 })
  const edit = page.getByRole('button', { name: 'Edit: Name and birthday' })
  await edit.focus()
  await page.keyboard.press('Enter')
  const close = page.getByRole('button', { name: 'Close: Name and birthday' })
  await expect(close).toBeFocused()
  await expect(close).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Preferred first name')).toBeFocused()
  await page.keyboard.type('Anna')
  const links = page.getByRole('navigation', { name: 'Profile pages' }).getByRole('link')
  await expect(links).toHaveText(['Me', 'Notifications', 'Devices & security', 'My data'].map((name) => RegExp(name)))
  await links.first().focus()
  await page.keyboard.press('Tab')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/notifications$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
  await page.goBack()
  await expect(page.getByLabel('Preferred first name')).toHaveValue('Anna')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
})
