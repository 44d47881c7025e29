import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { alertIn, password, signIn } from '#test/support/person.ts'
import { editFacts, profilePart } from '#test/support/profile-page.ts'
import { alterData, quickMember } from '#test/support/quick-member.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'

/** What members do with their own profile, password, devices, and data. */

test('rides and pronouns are changed in My Profile, and their lines say so', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/home' })
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'My Profile', level: 1 })).toBeFocused()
  const carpool = await editFacts(page, 'Carpool')
  await carpool.getByText('Yes', { exact: true }).click()
  // Most cars; it includes the driver.
  await expect(carpool.getByRole('spinbutton', { name: 'Car capacity' })).toHaveValue('5')
  await carpool.getByRole('spinbutton', { name: 'Car capacity' }).fill('6')
  await carpool.getByText('RM01 Completed & Approved').click()
  await carpool.getByRole('button', { name: 'Save' }).click()
  await expect(carpool.getByRole('button', { name: 'Save' })).toHaveCount(0)
  const pronouns = await editFacts(page, 'Pronouns')
  await pronouns.getByText('Specify', { exact: true }).click()
  // Not added by its button: saving adds it.
  await pronouns.getByLabel('Your pronouns').fill('xe/xem')
  await pronouns.getByRole('button', { name: 'Save' }).click()
  await expect(pronouns.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await ana.call('profile.get')).toMatchObject({
    hasCar: true,
    carCapacity: 6,
    rm01Completed: true,
    pronouns: ['They/Them', 'xe/xem'],
  })
  await page.reload()
  for (const [name, known] of [
    ['Carpool', 'Can give rides: 6 seats including the driver, RM01 approved'],
    ['Pronouns', 'They/Them, xe/xem'],
  ] as const)
    await expect(profilePart(page, name)).toContainText(known)
  await editFacts(page, 'Pronouns')
  await expect(page.getByRole('button', { name: 'Remove xe/xem' })).toBeVisible()
})

test('missing fields are named, and unsaved ones survive a reload', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/profile' })
  const name = await editFacts(page, 'Name and birthday')
  await name.getByLabel('Preferred first name').fill('  ')
  await name.getByLabel('Last name').fill('Lopez Garcia')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(alertIn(page)).toContainText('Please fill out your name and birthday')
  await alertIn(page).getByRole('button', { name: 'First name' }).click()
  await expect(name.getByLabel('Preferred first name')).toBeFocused()
  await expect(name.getByLabel('Preferred first name')).toHaveAccessibleDescription('Enter your first name.')
  await name.getByLabel('Preferred first name').fill('Anna')
  await expect(alertIn(page)).toHaveCount(0)
  await page.reload()
  await expect(name.getByLabel('Preferred first name')).toHaveValue('Anna')
  await expect(name.getByText('Not saved yet.')).toBeVisible()

  // Another device changes another field: it shows up, and what is typed here stays.
  await ana.call('profile.save', { birthday: '2001-01-01' })
  await expect(name.getByLabel('Birthday')).toHaveValue('2001-01-01')
  await expect(name.getByLabel('Preferred first name')).toHaveValue('Anna')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByText('Not saved yet.')).toHaveCount(0)
  expect(await ana.call('profile.get')).toMatchObject({
    nameFirst: 'Anna',
    nameLast: 'Lopez Garcia',
    birthday: '2001-01-01',
  })
})

test('one’s own data is a file, for the password', { tag: '@chromium' }, async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/profile/data' })
  await page.getByRole('button', { name: 'Download my data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download my data' })
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('Please enter your password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^archery-club-my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({ account: { email: ana.email }, profile: { nameFirst: 'Ana' } })
  expect(data.mails).toMatchObject([{ kind: 'verify' }])
  await expect(dialog).toHaveCount(0)
})

test('a deleted account leaves every tab and device, and says goodbye', async ({ server, open }) => {
  const fay = await quickMember(server, { email: 'fay@purdue.edu', first: 'Marvellous' })
  const { page, context } = await open(server, { as: fay, at: '/profile' })
  const second = await context.newPage()
  await second.goto(`${server.url}/home`)
  const phone = await open(server)
  await signIn(phone.page, fay.email)
  await expect(phone.page).toHaveURL(/\/home$/)
  // Unsaved input must not stay on the device either.
  await editFacts(page, 'Name and birthday')
  await page.getByLabel('Last name').fill('Unsaved')
  await page.getByRole('link', { name: 'My data' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await expect(dialog).toContainText('You’ll lose 2 day passes. This can’t be undone.')
  await expect(dialog).toContainText('What’s deleted')
  await expect(dialog).toContainText('What’s kept')
  await dialog.getByLabel('Password', { exact: true }).fill('not the one')
  await confirm.click()
  await expect(dialog.getByText('Check the box to confirm.')).toBeVisible()
  await dialog.getByText('Delete everything.').click()
  await confirm.click()
  await expect(dialog.getByText('That’s not your password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await confirm.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your account has been deleted. Thank you for shooting with us.')).toBeVisible()
  await expect(second).toHaveURL(/\/login/)
  await expect(phone.page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('quiver:')))).toEqual([])
  await page.goBack()
  await expect(page.getByText('Marvellous')).toHaveCount(0)
  expect((await fetch(`${server.url}/rpc/home/get`, { headers: { cookie: fay.cookie } })).status).toBe(401)
  expect((await server.quiver('verify')).code).toBe(0)
})

/** A member who has asked for the deletion through a proxy that loses the request or the response. */
async function deleteThrough(open: Open, fault: { kind: 'lose-reply' } | { kind: 'refuse' }) {
  const club = await prepareServer()
  const proxy = await startFaultProxy(Number(club.env.PORT))
  club.env.BASE_URL = `http://localhost:${proxy.port}`
  const own = await startServerProcess({ again: club })
  const as = await quickMember(own, { email: 'gil@purdue.edu' })
  const { page } = await open(own, { as, at: '/profile/data?open=delete' })
  const { dialog, confirm } = await confirmDeletion(page)
  await proxy.set(fault)
  await confirm.click()
  await expect(dialog.getByText('You seem to be offline. Check your connection and try again.')).toBeVisible()
  return { club, proxy, own, page }
}

/** Fills out the question about deleting the account. */
async function confirmDeletion(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByText('Delete everything.').click()
  return { dialog, confirm: dialog.getByRole('button', { name: 'Delete my account' }) }
}

test('a deletion with a lost response ends well after a reload', { tag: '@thorough' }, async ({ open }) => {
  const { club, proxy, own, page } = await deleteThrough(open, { kind: 'lose-reply' })
  await using _ = proxy
  await own.kill()
  await using again = await startServerProcess({ again: club })
  await proxy.set({ kind: 'pass' })
  await page.reload()
  await expect(page).toHaveURL(/\/login$/, { timeout: 20_000 })
  await expect(page.getByText('Your account has been deleted. Thank you for shooting with us.')).toBeVisible()
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    expect(
      await page.evaluate((name) => Object.keys(window[name]).filter((key) => key.startsWith('quiver:')), storage),
    ).toEqual([])
  expect((await again.quiver('verify')).output).toContain('1 erased member')
})

test('a deletion with a lost request has not happened', { tag: '@thorough' }, async ({ open }) => {
  const { proxy, own, page } = await deleteThrough(open, { kind: 'refuse' })
  await using _ = proxy
  await using __ = own
  // The session ends in the meantime, for another reason.
  alterData(own, "update session set expires_at = '2020-01-01T00:00:00.000Z'")
  await proxy.set({ kind: 'pass' })
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Purdue Email')).toBeVisible()
  await expect(page.getByText('Your account has been deleted.')).toHaveCount(0)
})
