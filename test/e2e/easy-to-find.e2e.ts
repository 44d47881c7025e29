import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('after an early end an officer is led to the refund, by the toast and by the card', async ({ server, open }) => {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const [practiceId] = await samplePractices(kai)
  await kai.call('practices.start', { practiceId })
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId })
  const { page } = await open(server, { as: kai, at: '/home' })
  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Practice' }).click()
  await page.getByRole('button', { name: 'Rained out? Refund passes' }).click()
  const refund = page.getByRole('dialog').filter({ hasText: 'Ana' })
  await expect(refund).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/manage-practices\\?practice=${practiceId}&list=rain-out`))
  await page.goto('/home')
  await page.getByRole('link', { name: 'Rained out? Refund passes' }).click()
  await expect(refund).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Ended early')).toBeVisible()
})

test('from Members an officer finds what people paid before signing up', async ({ server, open }) => {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { page } = await open(server, { as: kai, at: '/members' })
  await page.getByRole('button', { name: 'Sort and more' }).click()
  await page.getByRole('link', { name: 'Paid before signing up' }).click()
  await expect(page).toHaveURL(/\/resources\?tab=store#paid-counts$/)
  await expect(page.getByRole('heading', { name: 'Paid before signing up' })).toBeInViewport()
})
