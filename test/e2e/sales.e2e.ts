import { expect } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { samplePractices, startSamplePractice } from '#test/support/move-practice.ts'
import { doorStore, oneDayPass } from '#test/support/sales.ts'
import { keysOf } from './keyboard/keys.ts'

test('an officer sells from Members by keyboard alone, at the price of the moment', async ({
  server,
  kai,
  ana,
  open,
}) => {
  expect(ana.email).toBe('ana@purdue.edu')
  const practiceId = await startSamplePractice(kai)
  const { page } = await open(server, { as: kai, at: '/members', width: 1280 })
  const keys = await keysOf(page)
  const saved = async (products: object, seen: number) => {
    await kai.call('clubSettings.set', { name: 'storeImport.products', value: products, seen })
  }
  await keys.press('Ana Lopez')
  await keys.press('Sell to Ana Lopez')
  const sale = page.getByRole('dialog', { name: 'Sell to Ana Lopez' })
  await expect(sale.getByText('No product has a price yet.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await saved(doorStore.products, 0)
  await page.reload()
  await keys.press('Sell to Ana Lopez')
  await keys.press('Cash')
  await expect(sale.getByText('Choose a product.')).toBeVisible()
  await expect(sale.getByRole('radio').first()).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(sale.getByRole('radio', { name: /^Day pass/ })).toBeChecked()
  await saved({ ...doorStore.products, 'Day pass': { dayPasses: 1, priceCents: 700 } }, 1)
  await expect(sale.getByText('$7')).toBeVisible()
  await keys.press('Cash')
  await expect(page.getByText('Sold to Ana Lopez.')).toBeVisible()
  await expect(sale).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sell to Ana Lopez' })).toBeFocused()
  await keys.press('Undo')
  await expect(page.getByText('Undid the sale to Ana Lopez.')).toBeVisible()
  const { sales } = (await kai.call('sales.get', { practiceId })) as { sales: { memberId: string; undone: unknown }[] }
  expect(sales).toMatchObject([{ cents: 700, undone: { reason: 'Undone right after the sale' } }])
})

test('and by touch from the attendees, with what was sold below them; Back closes each question', async ({
  server,
  kai,
  ana,
  open,
}) => {
  const [practiceId = ''] = await samplePractices(kai)
  await kai.call('clubSettings.set', { name: 'storeImport.products', value: doorStore.products, seen: 0 })
  await ana.call('practices.answer', { practiceId, answer: 'archer' })
  await kai.call('practices.start', { practiceId })
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}`, hasTouch: true })
  await page.getByRole('button', { name: 'Sell to Ana Lopez' }).tap()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Sell to Ana Lopez' })).toBeHidden()
  await page.getByRole('button', { name: 'Sell to Ana Lopez' }).tap()
  await page.getByText(/^Day pass/).tap()
  await page.getByRole('button', { name: 'Store', exact: true }).tap()
  await expect(page.getByRole('tab', { name: 'Here 1' })).toBeVisible()
  const sales = page.getByRole('region', { name: 'Sold at the door' })
  await expect(sales.getByRole('listitem')).toContainText(`Day pass · $${oneDayPass.cents / 100} · Store`)
  expect(await axeFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV of what was sold' }).tap()
  expect((await download).suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'Undo the sale of Day pass to Ana Lopez' }).tap()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.getByRole('button', { name: 'Undo the sale of Day pass to Ana Lopez' }).tap()
  await page.getByLabel('Reason').fill('Wrong person')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo Sale' }).tap()
  await expect(page.getByRole('tab', { name: 'Here 0' })).toBeVisible()
  await expect(sales.getByRole('listitem')).toContainText('Wrong person')
})
