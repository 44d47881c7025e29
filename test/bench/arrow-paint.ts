import { type Browser, chromium, type Page } from '@playwright/test'
import { scorecard } from '#test/support/score.ts'
import { requireBrowser } from '../../scripts/find-browser.mjs'
import { type LargeClub, percentile } from './large-club.ts'
import { calmest, mostStolen, type StolenWatch, type Timed } from './stolen.ts'

const slowdown = 4
/** Four rounds of 36: as many as a 1440 has. */
const setup = { Rounds: '4', Ends: '6', 'Arrows per end': '6' }
const arrows = 144
/** Of so many cards the calmer half of the arrows counts. */
const cards = 2

type Club = Pick<LargeClub, 'server' | 'officer'>

/** From a tap until its arrow is painted, on a phone's screen and a processor that is four times slower; then from Undo to Redo. */
export async function measureArrowPaint(club: Club, watch: StolenWatch) {
  const browser = await chromium.launch({ executablePath: await requireBrowser(), chromiumSandbox: false })
  try {
    return [await measure(browser, club, 'keypad', watch), await measure(browser, club, 'target', watch)]
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, club: Club, input: Input, watch: StolenWatch) {
  const shot: Timed[] = []
  const late: Timed[] = []
  const redrawn: Timed[] = []
  for (let n = 0; n < cards; n++) {
    const { times, redraws } = await shootCard(browser, club, input)
    shot.push(...times)
    late.push(...times.slice(-36))
    redrawn.push(...redraws)
  }
  const figures = (timed: Timed[]) => {
    const counted = calmest(timed, timed.length / cards, watch)
    const times = counted.map(({ took }) => took)
    return {
      counted: times.length,
      p50: percentile(times, 50),
      p95: percentile(times, 95),
      stolen: mostStolen(counted, watch),
    }
  }
  return { input, ...figures(shot), lastRound: figures(late), redraw: figures(redrawn) }
}

async function shootCard(browser: Browser, { server, officer }: Club, input: Input) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: server.url })
  const [name = '', value = ''] = officer.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto('/scorecard')
  await page.getByRole('radio', { name: 'World Archery' }).check()
  for (const [label, count] of Object.entries(setup))
    await page.getByRole('spinbutton', { name: label, exact: true }).fill(count)
  await page.getByRole('button', { name: 'Start scoring' }).click()
  await scorecard(page).target.waitFor()
  // What comes after the card has come too.
  await page.waitForTimeout(1500)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const times =
    input === 'keypad'
      ? await page.evaluate(press, { keys: ['10', '9', '8', '7', '6'], presses: arrows })
      : await aim(page)
  await scorecard(page).expectArrows(arrows)
  const redraws = await page.evaluate(press, { keys: ['Undo', 'Redo'], presses: 20 })
  await context.close()
  return { times, redraws }
}

type Input = 'keypad' | 'target'

/** Within the page: buttons one after the other, from each press until the next paint. */
async function press({ keys, presses }: { keys: string[]; presses: number }) {
  const times: { begin: number; end: number; took: number }[] = []
  for (let n = 0; n < presses; n++) {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === keys[n % keys.length],
    )
    const begin = performance.now()
    button?.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const end = performance.now()
    times.push({ begin: performance.timeOrigin + begin, end: performance.timeOrigin + end, took: end - begin })
    // An archer is not faster.
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
  return times
}

/** The mouse on the target, from letting go until the next paint. */
async function aim(page: Page) {
  await page.evaluate(() => {
    const times: { begin: number; end: number; took: number }[] = []
    Object.assign(window, { times })
    const origin = performance.timeOrigin
    addEventListener(
      'pointerup',
      () => {
        const begin = performance.now()
        requestAnimationFrame(() =>
          setTimeout(() => {
            const end = performance.now()
            times.push({ begin: origin + begin, end: origin + end, took: end - begin })
          }),
        )
      },
      true,
    )
  })
  const card = scorecard(page)
  for (let n = 0; n < arrows; n++) {
    await card.click((n % 7) / 10 - 0.3, (n % 5) / 10 - 0.2)
    await page.waitForTimeout(120)
  }
  return page.evaluate(() => (window as unknown as { times: Timed[] }).times)
}
