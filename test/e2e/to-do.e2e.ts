import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('home lists what officers have to do, with links', async ({ server, open, kai }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', car: 4 })
  const { page } = await open(server, { as: kai, at: '/home', width: 1280 })
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To do' })).toHaveCount(0)

  // Ana attends and has not paid.
  const practiceId = await startSamplePractice(kai)
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId })
  await page.getByRole('link', { name: '1 member with outstanding practices' }).click()
  await expect(page).toHaveURL(/\/members\?filter=outstanding$/)
  await expect(page.getByRole('rowheader')).toHaveText([/Ana Lopez/])

  // On a phone the card is far below, so a line under the practice leads there.
  const phone = await open(server, { as: kai, at: '/home' })
  const card = phone.page.getByRole('heading', { name: 'To do', exact: true })
  await expect(card).toBeAttached()
  await expect(card).not.toBeInViewport()
  await phone.page.getByRole('link', { name: '1 to do', exact: true }).click()
  await expect(card).toBeInViewport()
  await expect(card).toBeFocused()
  await phone.page.goBack()
  await expect(card).not.toBeInViewport()

  // A member has no such card.
  const beside = await open(server, { as: ana, at: '/home' })
  await expect(beside.page.getByText(/^Checked in/)).toBeVisible()
  await expect(beside.page.getByRole('heading', { name: 'To do' })).toHaveCount(0)
  await expect(beside.page.getByText(/to.do/i)).toHaveCount(0)
})
