import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { addManyMembers } from '#test/support/many-members.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { alterData, type QuickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { openCold } from '#test/support/tap-count.ts'

/** An officer at the door: who said they would come, and is not here yet. */
const names = ['Aisha', 'Ben', 'Cleo', 'Dina', 'Eli', 'Finn', 'Gus', 'Hana', 'Ines', 'Jun']

/** A practice for which these people have RSVP'd, in another order than by name; the last of them has no pass. */
async function fillPractice(server: RunningServer, kai: QuickMember) {
  const [practiceId = ''] = await samplePractices(kai)
  addManyMembers(server, names.length)
  alterData(server, 'delete from attendance')
  const facts = `update member set name_first = ?, name_last = 'Lopez', role = 'Member', day_passes = 2,
    paid_practices = ?, pass = ?, pass_used_at = ? where id = ?`
  const rsvp = `insert into rsvp (practice_id, member_id, kind, answered_at, waiting) values (?, ?, 'archer', ?, null)`
  const now = new Date().toISOString()
  for (const [n, first] of names.entries()) {
    const id = `many-${n}`
    const pass = n === names.length - 1 ? 'none' : 'Day Pass'
    alterData(server, facts, first, n === 0 ? 3 : 0, pass, now, id)
    alterData(server, rsvp, practiceId, id, new Date(Date.now() - n * 1000).toISOString())
  }
}

test('a practice starts with two taps, ten check-ins take twelve, and its end two', async ({ server, kai, open }) => {
  await fillPractice(server, kai)
  const { page, taps } = await openCold(open, server, kai)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start Practice' }).click()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  expect(await taps()).toBe(2)

  await page.getByRole('button', { name: 'Attendees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attendees' })
  await expect(dialog.getByText('Here 0 · Expected 10')).toBeVisible()
  const expected = dialog.getByRole('list', { name: /^Expected/ }).getByRole('listitem')
  await expect(expected).toHaveText(names.map((first) => new RegExp(`${first} Lopez`)))
  await expect(expected.first()).toContainText('Day Pass ✓ 3 paid practices left')
  await expect(expected.nth(1)).toHaveText(/Day Pass Check In$/)
  await expect(expected.last()).toContainText('2 day passes')
  const places = () =>
    expected.evaluateAll((rows) => {
      const sheet = rows[0]?.closest('dialog') as HTMLElement
      const start = sheet.getBoundingClientRect().top - sheet.scrollTop
      return rows.map((row) => row.getBoundingClientRect().top - start)
    })
  const before = await places()
  for (const first of names) await dialog.getByRole('button', { name: `Check In ${first} Lopez` }).click()
  // Without a pass, the reason is one more press.
  await dialog.getByRole('button', { name: 'Paid cash' }).click()
  await expect(dialog.getByText('Here 10 · Expected 0')).toBeVisible()
  expect(await taps()).toBe(2 + 12)
  // No row has moved from under the finger.
  await expect(expected).toHaveText(names.map((first) => new RegExp(`${first} Lopez.*Here`)))
  expect(await places()).toEqual(before)
  const attendees = dialog.getByRole('list', { name: 'Attendees' }).getByRole('listitem')
  await expect(attendees).toHaveCount(10)
  await expect(attendees.filter({ hasText: 'Jun Lopez' })).toContainText('by Kai Tanaka “Paid cash”')

  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Practice' }).click()
  await expect(page.getByText('10 came', { exact: true })).toBeInViewport()
  // With the one that closed the dialog.
  expect(await taps()).toBe(2 + 12 + 1 + 2)
})
