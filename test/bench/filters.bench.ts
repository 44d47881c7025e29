import { chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../../scripts/find-browser.mjs'
import { type Figure, makeFigure, median } from './figure.ts'
import { type LargeClub, percentile, startLargeClub } from './large-club.ts'
import type { Part, PartContext } from './part.ts'
import { calmest, mostStolen, type Timed } from './stolen.ts'

const slowdown = 4
const presses = 50
/** The same keys again and again; of each press the calmest count. */
const rounds = { all: 6, counted: 5 }

export const part: Part = {
  name: 'filters',
  about:
    'From a key press in the search field of 5,000 members or 2,000 practices until the rows that fit are painted, on a processor that is four times slower.',
  engines: ['sqlite'],
  measure: async (context) => measureFilterPaint(context, await startLargeClub(context)),
}

/** Of each of the 50 presses the median of five rounds counts; the spread is that of the rounds alone. */
async function measureFilterPaint(context: PartContext, { server, officer, watch }: LargeClub) {
  const browser = await chromium.launch({ executablePath: await requireBrowser(), chromiumSandbox: false })
  try {
    const results: Figure[] = []
    for (const [page, path, words] of [
      ['members', '/members', ['member4321', 'bowman', 'garcia', 'member7', 'inés']],
      ['manage practices', '/manage-practices', ['evening', 'number 15', '2024', 'number 1999', 'range']],
    ] as const)
      for (const width of [390, 1280]) {
        const window = await browser.newContext({ viewport: { width, height: 844 } })
        const [name = '', value = ''] = officer.cookie.split('=')
        await window.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }])
        const tab = await window.newPage()
        await tab.goto(server.url + path)
        await tab.getByRole('searchbox').waitFor()
        await tab.locator('[data-key], [role=rowheader], th[scope=row]').first().waitFor()
        // What comes after the list, as the parts of dialogs, has come too.
        await tab.waitForTimeout(1500)
        const session = await window.newCDPSession(tab)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        const runs: Timed[][] = []
        for (let n = 0; n < rounds.all; n++) runs.push(await pressKeys(tab, [...words]))
        const counted = Array.from({ length: presses }, (_, press) =>
          calmest(
            runs.flatMap((run) => run[press] ?? []),
            rounds.counted,
            watch,
          ),
        )
        const times = counted.map((each) => median(each.map(({ took }) => took)))
        const p95OfEach = runs.map((run) =>
          percentile(
            run.map(({ took }) => took),
            95,
          ),
        )
        results.push(
          makeFigure(context, {
            name: `filters.${page.replaceAll(' ', '-')}-${width}`,
            unit: 'ms p95',
            value: percentile(times, 95),
            values: p95OfEach,
            ms: times,
            wanted: { of: 'value', atMost: 100 },
            note: `${mostStolen(counted.flat(), watch)}% stolen`,
          }),
        )
        await window.close()
      }
    return results
  } finally {
    await browser.close()
  }
}

/** Types each word letter by letter and empties the field again. Measured in the page, from the event until the next paint. */
function pressKeys(tab: Page, words: string[]) {
  return tab.evaluate(
    async ([words, presses]) => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const times: { begin: number; end: number; took: number }[] = []
      for (let n = 0; times.length < presses; n++) {
        const word = words[n % words.length] ?? ''
        const texts = [...Array.from(word, (_, i) => word.slice(0, i + 1)), '']
        for (const text of texts.slice(0, presses - times.length)) {
          const begin = performance.now()
          set?.call(field, text)
          field?.dispatchEvent(new Event('input', { bubbles: true }))
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          const end = performance.now()
          times.push({ begin: performance.timeOrigin + begin, end: performance.timeOrigin + end, took: end - begin })
          // A thumb is not faster.
          await new Promise((resolve) => setTimeout(resolve, 120))
        }
      }
      return times
    },
    [words, presses] as const,
  )
}
