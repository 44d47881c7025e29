import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { memberIdOf, type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Manage Practices: what it lists, and what officers can do there. */
let server: RunningServer
let kai: QuickMember
let lee: QuickMember
let ana: QuickMember
let ben: QuickMember
test.beforeEach(async ({ start }) => {
  server = await start()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  lee = await quickMember(server, { email: 'lee@purdue.edu', first: 'Lee', last: 'Okafor', officer: true })
  ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: '=Nakamura', car: 4 })
  attendedBefore(server, ana, { on: '2026-11-10', title: 'Tuesday practice' })
  attendedBefore(server, ana, { on: '2026-09-08', title: 'Rainy practice' })
  attendedBefore(server, ana, { on: '2025-10-07', title: 'Opening' })
})

async function openPage(open: Open, { path = '', width = 1280 } = {}) {
  const person = await open(server, { width })
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await takeSession(person.context, server, kai)
  await person.page.goto(`/manage-practices${path}`)
  return person
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const balanceOf = async (member: QuickMember) => (await member.call('myPractices.get')).balance

// Shows: 2.15, 2.161, 2.162, 2.163, 2.164, 2.165, 2.166, 2.175, 3.42, 3.45, 3.46, 7.24
test('the table lists, searches, and sorts every practice', async ({ open }) => {
  await kai.call('practices.removeSamples')
  const { page } = await openPage(open)
  await expect(page).toHaveTitle('Manage Practices · Archery Club')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Date', 'Attendance Limit', 'Length', 'Actions'])
  await expect(page.getByRole('rowheader')).toHaveText(['Tuesday practice', 'Rainy practice', 'Opening'])
  const first = rowOf(page, 'Tuesday practice')
  await expect(first).toContainText(/Tue, Nov 10(, 2026)?6:00 – 8:00.PM/)
  await expect(first).toContainText('No limit1 attended')
  await expect(first.getByRole('cell', { name: '2 h', exact: true })).toBeVisible()
  for (const action of ['View Details', 'View Carpool', 'Remove'])
    await expect(first.getByRole('button', { name: new RegExp(`^${action}`) })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Past' })).toBeVisible()
  await expect(page.getByText('No upcoming practices', { exact: true })).toBeVisible()
  // The order of the list is one press away.
  await page.getByRole('radio', { name: 'List' }).check()
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('rowheader')).toHaveText(['Tuesday practice', 'Rainy practice', 'Opening'])
  await page.reload()
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()

  const search = page.getByRole('searchbox', { name: 'Search by name or date' })
  await expect(search).toBeFocused()
  for (const [q, found] of [
    ['rain', ['Rainy practice']],
    ['Nov 10', ['Tuesday practice']],
  ] as const) {
    await search.fill(q)
    await expect(page.getByRole('rowheader')).toHaveText([...found])
  }
  await search.fill('crossbow')
  await expect(page.getByText('No past practices found.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\?q=crossbow$/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/\?sort=name$/)
  await expect(page.getByRole('rowheader')).toHaveText(['Opening', 'Rainy practice', 'Tuesday practice'])
  await page.reload()
  await expect(page.getByRole('rowheader').first()).toHaveText('Opening')
})

// Shows: 2.167, 2.168, 2.169, 2.170, 2.171, 2.172, 3.43, 3.44
test('a limit that another officer has just changed is not overwritten unread', async ({ open }) => {
  const id = 'past 2026-11-10 Tuesday practice'
  const { page } = await openPage(open)
  await rowOf(page, 'Tuesday practice')
    .getByRole('button', { name: /^View Details/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Tuesday practice' })
  await expect(details).toContainText('120 minutes')
  await expect(details).toContainText('No limit')
  await expect(page).toHaveURL(/practice=past/)
  // It is over, so those who came are shown first.
  await expect(details.getByRole('tab')).toHaveText(['Going 0', 'Here 1', 'Carpool 0'])
  await expect(details.getByRole('tab', { name: 'Here 1' })).toHaveAttribute('aria-selected', 'true')

  const form = page.getByRole('dialog', { name: 'Attendance limit' })
  const openLimit = async () => {
    await details.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Attendance Limit' }).click()
  }
  const limit = form.getByLabel('Attendance Limit')
  await openLimit()
  await expect(limit).toHaveValue('')
  await limit.fill('0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a whole number from 1 to 1000, or leave it empty.')).toBeVisible()
  await expect(limit).toBeFocused()
  await limit.fill('12')
  await lee.call('managePractices.setLimit', { practiceId: id, expected: null, limit: 20 })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/Someone else just changed this: it’s 20 now\./)).toBeVisible()
  await expect(limit).toHaveValue('12')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Attendance limit: 12.')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(details).toContainText('0 of 12 spots taken')
  await openLimit()
  await limit.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(details).toContainText('No limit')
})

// Shows: 1.26, 2.173
test('an officer adds, removes, and exports attendees', { tag: '@chromium' }, async ({ open }) => {
  const { page } = await openPage(open, { path: '?practice=past 2026-11-10 Tuesday practice' })
  const dialog = page.getByRole('dialog', { name: 'Tuesday practice' })
  const lines = dialog.getByRole('list', { name: 'Attendees' }).getByRole('listitem')
  await expect(lines).toHaveText(/Ana Lopezana@purdue\.edu6:04.PM · self check-in/)

  await dialog.getByLabel('Add someone by name or email').fill('nakamura')
  await dialog.getByRole('button', { name: 'Add Ben =Nakamura' }).click()
  await expect(dialog.getByRole('button', { name: 'Forgot to check in' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Other…' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Give a reason, so others can see why.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Signed the paper list')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(1)).toContainText(/by Kai Tanaka “Signed the paper list”/)
  expect(await balanceOf(ben)).toBe(-1)

  const choose = async (name: string) => {
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name }).click()
  }
  await choose('Copy emails')
  await expect(page.getByText('2 emails copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ana@purdue.edu, ben@purdue.edu')
  const download = page.waitForEvent('download')
  await choose('Export CSV')
  const file = await download
  expect(file.suggestedFilename()).toBe('attendees-2026-11-10.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFName,Email,Checked in,By,Reason',
    expect.stringMatching(/^Ana Lopez,ana@purdue\.edu,6:04.PM,self check-in,$/),
  ])
  expect(csv).toContain('Ben =Nakamura,ben@purdue.edu,')

  await dialog.getByRole('button', { name: 'Remove Ben =Nakamura' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Ben =Nakamura?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question.getByText('Give a reason, so others can see why.')).toBeVisible()
  await question.getByLabel('Reason').fill('Was somebody else')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  await expect(lines).toHaveCount(1)
  await expect(dialog).toBeVisible()
  expect(await balanceOf(ben)).toBe(0)
})

// Shows: 1.27, 2.173, 4.41, 4.42, 7.11, 7.20, 8.30
test('a carpool credit counts once', { tag: '@chromium' }, async ({ open }) => {
  const { page } = await openPage(open, { width: 390 })
  await page.getByRole('button', { name: /^More about Tuesday practice/ }).click()
  await page.getByRole('button', { name: 'View Carpool', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tuesday practice' })
  await expect(dialog.getByRole('tab', { name: 'Carpool' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByText('No carpoolers found.', { exact: true })).toBeVisible()
  const add = dialog.getByLabel('Add someone by name or email')
  await add.fill('ben')
  await dialog.getByRole('button', { name: 'Credit Ben =Nakamura' }).click()
  const toggle = dialog.getByRole('button', { name: 'Credited Ben =Nakamura' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => balanceOf(ben)).toBe(1)
  await toggle.click()
  await expect(dialog.getByText('No carpoolers found.', { exact: true })).toBeVisible()
  expect(await balanceOf(ben)).toBe(0)

  await add.fill('Noor@purdue.edu')
  await dialog.getByRole('button', { name: 'Add noor@purdue.edu' }).click()
  const waiting = dialog.getByRole('list', { name: 'No account yet' })
  await expect(waiting).toContainText('noor@purdue.edu')
  await expect(add).toBeFocused()
  // Its owner signs up while the list is open.
  const noor = await quickMember(server, { email: 'noor@purdue.edu', first: 'Noor', last: 'Haddad' })
  await expect(dialog.getByRole('button', { name: 'Credited Noor Haddad' })).toBeVisible()
  await expect(waiting).toBeHidden()
  expect(await balanceOf(noor)).toBe(1)
})

// Shows: 1.26, 5.29, 6.10, 7.25, 7.33
test('a deleted practice comes back with Undo, or from the list days later', async ({ open }) => {
  const id = 'past 2026-11-10 Tuesday practice'
  await kai.call('managePractices.setCredit', {
    practiceId: id,
    memberId: await memberIdOf(kai, ben.email),
    credited: true,
  })
  const { page } = await openPage(open)
  await rowOf(page, 'Tuesday practice')
    .getByRole('button', { name: /^View Details/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Tuesday practice', exact: true })
  const askToDelete = async () => {
    await details.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Delete Practice' }).click()
  }
  await askToDelete()
  const question = page.getByRole('alertdialog', { name: 'Delete Tuesday practice?' })
  await expect(question).toContainText('2 people are affected. You can undo this for 30 days.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  // It is on the page until it has faded away.
  await expect(question).toHaveCount(0)
  await expect(details).toBeVisible()
  await askToDelete()
  await question.getByRole('button', { name: 'Delete Practice' }).click()
  await expect(page.getByText('Deleted Tuesday practice.')).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(rowOf(page, 'Tuesday practice')).toHaveCount(0)
  await expect(page).toHaveURL(/\/manage-practices$/)
  expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([-2, 0])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Tuesday practice')).toBeVisible()
  expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([-3, 1])

  await page.getByRole('button', { name: /^Remove Tuesday practice/ }).click()
  await question.getByRole('button', { name: 'Delete Practice' }).click()
  await expect(rowOf(page, 'Tuesday practice')).toHaveCount(0)
  await page.reload()
  const deleted = page.getByRole('region', { name: 'Deleted practices' })
  await expect(deleted).toContainText(/Tuesday practice.*can be restored until/)
  await deleted.getByRole('button', { name: /^Restore Tuesday practice/ }).click()
  await expect(rowOf(page, 'Tuesday practice')).toBeVisible()
  await expect(deleted).toHaveCount(0)
})

// Shows: 2.174, 4.43, 8.29
test('the lists of the live practice are on the home page', async ({ open }) => {
  const [practiceId] = await samplePractices(kai)
  await ben.call('practices.answer', { practiceId, answer: 'driver' })
  const { page } = await openPage(open)
  const samples = rowOf(page, 'Sample practice')
  await expect(samples.first()).toBeVisible()
  const before = await samples.count()
  await kai.call('practices.start', { practiceId })
  await expect(samples).toHaveCount(before - 1)
  const live = page.getByRole('region', { name: 'LIVE Sample practice' })
  await expect(live).toContainText('0 Members in Attendance')
  await live.getByRole('link', { name: 'Go to live practice' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.getByRole('button', { name: 'Attendees' }).click()
  const attendees = page.getByRole('dialog', { name: 'Attendees' })
  await expect(attendees.getByText('No attendees found.', { exact: true })).toBeVisible()
  await attendees.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Carpool', exact: true }).click()
  const carpool = page.getByRole('dialog', { name: 'Carpool List' })
  await expect(carpool).toContainText('1 driver with 3 seats for others')
  const credit = carpool.getByRole('button', { name: 'Credit Ben =Nakamura' })
  await expect(credit).toHaveAttribute('aria-pressed', 'false')
  await credit.click()
  await expect(carpool.getByRole('button', { name: 'Credited Ben =Nakamura' })).toBeVisible()
  expect(await balanceOf(ben)).toBe(1)
})
