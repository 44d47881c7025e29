import { type Browser, chromium, type Page } from '@playwright/test'
import { scorecard } from '#test/support/score.ts'
import { requireBrowser } from '../../scripts/find-browser.mjs'
import { makeFigure } from './figure.ts'
import { type LargeClub, percentile, startLargeClub } from './large-club.ts'
import type { Part, PartContext } from './part.ts'
import { calmest, mostStolen, type Timed } from './stolen.ts'

const slowdown = 4
/** Four rounds of 36: as many as a 1440 has. */
const setup = { Rounds: '4', Ends: '6', 'Arrows per end': '6' }
const arrows = 144
/** Of so many cards the calmer half of the arrows counts. */
const cards = 2

export const part: Part = {
  name: 'arrows',
  about:
    'From a tap until its arrow is painted on a card of 144, on a phone’s screen and a processor that is four times slower; then from Undo to Redo.',
  engines: ['sqlite'],
  async measure(context) {
    const club = await startLargeClub(context)
    const browser = await chromium.launch({ executablePath: await requireBrowser(), chromiumSandbox: false })
    context.onEnd(() => browser.close())
    return [
      ...(await measureInput(context, browser, club, 'keypad')),
      ...(await measureInput(context, browser, club, 'target')),
    ]
  },
}

async function measureInput(context: PartContext, browser: Browser, club: LargeClub, input: Input) {
  const shot: Timed[] = []
  const late: Timed[] = []
  const redrawn: Timed[] = []
  for (let n = 0; n < cards; n++) {
    const { times, redraws } = await shootCard(browser, club, input)
    shot.push(...times)
    late.push(...times.slice(-36))
    redrawn.push(...redraws)
  }
  const figure = (name: string, timed: Timed[]) => {
    const counted = calmest(timed, timed.length / cards, club.watch)
    const ms = counted.map(({ took }) => took)
    return makeFigure(context, {
      name: `arrows.${input}${name}`,
      unit: 'ms p95',
      value: percentile(ms, 95),
      values: ms,
      ms,
      wanted: { of: 'value', atMost: 100 },
      note: `${mostStolen(counted, club.watch)}% stolen`,
    })
  }
  return [figure('', shot), figure('-last-36', late), figure('-undo-and-redo', redrawn)]
}

async function shootCard(browser: Browser, { server, officer }: LargeClub, input: Input) {
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
