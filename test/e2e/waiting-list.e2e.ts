import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'

test('an officer looks at who waits, and puts them in another order with a reason', async ({ server, open, kai }) => {
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const people: QuickMember[] = []
  for (const first of ['Ana', 'Ben', 'Cas', 'Dee']) {
    const member = await quickMember(server, { email: `${first}@purdue.edu`.toLowerCase(), first })
    await member.call('practices.answer', { practiceId, answer: 'archer' })
    people.push(member)
  }
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}` })
  await expect(page.getByText('1 of 1 spot taken, 3 waiting')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  await expect(dialog.getByRole('list', { name: 'Going' }).getByRole('listitem')).toHaveText([/Ana Bowman/])
  const waiting = dialog.getByRole('list', { name: 'Waitlist' }).getByRole('listitem')
  await expect(waiting).toHaveText([/Ben Bowman/, /Cas Bowman/, /Dee Bowman/])
  await dialog.getByRole('button', { name: 'Move Dee Bowman up' }).click()
  await dialog.getByRole('button', { name: 'Move Dee Bowman up' }).click()
  await expect(waiting).toHaveText([/Dee Bowman.*#1/, /Ben Bowman.*#2/, /Cas Bowman.*#3/])
  await dialog.getByRole('button', { name: 'Save order' }).click()
  await expect(dialog.getByText('Give a reason, so others can see why.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Brings the targets')

  // Cas withdraws in the meantime: the officer sees it, and nothing that was typed is lost.
  await people[2]?.call('practices.answer', { practiceId, answer: null })
  await expect(waiting).toHaveText([/Dee Bowman/, /Ben Bowman/])
  await expect(dialog.getByLabel('Reason')).toHaveValue('Brings the targets')
  await dialog.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Waitlist reordered.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save order' })).toHaveCount(0)
  await page.reload()
  await expect(waiting).toHaveText([/Dee Bowman/, /Ben Bowman/])
})
