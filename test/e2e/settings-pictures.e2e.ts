import { expect, type Page } from '@playwright/test'
import { settingNames } from '#domain/settings/setting-list.ts'
import { parseClubConfig, settingOf } from '#server/ops/config/club-config.ts'
import { type Open, test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Values in `club.config.ts` look exactly as the same values set in the app, so an update changes no page of a club that has them. */

const map = { address: '1 Range Road', latitude: 40.4, longitude: -86.9 }
const link = 'https://archery.example.edu/page'
const club = {
  name: 'Boiler Archers',
  color: { light: '#13294B', dark: '#3F86F6' },
  contactEmail: 'archery@purdue.edu',
  socialLinks: [{ label: 'Instagram', url: link }],
  maps: {
    range: { ...map, embedUrl: 'https://www.google.com/maps/embed?pb=1' },
    carpool: { ...map, title: 'The garage', embedUrl: 'https://www.openstreetmap.org/export/embed.html?bbox=1' },
  },
  storeLinks: { practices: link, passes: link },
  storeImport: { products: { 'Ten practices': { paidPractices: 10, priceCents: 4500 }, 'Day pass': { dayPasses: 1 } } },
  resources: [{ label: 'Roster', url: link, kind: 'Folder', date: '2026-08-24' }],
  redirects: { '/merch': link, '/donate': link, '/sponsorship': null },
  info: { calls: [{ hear: 'One blast', act: 'Shoot.' }], rules: ['Nock an arrow only on the shooting line.'] },
}

test('a club with all values in its file looks as one that has set them in the app', async ({ start, open }) => {
  test.setTimeout(180_000)
  const [before, after] = [await start({ club }), await start()]
  const person = { email: 'kai@purdue.edu', first: 'Kai', last: 'Nakamura', officer: true }
  const [was, is] = [await quickMember(before, person), await quickMember(after, person)]
  // Sample practices are at other times.
  for (const who of [was, is]) await who.call('practices.removeSamples')
  for (const name of settingNames) {
    const value = settingOf(parseClubConfig(club), name)
    if (value !== undefined) await is.call('clubSettings.set', { name, value, seen: 0 })
  }
  for (const width of [390, 1280])
    for (const path of ['/home', '/info', '/resources', '/my-pass', '/login']) {
      const pages = [
        await pageOf(open, before, { as: was, width, path }),
        await pageOf(open, after, { as: is, width, path }),
      ] as const
      const alike = async () => {
        const [one, other] = await Promise.all(pages.map(picture))
        return one?.equals(other ?? Buffer.of())
      }
      await expect.poll(alike, { message: `${path} at ${width} px` }).toBe(true)
      for (const page of pages) await page.close()
    }
})

/** Without the code of a pass, which is random. */
const picture = (page: Page) =>
  page.screenshot({ fullPage: true, animations: 'disabled', mask: [page.getByRole('img', { name: /^QR code/ })] })

async function pageOf(
  open: Open,
  server: RunningServer,
  { as, width, path }: { as: QuickMember; width: number; path: string },
) {
  const visitor = path === '/login'
  const { page, context } = await open(server, { as: visitor ? undefined : as, width, reducedMotion: 'reduce' })
  await context.route(/google\.com|openstreetmap\.org/, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Map' }),
  )
  await page.goto(`${server.url}${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
  return page
}
