import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { stubSampleMaps } from '#test/support/maps-tile.ts'
import { quickMember } from '#test/support/quick-member.ts'

const footer = (page: Page) => page.getByRole('contentinfo').getByRole('link')

test('a new club has samples until an officer removes them on every page', async ({ start, open }) => {
  const server = await start({ sampleSettings: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const member = await open(server, { as: ana, height: 1600 })
  const officer = await open(server, { as: kai, width: 1280, height: 1600 })
  for (const { context } of [member, officer]) await stubSampleMaps(context)
  const merch = () => member.page.request.get('/merch', { maxRedirects: 0 })
  expect((await merch()).headers().location).toBe('https://store.example/merch')
  for (const { page } of [member, officer]) {
    await page.goto('/home')
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A sample map' })).toBeAttached()
    await expect(footer(page).filter({ hasText: 'Instagram' })).toBeVisible()
  }
  // Only officers are told what is a sample.
  await expect(member.page.getByRole('contentinfo').getByText('Sample')).toHaveCount(0)
  await expect(member.page.getByRole('button', { name: 'Remove samples' })).toHaveCount(0)
  await expect(officer.page.getByText('Set up your club')).toHaveCount(0)
  await expect(officer.page.getByRole('contentinfo').getByText('Sample')).toBeVisible()
  await expect(officer.page.getByText('The practices, maps, and links here are samples')).toBeVisible()
  await officer.page.getByRole('button', { name: 'Remove samples' }).click()
  await officer.page.getByRole('alertdialog').getByRole('button', { name: 'Remove samples' }).click()
  await expect(officer.page.getByText('Samples removed.')).toBeVisible()
  await expect(officer.page.getByRole('region', { name: 'Set up your club' })).toBeVisible()
  await expect(member.page.getByText('Set up your club')).toHaveCount(0)

  // Both pages follow without a reload, including the footer.
  for (const { page } of [member, officer]) {
    await expect(footer(page)).toHaveText([/^Constitution/, 'Merch', 'Sponsorship', 'Donate'])
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.getByText(/^sample$|^sample practice/i)).toHaveCount(0)
  }
  expect((await merch()).headers().location).toBe('/login')
})
