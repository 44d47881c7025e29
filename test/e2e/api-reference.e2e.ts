import { expect } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'

test('the API reference reads well on a dark phone', { tag: '@chromium' }, async ({ server, open }) => {
  const { page } = await open(server, { colorScheme: 'dark' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/api/v1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archery Club API')
  await page.getByRole('link', { name: 'Practices', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Check in' })).toContainText('practices/{practiceId}/check-in')
  const checkIn = page.getByRole('article', { name: 'Check in' })
  await checkIn.getByText('Example', { exact: true }).click()
  await checkIn.getByText('curl').click()
  const selected = await page.evaluate(() => getSelection()?.toString())
  // With a body, curl sends POST.
  expect(selected).toMatch(/^curl -b cookies\.txt \\\n.* -d '\{\n *"usePass": false\n\}' \\\n/s)
  expect(selected).toMatch(/ \\\n *\$club\/api\/v1\/practices\/[\w-]+\/check-in$/)
  await expect(checkIn).toContainText('"checkedInAt": "2026-')
  await checkIn.getByRole('link', { name: '409' }).click()
  await expect(page.getByRole('article', { name: '409' })).toBeInViewport()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 18, 22)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axeFindings(page)).toEqual([])
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([])
})
