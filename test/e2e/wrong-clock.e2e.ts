import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { shiftClock } from '#test/support/shifted-clock.ts'

/** In a browser whose clock is a day behind or ahead, everything follows the server's clock (T47). */
const day = 86_400_000
const clocks = { right: 0, 'a day behind': -day, 'a day ahead': day }

async function openWith(open: Open, server: RunningServer, as: QuickMember, byMs: number) {
  const person = await open(server, { as, width: 1280, mayComplain: true })
  await shiftClock(person.context, byMs)
  return person
}

/** The text on the page, without its countdowns. */
async function steadyText(page: Page) {
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  const text = (await page.locator('body').allInnerTexts()).join()
  return text.replaceAll(/\d+:\d\d:\d\d( [AP]M)?|\b\d+:\d\d\b(?! ?[AP]M)|\d+ (minutes|seconds)/g, '…')
}

// Shows: T47
test('every page says the same with a wrong clock', async ({ open }) => {
  test.setTimeout(180_000)
  await using club = await startClubAtPractice(['tonight'], { ahead: 4 })
  const { server } = club
  const officer = await quickMember(server, { email: 'olga@purdue.edu', officer: true })
  await officer.call('practices.start', { practiceId: 'tonight' })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', car: 4 })
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: 'tonight' })
  for (const [who, paths] of [
    [
      ana,
      [
        '/home',
        '/home?open=upcoming',
        '/my-pass',
        '/my-practices',
        '/info',
        '/profile',
        '/profile/security',
        '/scorecard',
      ],
    ],
    [officer, ['/home', '/members', '/manage-practices', '/resources?tab=attendance', '/resources?tab=audit']],
  ] as const) {
    const people = await Promise.all(Object.values(clocks).map((byMs) => openWith(open, server, who, byMs)))
    for (const path of paths)
      await expect(async () => {
        await Promise.all(people.map(({ page }) => page.goto(path)))
        const [right = '', ...others] = await Promise.all(people.map(({ page }) => steadyText(page)))
        expect(right.length).toBeGreaterThan(80)
        for (const other of others) expect(other).toBe(right)
      }).toPass()
    const days = await Promise.all(people.map(({ page }) => page.evaluate(() => Math.floor(Date.now() / 86_400_000))))
    expect(days.map((each) => each - (days[0] ?? 0))).toEqual([0, -1, 1])
  }
})
