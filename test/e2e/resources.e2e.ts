import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { memberIdOf } from '#test/support/quick-member.ts'

/** The officers' Resources page: documents and the audit log. */
const resources = [
  { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
  { label: 'Equipment', url: 'https://docs.example.com/equipment', kind: 'Spreadsheet' },
]

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })

// Shows: 2.44
test('the bar leads an officer there; the documents say what they are and of when', async ({ server, kai, open }) => {
  await kai.call('clubSettings.set', { name: 'resources', value: resources, seen: 0 })
  const { page } = await open(server, { as: kai, at: '/home', width: 1280 })
  await page.getByRole('navigation').getByRole('link', { name: 'Resources' }).click()
  await expect(page).toHaveURL(/\/resources$/)
  const rows = section(page, 'Documents and links').getByRole('listitem')
  await expect(rows).toHaveText([/^Constitution.*PDF.*Dated Mon, Aug 24/, /^Equipment.*Spreadsheet$/])
  const link = rows.nth(1).getByRole('link', { name: 'Equipment' })
  await expect(link).toHaveAttribute('href', 'https://docs.example.com/equipment')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(tab(page, 'Documents')).toHaveAttribute('aria-current', 'page')
})

test('the audit log is filtered by person, action, and days in the address', async ({ server, kai, ana, open }) => {
  const memberId = await memberIdOf(kai, ana.email)
  await kai.call('members.setDayPasses', { memberId, expected: 2, value: 3, reason: 'Paid in cash' })
  const { page } = await open(server, { as: kai, at: '/resources?tab=audit' })
  const log = section(page, 'Audit log')
  const count = page.getByRole('status').filter({ hasText: /entr/ })
  const passes = log.getByRole('listitem').filter({ hasText: 'Kai Tanaka set Ana Lopez’s day passes from 2 to 3' })
  await expect(passes.first()).toContainText(/Day passes: 2 → to 3“Paid in cash”/)
  await expect(log.getByText('made Kai Tanaka an officer')).toBeVisible()

  const fold = page.getByRole('button', { name: /^Filter( \(\d\))?$/ })
  await fold.click()
  await page.getByRole('button', { name: 'Person: Anyone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by person' })
  await dialog.getByLabel('Search by name or email').fill('LOPEZ')
  await dialog.getByRole('button', { name: 'Ana Lopez' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`\\?tab=audit&person=${memberId}$`))
  await expect(count).toHaveText('2 entries found')
  await expect(page.getByRole('button', { name: 'Person: Ana Lopez' })).toBeVisible()
  await page.getByLabel('Action').selectOption('Member removed')
  await expect(page).toHaveURL(/&act=member\.remove$/)
  await expect(page.getByText('No entries found.', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(count).toHaveText('2 entries found')
})
