import { expect, type Page } from '@playwright/test'
import { goingMessages } from '#domain/text/going-messages.ts'
import { test } from '#test/support/browser-test.ts'
import { clubTime, movePractice, samplePractices } from '#test/support/move-practice.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Who shows other members that they're going to a practice. */

/** Makes the first sample practice tomorrow's only one on Home. @returns its id */
async function practiceTomorrow(server: RunningServer, member: QuickMember) {
  const [first = '', ...rest] = await samplePractices(member)
  movePractice(server, first, { startsAtMs: clubTime(1, '18:00'), title: 'Evening practice' })
  for (const [n, id] of rest.entries()) movePractice(server, id, { startsAtMs: clubTime(3 + n, '18:00') })
  return first
}

const panel = (page: Page) => page.getByRole('region', { name: /^Evening practice/ })
const faces = (page: Page) => panel(page).getByRole('button', { name: /Show the list for/ })
const question = (page: Page) => page.getByText(goingMessages.ask, { exact: true })

test('a member is asked once, and another sees their face until they turn it off', async ({ server, open }) => {
  test.setTimeout(120_000)
  const maya = await quickMember(server, { email: 'maya@purdue.edu', first: 'Maya', last: 'Okafor' })
  const leo = await quickMember(server, { email: 'leo@purdue.edu', first: 'Leo', last: 'Fischer' })
  await practiceTomorrow(server, maya)
  const { page } = await open(server, { as: maya, at: '/home' })
  const { page: other } = await open(server, { as: leo, at: '/home' })

  // Someone who can't come is not asked.
  await panel(page).getByRole('button', { name: 'Can’t come' }).click()
  await expect(panel(page).getByText('You can’t come.')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Archer' }).click()
  await expect(question(page)).toBeVisible()
  await expect(panel(page).getByText(goingMessages.whoSees)).toBeVisible()
  await expect(panel(other)).toContainText('1 archer')
  await expect(faces(other)).toHaveCount(0)
  await panel(page).getByRole('button', { name: goingMessages.show }).click()
  await expect(panel(page).getByText(goingMessages.shown)).toBeVisible()
  await expect(faces(page)).toContainText(goingMessages.onlyYou)
  await expect(faces(other)).toContainText('Maya is going')

  // The list has her name; those who don't show theirs are counted.
  await panel(other).getByRole('button', { name: 'Archer' }).click()
  await expect(question(other)).toBeVisible()
  await panel(other).getByRole('button', { name: goingMessages.notNow }).click()
  await expect(panel(other).getByText(goingMessages.hidden)).toBeVisible()
  await expect(faces(other)).toContainText('Maya and 1 other are going')
  await faces(other).click()
  const list = other.getByRole('dialog', { name: goingMessages.title })
  await expect(list.getByRole('listitem')).toHaveText([/Maya Okafor/, /and 1 more/])
  await expect(list).toContainText('Evening practice')
  await other.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(faces(other)).toBeFocused()
  await expect(faces(page)).toContainText('You and 1 other are going')

  // Turned off in the profile, her face goes from the other screen at its next update.
  await page.goto('/profile')
  const choice = page.getByRole('checkbox', { name: goingMessages.choice })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect(faces(other)).toHaveCount(0)
  await expect(panel(other)).toContainText('2 archers')
  await page.reload()
  await expect(choice).not.toBeChecked()
})
