import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { memberIdOf, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Manage Members: how officers find someone. Columns, search, filters, sort order, URL. */
let server: RunningServer
let kai: QuickMember
let ana: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'López', car: 4 })
  const bo = await quickMember(server, { email: 'bo@purdue.edu', first: '=Bo', last: 'Berg' })
  await bo.call('profile.save', { bowType: 'Compound' })
  await kai.call('profile.save', { personalEquipment: 'Yes' })
  await kai.call('members.setDayPasses', { memberId: await memberIdOf(kai, bo.email), expected: 2, value: 0 })
  await kai.call('members.setPaidPractices', { memberId: await memberIdOf(kai, kai.email), expected: 0, value: 1 })
  attendedBefore(server, ana, { on: '2026-03-03', title: 'Spring opening' })
  attendedBefore(server, ana, { on: '2026-02-03', title: 'Cold one' })
})
test.afterAll(() => server.dispose())

async function openMembers(open: Open, width = 1280) {
  const person = await open(server, { as: kai, at: '/members', width })
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Members')
  return person
}

/** The names in the displayed order. */
const names = (page: Page) => page.getByRole('rowheader')
const counted = (page: Page) => page.getByRole('status').filter({ hasText: /member/ })

// Shows: 2.14, 2.147, 2.148, 2.150, 2.151, 2.152, 2.153, 7.15
test('the table has every column of each member, also for screen readers', async ({ open }) => {
  const { page } = await openMembers(open)
  await expect(page).toHaveTitle('Members · Archery Club')
  const table = page.getByRole('table', { name: 'Members' })
  await expect(table).toHaveAttribute('aria-rowcount', '4')
  await expect(table.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Attended Practices',
    'Remaining Day Passes',
    'Balance',
    'Current Pass',
    'Role',
    'Actions',
  ])
  const row = table.getByRole('row').filter({ hasText: 'Ana López' })
  await expect(row).toHaveAttribute('aria-rowindex', '3')
  await expect(row.getByRole('rowheader')).toHaveText('Ana López')
  await expect(row).toContainText('ana@purdue.edu')
  await expect(row.getByRole('button', { name: '2 practices attended by Ana López' })).toBeVisible()
  await expect(row.getByRole('spinbutton', { name: 'Remaining Day Passes for Ana López' })).toHaveValue('2')
  await expect(row.getByText('▲ 2 outstanding')).toBeVisible()
  await expect(row.getByLabel('Current Pass for Ana López')).toHaveValue('none')
  await expect(row.getByLabel('Role for Ana López')).toHaveValue('Member')
  await row.getByRole('button', { name: 'Actions for Ana López' }).click()
  await expect(row.getByRole('button', { name: 'View Practices' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Remove' })).toBeVisible()
  // Red and green are never the only signal, but they are there.
  const [red, green] = ['rgb(184, 19, 43)', 'rgb(23, 107, 54)']
  await expect(row.getByText('2 outstanding')).toHaveCSS('color', red)
  await expect(row.getByRole('spinbutton')).toHaveCSS('color', green)
  await expect(table.getByRole('row').filter({ hasText: '=Bo Berg' }).getByRole('spinbutton')).toHaveCSS('color', red)
})

// Shows: 2.146, 8.28
test('a member is found by name or email, and the address keeps the search', async ({ open }) => {
  const { page } = await openMembers(open)
  const search = page.getByRole('searchbox', { name: 'Search by name or email' })
  await expect(search).toBeFocused()
  await search.fill('lopez')
  await expect(names(page)).toHaveText(['Ana López'])
  await expect(counted(page)).toHaveText('1 of 3 members')
  await expect(page).toHaveURL(/\/members\?q=lopez$/)
  await search.fill('KAI@')
  await expect(names(page)).toHaveText(['Kai Tanaka'])
  await search.fill('nobody at all')
  await expect(page).toHaveURL(/q=nobody/)
  await page.reload()
  await expect(page.getByText('No user found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(names(page)).toHaveCount(3)
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/members$/)
})

test('each filter says how many it shows, heads sort both ways, and another page keeps both', async ({ open }) => {
  const { page } = await openMembers(open)
  const filter = (name: string) => page.getByRole('group', { name: 'Show' }).getByText(name)
  await expect(page.getByRole('group', { name: 'Show' }).locator('label')).toHaveText([
    'All 3',
    'Outstanding 1',
    'No RM01 1',
    'Officers 1',
    'Never attended 2',
  ])
  await filter('Outstanding').click()
  await expect(names(page)).toHaveText(['Ana López'])
  await filter('Officers').click()
  await expect(page).toHaveURL(/\?filter=officers$/)
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Outstanding 1' })).toBeChecked()
  await filter('All').click()
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await head('Balance').getByRole('button').click()
  await expect(names(page)).toHaveText(['Ana López', '=Bo Berg', 'Kai Tanaka'])
  await expect(head('Balance')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Name')).not.toHaveAttribute('aria-sort')
  await head('Balance').getByRole('button').click()
  await expect(page).toHaveURL(/\?sort=balance&dir=desc$/)
  await page.getByRole('navigation').getByRole('link', { name: 'Resources' }).click()
  await expect(page).toHaveURL(/\/resources$/)
  await page.goBack()
  await expect(names(page)).toHaveText(['Kai Tanaka', '=Bo Berg', 'Ana López'])
})

// Shows: 2.147, 2.148, 2.153
test('on a phone each member is one line that opens the rest, and the order is chosen from a list', async ({
  open,
}) => {
  const { page } = await openMembers(open, 390)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  const lines = page.getByRole('list', { name: 'Members' }).locator('> li')
  await expect(lines).toHaveText([
    /=Bo Berg.*0 paid practices left/,
    /Ana López.*2 outstanding/,
    /Kai Tanaka.*1 paid practice left/,
  ])
  for (const line of await lines.all()) expect((await line.boundingBox())?.height).toBe(64)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Sort by').selectOption('Attended Practices: most first')
  await expect(lines.first()).toContainText('Ana López')
  // What the list is sorted by shows in each line.
  await expect(lines.first()).toContainText('2 attended')
  await expect(page).toHaveURL(/\?sort=attended&dir=desc$/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'More' }).getByRole('button')
  await expect(menu).toHaveText(['Copy emails', 'Export CSV', 'Paid before signing up'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ana López', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Ana López' })
  await expect(details).toContainText('ana@purdue.edu')
  await expect(details.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'View Practices' })).toBeVisible()
})
