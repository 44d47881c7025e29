import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { type Sold, storeCsv, storeImport } from '#test/support/store.ts'

/** Purchases are imported from the store's export, previewed before they count, and counted once. */
async function openStore({ server, kai, open }: { server: RunningServer; kai: QuickMember; open: Open }) {
  await kai.call('clubSettings.set', { name: 'storeImport.products', value: storeImport.products, seen: 0 })
  return open(server, { as: kai, at: '/resources?tab=store&part=import', width: 1280 })
}

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

const choose = (page: Page, name: string, content: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: content })
const see = (page: Page, view: RegExp) => page.getByRole('group', { name: 'Preview' }).getByText(view).click()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const orders: Sold[] = [
  ['#1', '1', 'zoe@purdue.edu', 'Ten practices', 1, 'Zoë Müller'],
  ['#1', '2', '', 'Day pass', 2],
  ['#2', '1', 'bowfan@example.com', 'Practice', 3, 'José Bowfan'],
  ['#3', '1', 'ben@purdue.edu', 'Summer camp', 1, 'Ben Okafor'],
  ['#4', '1', 'zoe@purdue.edu', 'Practice', 'many'],
  ['#5', '1', 'later@purdue.edu', 'Practice', 4],
]

test('a file is shown, applied once, and what waits is assigned and valued', async ({ server, kai, open }) => {
  await quickMember(server, { email: 'zoe@purdue.edu', first: 'Zoë', last: 'Müller' })
  await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
  const { page } = await openStore({ server, kai, open })
  await tab(page, 'Needs review 0').click()
  await expect(section(page, 'Orders to review').getByText('Nothing to review.')).toBeVisible()
  await tab(page, 'Import').click()
  await choose(page, 'members.csv', Buffer.from('Name,Phone\nZoë,1\n'))
  await expect(page.getByRole('alert').filter({ hasText: /the buyer’s email/ })).toBeVisible()

  // As Excel saves "Unicode text".
  const file = Buffer.from(
    `\uFEFF${storeCsv(orders)
      .replaceAll('","', '"\t"')
      .replaceAll(/,(?=[A-Z])/g, '\t')}`,
    'utf16le',
  )
  await choose(page, 'orders.txt', file)
  await expect(page.getByText('6 lines, read as UTF-16, separated by tabs')).toBeVisible()
  const changes = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(changes).toHaveText([/^Zoë Müllerzoe@purdue.edu · 2 ordersPaid practices0 → 10Day passes2 → 4$/])
  await see(page, /^Skipped/)
  await expect(page.getByRole('list', { name: 'Skipped' }).getByRole('listitem')).toHaveText([
    /^Line 6The quantity “many” isn’t a whole number\.$/,
  ])
  await see(page, /^Needs review/)
  await expect(page.getByRole('list', { name: 'Needs review' }).getByRole('listitem')).toHaveText([
    /^Line 43 × Practice · \+3 paid practicesJosé Bowfan.*No member has this email\.$/,
    /^Line 51 × Summer camp.*Choose how many paid practices or day passes\.$/,
    /^Line 74 × Practice.*Applied automatically once someone signs up with this email\.$/,
  ])
  await page.getByRole('button', { name: 'Import 2 orders for 1 member' }).click()
  await expect(
    page.getByText('Imported 2 orders for 1 member. 2 orders need review. 1 order is waiting for sign-up.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()

  // Importing it again adds nothing.
  await choose(page, 'orders.txt', file)
  await expect(page.getByText('Nothing new in this file.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)

  await tab(page, 'Needs review 2').click()
  const waiting = page.getByRole('list', { name: 'Needs review' }).getByRole('listitem')
  await expect(waiting).toHaveCount(2)
  await page.getByRole('button', { name: 'Choose what it includes: 1 × Summer camp, order #3' }).click()
  await expect(page).toHaveURL(/tab=store&part=review&line=[\w-]+&ask=worth$/)
  await page.getByRole('spinbutton', { name: 'Paid practices each' }).fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Summer camp: 1 order applied, 0 waiting.')).toBeVisible()
  await expect(waiting).toHaveCount(1)
  await page.getByRole('button', { name: 'Assign: 3 × Practice, order #2' }).click()
  await page.getByLabel('Search by name or email').fill('okafor')
  await page.getByRole('button', { name: 'Assign to Ben Okafor' }).click()
  await expect(page.getByText('1 order assigned.', { exact: true })).toBeVisible()
  await expect(section(page, 'Orders to review').getByText('Nothing to review.')).toBeVisible()
  await tab(page, 'Import').click()
  await expect(section(page, 'Remembered emails').getByRole('listitem')).toHaveText([/^bowfan@example.comBen Okafor/])
  await tab(page, 'History').click()
  await expect(section(page, 'Past imports').getByRole('listitem')).toHaveText([/2 orders imported, 3 waiting/])
  const { members } = (await kai.call('members.get')) as { members: { name: string; paidPractices: number }[] }
  expect(members.find(({ name }) => name === 'Ben Okafor')?.paidPractices).toBe(9)
})

// Shows: 3.50
test('what is paid for an address is kept, changed, and its owner’s at the end of the wizard', async ({
  server,
  kai,
  open,
}) => {
  const { page } = await openStore({ server, kai, open })
  const paid = section(page, 'Paid before signing up')
  await paid.getByRole('button', { name: 'Add an email' }).click()
  await paid.getByRole('textbox', { name: 'Email' }).fill('robin@gmail.com')
  await paid.getByRole('spinbutton', { name: 'Paid practices' }).fill('5')
  await paid.getByRole('button', { name: 'Save' }).click()
  await expect(paid.getByText('Email must end with @purdue.edu')).toBeVisible()
  await paid.getByRole('textbox', { name: 'Email' }).fill('robin@purdue.edu')
  await paid.getByRole('button', { name: 'Save' }).click()
  const row = paid.getByRole('listitem').filter({ hasText: 'robin@purdue.edu' })
  await expect(row).toContainText('5 paid practices, 0 day passes')
  await row.getByRole('button', { name: 'Change the paid count for robin@purdue.edu' }).click()
  await paid.getByRole('spinbutton', { name: 'Day passes' }).fill('1')
  await paid.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('5 paid practices, 1 day pass')
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('5 paid practices, 1 day pass')

  const robin = await quickMember(server, { email: 'robin@purdue.edu', first: 'Robin' })
  const home = (await robin.call('home.get')) as { balance: number; pass: { dayPasses: number } }
  expect([home.balance, home.pass.dayPasses]).toEqual([5, 3])
  await expect(row).toHaveCount(0)
})
