import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { memberIdOf, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** The officers' Resources page: documents and the audit log. */
const resources = [
  { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
  { label: 'Equipment', url: 'https://docs.example.com/equipment', kind: 'Spreadsheet' },
]
let server: RunningServer
let blair: QuickMember
test.beforeAll(async () => {
  server = await startServer({ club: { resources } })
  blair = await quickMember(server, { email: 'blair@purdue.edu', first: 'Blair', last: 'Officer', officer: true })
  await quickMember(server, { email: 'avery@purdue.edu', first: 'Avery', last: 'Bowman' })
  const averyId = await memberIdOf(blair, 'avery@purdue.edu')
  await blair.call('members.setDayPasses', { memberId: averyId, expected: 2, value: 3, reason: 'Paid in cash' })
})
test.afterAll(() => server.dispose())

const openPage = (open: Open, path = '/resources', width = 390) => open(server, { as: blair, at: path, width })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })

// Shows: 2.44
test('the bar leads an officer there; the documents say what they are and of when', async ({ open }) => {
  const { page } = await openPage(open, '/home', 1280)
  await page.getByRole('navigation').getByRole('link', { name: 'Resources' }).click()
  await expect(page).toHaveURL(/\/resources$/)
  const rows = section(page, 'Documents and links').getByRole('listitem')
  await expect(rows).toHaveText([/^Constitution.*PDF.*Dated Mon, Aug 24/, /^Equipment.*Spreadsheet$/])
  const link = rows.nth(1).getByRole('link', { name: 'Equipment' })
  await expect(link).toHaveAttribute('href', 'https://docs.example.com/equipment')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(tab(page, 'Documents')).toHaveAttribute('aria-current', 'page')
})

test('the audit log is filtered by person, action, and days in the address', async ({ open }) => {
  const { page } = await openPage(open, '/resources?tab=audit')
  const log = section(page, 'Audit log')
  const count = page.getByRole('status').filter({ hasText: /entr/ })
  const passes = log
    .getByRole('listitem')
    .filter({ hasText: 'Blair Officer set Avery Bowman’s day passes from 2 to 3' })
  await expect(passes.first()).toContainText(/Day passes: 2 → to 3“Paid in cash”/)
  await expect(log.getByText('made Blair Officer an officer')).toBeVisible()

  const fold = page.getByRole('button', { name: /^Filter( \(\d\))?$/ })
  await fold.click()
  await page.getByRole('button', { name: 'Person: Anyone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by person' })
  await dialog.getByLabel('Search by name or email').fill('AVERY')
  await dialog.getByRole('button', { name: 'Avery Bowman' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`\\?tab=audit&person=${await memberIdOf(blair, 'avery@purdue.edu')}$`))
  await expect(count).toHaveText('2 entries found')
  await expect(page.getByRole('button', { name: 'Person: Avery Bowman' })).toBeVisible()
  await page.getByLabel('Action').selectOption('Member removed')
  await expect(page).toHaveURL(/&act=member\.remove$/)
  await expect(page.getByText('No entries found.', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(count).toHaveText('2 entries found')
})
