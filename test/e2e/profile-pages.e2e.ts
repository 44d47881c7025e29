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
  }
  // What is open makes the page longer, but not much.
  await page.goto('/profile')
  await editFacts(page, 'Carpool')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(twoScreens + 200)
  expect(await axeFindings(page)).toEqual([])
})

test('addresses of the one page lead to the part that has it now', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana })
  for (const [before, now, shown] of [
    ['/profile?open=sign-out-everywhere', '/profile/security?open=sign-out-everywhere', page.getByRole('alertdialog')],
    ['/profile#notifications', '/profile/notifications#notifications', profilePart(page, 'Practice notifications')],
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
