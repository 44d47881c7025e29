import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { requireChromium } from '../../scripts/browsers.mjs'
import { openDemoClub } from '../../scripts/demo-club.ts'

// Takes the screenshots for the web app manifest (src/server/http/web-manifest.ts), which phones and computers show before installing:
// the home page of the demo club. `npm run screenshots` writes them to public/screenshots/; they are committed.

const folder = join(import.meta.dirname, '../..', 'public', 'screenshots')
const views = [
  { name: 'narrow', width: 390, height: 844, sharpness: 2 },
  { name: 'wide', width: 1280, height: 800, sharpness: 1 },
]

mkdirSync(folder, { recursive: true })
await using club = await openDemoClub()
const browser = await chromium.launch({ executablePath: await requireChromium(), chromiumSandbox: false })
try {
  for (const { name, width, height, sharpness } of views) {
    const page = await club.open(browser, club.member, { viewport: { width, height }, deviceScaleFactor: sharpness })
    await club.holdPass(page)
    const file = join(folder, `${name}.webp`)
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: 70, effort: 6 })
      .toFile(file)
    process.stdout.write(`${file}: ${size} bytes\n`)
    await page.close()
  }
} finally {
  await browser.close()
}
