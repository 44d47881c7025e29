import { spawnSync } from 'node:child_process'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { createServerClock } from '#test/support/server-clock.ts'
import { shiftClock } from '#test/support/shifted-clock.ts'
import demoClub from '../demo/club.config.ts'

/** A Tuesday in the fall, 6:20 PM at the range: ten minutes into the practice. */
export const tuesdayEvening = '2026-10-27T22:20:00.000Z'

/** Starts a server with the demo club for taking pictures. Its clock stays at that moment, and maps are off because they load from other sites. */
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
    /** Opens a page where this person is logged in and sees the live practice. */
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
    /** Uses a pass, unless one is already active. */
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

/** Waits until pictures are loaded and no request is pending except the live stream. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
}
