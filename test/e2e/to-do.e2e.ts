import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('home lists what officers have to do, with links', async ({ server, open, kai }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', car: 4 })
  const { page } = await open(server, { as: kai, at: '/home', width: 1280 })
  await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To do' })).toHaveCount(0)

  // Ana attends and has not paid.
  const [practiceId] = await samplePractices(kai)
  await kai.call('practices.start', { practiceId })
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId })
  await page.getByRole('link', { name: '1 member with outstanding practices' }).click()
  await expect(page).toHaveURL(/\/members\?filter=outstanding$/)
  await expect(page.getByRole('rowheader')).toHaveText([/Ana Lopez/])

  // Her RM01 is approved for only a few days.
  await page.getByRole('button', { name: 'Ana Lopez', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ana Lopez' })
  await expect(dialog.getByText('Says it’s not done', { exact: true })).toBeVisible()
  const field = dialog.getByLabel('RM01 approved until')
  const soon = Temporal.Now.plainDateISO().add({ days: 9 }).toString()
  await field.fill(soon)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Ana Lopez’s RM01 is approved until /)).toBeVisible()
  await expect(dialog.getByText(/^Says it’s not done, approved until /)).toBeVisible()
  await page.goto('/home')
  await page.getByRole('link', { name: '1 RM01 approval expiring within 21 days' }).click()
  await expect(page).toHaveURL(/filter=rm01-ending$/)
  await expect(page.getByRole('rowheader')).toHaveText([/Ana Lopez/])

  // On a phone the card is far below, so a line under the practice leads there.
  const phone = await open(server, { as: kai, at: '/home' })
  const card = phone.page.getByRole('heading', { name: 'To do', exact: true })
  await expect(card).toBeAttached()
  await expect(card).not.toBeInViewport()
  await phone.page.getByRole('link', { name: '2 to do', exact: true }).click()
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
