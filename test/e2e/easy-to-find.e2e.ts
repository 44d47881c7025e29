import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('after an early end an officer sees how it went, wherever the page was, and is led to the refund', async ({
  server,
  open,
}) => {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const [practiceId] = await samplePractices(kai)
  await kai.call('practices.start', { practiceId })
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
  await ben.call('practices.answer', { practiceId, answer: 'archer' })
  const { page } = await open(server, { as: kai, at: '/home' })
  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Practice' }).click()
  const ended = page.getByRole('heading', { name: 'Sample practice' }).first()
  await expect(ended).toBeFocused()
  await expect(ended).toBeInViewport()
  await expect(page.getByText('1 came · 1 no-show', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeInViewport()
  await page.getByRole('link', { name: 'Refund for rain' }).click()
  const refund = page.getByRole('dialog').filter({ hasText: 'Ana' })
  await expect(refund).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/manage-practices\\?practice=${practiceId}&list=rain-out`))
  await page.goBack()
  await expect(page.getByText('Ended early')).toBeVisible()
})

test('from Members an officer finds what people paid before signing up', async ({ server, open }) => {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { page } = await open(server, { as: kai, at: '/members' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Paid before signing up' }).click()
  await expect(page).toHaveURL(/\/resources\?tab=store#paid-counts$/)
  await expect(page.getByRole('heading', { name: 'Paid before signing up' })).toBeInViewport()
})
