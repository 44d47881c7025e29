import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import type { RunningServer } from '#test/support/server.ts'

/** The archer's phone, or the one of a second scorer. */
async function openPhone(open: Open, server: RunningServer, as: QuickMember) {
  const person = await open(server, { as })
  return { ...person, card: scorecard(person.page) }
}

test('two phones compare each end, and both confirm it', { tag: '@chromium' }, async ({ server, ana, open }) => {
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
  const [one, two] = [await openPhone(open, server, ana), await openPhone(open, server, ben)]
  await one.card.start({ round: 'Standard Indoor' })
  await one.page.getByRole('button', { name: 'Score with a second phone' }).click()
  const invitation = one.page.getByRole('dialog', { name: 'Score with a second phone' })
  const address = await invitation.getByRole('img').getAttribute('aria-label')
  expect(address).toMatch(/^QR code of http.*\/scorecard\?join=[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  const code = await invitation.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()
  await invitation.getByRole('button', { name: 'Close' }).click()

  await two.page.goto('/scorecard')
  await two.page.getByRole('link', { name: 'Score for someone else' }).click()
  await two.page.getByLabel('Code').fill(` ${code?.toLowerCase()}`)
  await two.page.getByRole('button', { name: 'Continue' }).click()
  await expect(two.page.getByText('Ana Lopez wants you to score for them')).toBeVisible()
  // A double press makes one card.
  await two.page.getByRole('button', { name: 'Start scoring' }).dblclick()
  await expect(two.page.getByText('You’re scoring for Ana Lopez.')).toBeVisible()
  await expect(one.page.getByText('Ben Okafor is also scoring this card.')).toBeVisible()

  // Without a connection, entries are compared after they sync.
  await two.context.setOffline(true)
  for (const value of [10, 9, 8] as const) await one.card.key(value)
  await expect(one.page.getByText('Ben Okafor hasn’t entered End 1 yet.')).toBeVisible()
  for (const value of [8, 10, 8] as const) await two.card.key(value)
  await two.card.expectArrows(3)
  await two.context.setOffline(false)
  await expect(one.page.getByText('End 1 differs: you have 9, Ben Okafor has 8.')).toBeVisible()
  await expect(two.page.getByText('End 1 differs: you have 8, Ana Lopez has 9.')).toBeVisible()
  await expect(one.page.getByRole('button', { name: 'Confirm end 1' })).toHaveCount(0)
  await two.page.getByRole('button', { name: /^Re-enter end 1, arrow 3: 8/ }).click()
  await two.card.key(9)
  // The same arrows in another order.
  await expect(one.page.getByText('Ben Okafor has the same for End 1.')).toBeVisible()
  await one.page.getByRole('button', { name: 'Confirm end 1' }).click()
  await expect(two.page.getByText('Ana Lopez has the same for End 1, and has confirmed it.')).toBeVisible()
  await two.page.getByRole('button', { name: 'Confirm end 1' }).click()
  for (const { page } of [one, two]) await expect(page.getByText('1 of 1 end confirmed by both.')).toBeVisible()

  await two.page.getByRole('link', { name: 'All scorecards' }).click()
  await expect(two.page.getByRole('link', { name: /^Ana Lopez: Standard Indoor/ })).toBeVisible()
  await one.page.getByRole('button', { name: 'End double scoring' }).click()
  await one.page.getByRole('alertdialog').getByRole('button', { name: 'End double scoring' }).click()
  await expect(one.page.getByRole('button', { name: 'Score with a second phone' })).toBeVisible()
  await expect(two.page.getByText('No scorecards yet.')).toBeVisible()
})
