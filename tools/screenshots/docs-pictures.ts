import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { scorecard } from '#test/support/score.ts'
import { requireChromium } from '../../scripts/browsers.mjs'
import { openDemoClub } from '../../scripts/demo-club.ts'
import { browserFrame, frameStyle, phoneFrame } from './picture-frames.ts'

// Takes the pictures in README.md: pages of the demo club on phones and on an officer's screen. `npm run pictures` writes them to
// docs/pictures/; they are committed.

const folder = join(import.meta.dirname, '../..', 'docs', 'pictures')
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 }
const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }

/** Arrows as offsets from the target's center, in half widths: one end, and most of another. */
const arrows: [right: number, up: number][] = [
  [0.05, 0.08],
  [-0.12, 0.04],
  [0.22, -0.16],
  [0.02, -0.3],
  [-0.06, 0.2],
  [0.34, 0.1],
  [0.06, -0.05],
  [-0.18, 0.1],
  [0.12, 0.22],
  [-0.04, -0.2],
  [0.3, -0.06],
]

await using club = await openDemoClub()
const browser = await chromium.launch({ executablePath: await requireChromium(), chromiumSandbox: false })
try {
  const { home, pass, card, trends } = await onPhones(browser)
  const places = ['left: 34px; top: 84px', 'left: 298px; top: 34px', 'left: 562px; top: 84px', 'left: 826px; top: 34px']
  const phones = [pass, home, card, trends].map((shot, i) => phoneFrame(shot, `${places[i]}; width: 240px`))
  await keep(browser, 'phones', { width: 1100, height: 640, inside: phones.join('') })
  const { members, live } = await onScreens(browser)
  const inside = [
    browserFrame(members, 'left: 36px; top: 44px; width: 872px'),
    phoneFrame(live, 'left: 836px; top: 96px; width: 236px'),
  ]
  await keep(browser, 'officers', { width: 1100, height: 680, inside: inside.join('') })
} finally {
  await browser.close()
}

/** What a member sees: the pass, the live practice, and their scores in dark mode. */
async function onPhones(browser: Browser) {
  const page = await club.open(browser, club.member, phone)
  await club.holdPass(page)
  const home = await page.screenshot()
  await page.goto('/my-pass')
  await page.getByRole('button', { name: 'Not now' }).click()
  // Reload, so that the message about it is gone.
  await page.reload()
  const pass = await take(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const cards = scorecard(page)
  await cards.start({ mode: 'World Archery', round: 'Half WA 720 recurve' })
  for (const [right, up] of arrows) await cards.click(right, up)
  await page.getByRole('button', { name: /^Re-enter end 2, arrow 5/ }).waitFor({ state: 'attached' })
  const card = await take(page)
  await page.goto('/scorecard')
  await page.getByRole('button', { name: 'Trends' }).click()
  await page.getByText('Handicap').first().waitFor()
  await page.getByRole('button', { name: 'Trends' }).evaluate((button) => {
    window.scrollBy(0, button.getBoundingClientRect().top - 20)
  })
  const trends = await take(page)
  await page.context().close()
  return { home, pass, card, trends }
}

/** What officers see: all members, and the practice they have started. */
async function onScreens(browser: Browser) {
  const wide = await club.open(browser, club.officer, screen)
  await wide.goto('/members')
  await wide.getByRole('row').nth(8).waitFor()
  await wide.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const members = await take(wide)
  await wide.context().close()
  const narrow = await club.open(browser, club.officer, { ...phone, colorScheme: 'dark' })
  const live = await take(narrow)
  await narrow.context().close()
  return { members, live }
}

async function take(page: Page) {
  await page.mouse.move(0, 0)
  await club.settled(page)
  return page.screenshot()
}

type Plate = { width: number; height: number; inside: string }

/** Puts framed pictures on a paper background, which looks right on light and dark pages. */
async function keep(browser: Browser, name: string, { width, height, inside }: Plate) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.6 })
  await page.setContent(`<style>${frameStyle}</style><main>${inside}</main>`)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const file = join(folder, `${name}.webp`)
  const { size } = await sharp(await page.screenshot({ omitBackground: true }))
    .webp({ quality: 84, effort: 6, smartSubsample: true })
    .toFile(file)
  process.stdout.write(`${file}: ${size} bytes\n`)
  await page.close()
}
