import { expect } from '@playwright/test'
import { settingNames } from '#domain/settings/setting-list.ts'
import { settingTexts } from '#domain/text/setting-messages.ts'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'

test('all open settings have nothing that axe finds, and fit a screen of 320 px', async ({ start, open }) => {
  test.setTimeout(120_000)
  const club = { color: { light: '#13294B', dark: '#3F86F6' }, fixed: { terms: 'The university sets these.' } }
  const server = await start({ club })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  await kai.call('clubSettings.set', {
    name: 'resources',
    value: [{ label: 'Roster', url: '/constitution.pdf' }],
    seen: 0,
  })
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 1280]) {
      const { page } = await open(server, { as: kai, at: '/settings', width, colorScheme, reducedMotion: 'reduce' })
      for (const name of settingNames.filter((each) => each !== 'terms'))
        await page.getByRole('button', { name: `Edit ${settingTexts[name].label}`, exact: true }).click()
      await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#FFFFFF')
      await page.getByRole('button', { name: 'Save', exact: true }).nth(2).click()
      await expect(page.getByText(/^Buttons in this color are hard to see/)).toBeVisible()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      found.push(...(wide > width ? [`${wide} px wide`] : []), ...(await axeFindings(page)))
    }
  expect(found).toEqual([])
})
