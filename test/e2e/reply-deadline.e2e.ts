import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { movePractice, samplePractices } from '#test/support/move-practice.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'

const hourMs = 3_600_000

test('a deadline is shown and passes; after the cut-off, who waits takes a free spot', async ({ start, open }) => {
  const server = await start({ club: { practices: { promoteUntilHours: 12 } } })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const [practiceId = ''] = await samplePractices(kai)
  await movePractice(server, practiceId, { startsAtMs: Date.now() + 5 * hourMs })
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const people: QuickMember[] = []
  for (const first of ['Ana', 'Ben', 'Cas']) {
    const member = await quickMember(server, { email: `${first}@purdue.edu`.toLowerCase(), first })
    await member.call('practices.answer', { practiceId, answer: 'archer' })
    people.push(member)
  }
  const [ana, ben, cas] = people
  const { page: mine } = await open(server, { as: ben, at: '/' })
  await expect(mine.getByText('You’re number 1 on the waitlist. It no longer moves up')).toBeVisible()

  // An officer sets the deadline.
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}` })
  const details = page.getByRole('dialog', { name: 'Practice', exact: true })
  const form = page.getByRole('dialog', { name: 'Reply deadline' })
  async function setDeadline(hours: string) {
    await details.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Reply Deadline' }).click()
    await form.getByLabel('Hours before the start').fill(hours)
    await form.getByRole('button', { name: 'Save' }).click()
  }
  await setDeadline('2')
  await expect(form).toBeHidden()
  await expect(details).toContainText('Reply by')
  await expect(mine.getByText(/^Reply by/)).toBeVisible()
  await setDeadline('24')
  await expect(details).toContainText('Replies were due')
  await expect(mine.getByText('Late', { exact: true })).toBeVisible()

  // Ana withdraws: the first who presses has the spot, and the other sees it, back from a place without a connection.
  await ana?.call('practices.answer', { practiceId, answer: 'cant-come' })
  const { page: theirs } = await open(server, { as: cas, at: '/' })
  for (const each of [mine, theirs]) await expect(each.getByText('A spot is free', { exact: true })).toBeVisible()
  await theirs.context().setOffline(true)
  await mine.getByRole('button', { name: 'Take it' }).click()
  await expect(mine.getByText('You’re in as an archer.')).toBeVisible()
  await expect(mine.getByText('A spot is free', { exact: true })).toBeHidden()
  await theirs.getByRole('button', { name: 'Take it' }).click()
  await theirs.context().setOffline(false)
  await expect(theirs.getByText('You’re number 1 on the waitlist. It no longer moves up')).toBeVisible()
  await expect(theirs.getByText('A spot is free', { exact: true })).toBeHidden()

  // Officers see who was late.
  await expect(details.getByRole('list', { name: 'Going' }).getByRole('listitem')).toHaveText([
    /Ben Bowman.*Late, today/,
  ])
  await expect(details.getByRole('heading', { name: 'Late withdrawals' })).toBeVisible()
  await expect(details.getByText(/^Gave up a spot today/)).toBeVisible()
  await ana?.call('practices.answer', { practiceId, answer: 'archer' })
  await expect(details.getByText(/^Gave up a spot today.* · on the waitlist again$/)).toBeVisible()
})
