import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { run } from '#server/cli/program.ts'
import { demoPassword } from '#server/cli/seed/seed-demo.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import demoClub from '../demo/club.config.ts'
import { requireBrowser } from './find-browser.mjs'

// The pictures that a phone or a computer shows before the app is installed (src/server/http/web-manifest.ts): the home page
// of the demo club, taken by `npm run screenshots` into public/screenshots/ and committed.

const folder = join(import.meta.dirname, '..', 'public', 'screenshots')
const views = [
  { name: 'narrow', width: 390, height: 844, sharpness: 2 },
  { name: 'wide', width: 1280, height: 800, sharpness: 1 },
]

mkdirSync(folder, { recursive: true })
// Without the maps, which come from elsewhere.
const prepared = await prepareServer({ club: { ...demoClub, maps: {} } })
const said: string[] = []
const say = (line: string) => void said.push(line)
const code = await run(['seed', 'demo'], { env: prepared.env, say, complain: say })
if (code !== 0) throw new Error(said.join('\n'))
const email = /(\S+@\S+)\s+member with day passes/.exec(said.join('\n'))?.[1] ?? ''
const server = await startServerProcess({ again: prepared })
const browser = await chromium.launch({ executablePath: await requireBrowser(), chromiumSandbox: false })
try {
  for (const view of views) await take(browser, view)
} finally {
  await browser.close()
  await server.dispose()
}

async function take(browser: Browser, { name, width, height, sharpness }: (typeof views)[number]) {
  const page = await browser.newPage({
    baseURL: server.url,
    viewport: { width, height },
    deviceScaleFactor: sharpness,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    timezoneId: demoClub.timeZone,
  })
  await page.goto('/login')
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Members in Attendance').waitFor()
  // With a pass, so that Check In is what there is to do.
  const usePass = page.getByRole('button', { name: 'Use Pass' })
  if (await usePass.isVisible()) await usePass.click()
  await usePass.waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  const file = join(folder, `${name}.webp`)
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 78, effort: 6 })
    .toFile(file)
  process.stdout.write(`${file}: ${size} bytes\n`)
  await page.close()
}
