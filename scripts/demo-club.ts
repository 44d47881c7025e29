import { spawnSync } from 'node:child_process'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { createServerClock } from '#test/support/server-clock.ts'
import { shiftClock } from '#test/support/shifted-clock.ts'
import demoClub from '../demo/club.config.ts'

/** A Tuesday in autumn, 6:20 PM at the range: ten minutes into the practice. */
export const tuesdayEvening = '2026-10-27T22:20:00.000Z'

/** The demo club on a server of its own, at that moment for ever, to be photographed. Without the maps, which come from elsewhere. */
export async function openDemoClub() {
  const clock = await createServerClock(tuesdayEvening)
  const prepared = await prepareServer({ club: { ...demoClub, maps: {} }, env: clock.env })
  const seed = spawnSync(process.execPath, ['src/server/ops/cli/main.ts', 'seed', 'demo'], {
    env: prepared.env,
    encoding: 'utf8',
  })
  if (seed.status !== 0) throw new Error(seed.stdout + seed.stderr)
  const emailOf = (who: string) => new RegExp(`(\\S+@\\S+)\\s+${who}\\n`).exec(seed.stdout)?.[1] ?? ''
  const password = /the password "([^"]+)"/.exec(seed.stdout)?.[1] ?? ''
  const server = await startServerProcess({ again: prepared })
  return {
    officer: emailOf('officer'),
    member: emailOf('member with day passes'),
    /** A page on which they have signed in and see the live practice. */
    async open(browser: Browser, email: string, options: BrowserContextOptions) {
      const context = await browser.newContext({
        baseURL: server.url,
        reducedMotion: 'reduce',
        timezoneId: demoClub.timeZone,
        ...options,
      })
      await shiftClock(context, Date.parse(tuesdayEvening) - Date.now())
      const page = await context.newPage()
      await page.goto('/login')
      await page.getByLabel('Purdue Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Members in Attendance').waitFor()
      return page
    },
    /** Unless they hold one already: then Check In is what there is to do. */
    async holdPass(page: Page) {
      const usePass = page.getByRole('button', { name: 'Use Pass' })
      if (await usePass.isVisible()) await usePass.click()
      await usePass.waitFor({ state: 'hidden' })
      await settled(page)
    },
    settled,
    async [Symbol.asyncDispose]() {
      await server.dispose()
      await clock[Symbol.asyncDispose]()
    },
  }
}

/** With its pictures, and nothing on its way but the live stream. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
}
