import type { Result } from 'lighthouse'
import type { PagePath } from '#server/http/documents.ts'
import { filesOf, sizeOf } from '#test/support/built-files.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { startServerProcess } from '#test/support/server.ts'
import { type PageBrowser, startPageBrowser } from './page-browser.ts'
import type { StolenWatch } from './stolen.ts'

type Who = 'visitor' | 'newcomer' | 'member' | 'officer'

/** Every page, and whose eyes it is measured with. */
export const pages: Record<PagePath, Who> = {
  '/login': 'visitor',
  '/verify': 'visitor',
  '/reset': 'visitor',
  '/unsubscribe': 'visitor',
  '/code': 'visitor',
  '/welcome': 'newcomer',
  '/home': 'member',
  '/my-practices': 'member',
  '/info': 'member',
  '/my-pass': 'member',
  '/profile': 'member',
  '/scorecard': 'member',
  '/members': 'officer',
  '/manage-practices': 'officer',
  '/resources': 'officer',
}

/** What Lighthouse's mark for performance is made of; the rest of its advice takes longer than the visit. */
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

export type PageFigures = {
  route: PagePath
  /** Of what the document asks for at once, in kB of 1000 bytes. */
  jsGzip: number
  cssGzip: number
  /** Largest Contentful Paint and Total Blocking Time of a first visit, in ms, and its Cumulative Layout Shift. */
  lcp: number
  tbt: number
  cls: number
  /** Largest Contentful Paint of a later visit, in ms. */
  repeatLcp: number
  /** Lighthouse's marks, 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  /** How much of the processors' time the machine's host gave to others, in percent: the higher, the less the times say of the app. */
  stolen: number
}

export type Measured = PageFigures & { chunks: { name: string; gzip: number }[]; complaints: string[] }

export type PagesBench = Awaited<ReturnType<typeof startPagesBench>>

/** The built server on a small club, and a browser. */
export async function startPagesBench() {
  const server = await startServerProcess()
  const people: Record<Who, QuickMember | null> = {
    visitor: null,
    newcomer: await quickMember(server, { email: 'new@purdue.edu', wizard: false }),
    member: await quickMember(server, { email: 'noor@purdue.edu', first: 'Noor', last: 'Haddad' }),
    officer: await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true }),
  }
  const browser = await startPageBrowser()
  return {
    server,
    people,
    browser,
    async dispose() {
      await browser.dispose()
      await server.dispose()
    },
  }
}

type How = { runs: number; observed: boolean; watch: StolenWatch }

/** Visited so often, of all figures the medians count. Observed: on a line that is slow, instead of one that is reckoned to be. */
export async function measurePage(
  bench: PagesBench,
  route: PagePath,
  { runs, observed, watch }: How,
): Promise<Measured> {
  const { server, browser, people } = bench
  const url = server.url + route
  await signIn(browser, server.url, people[pages[route]])
  const begin = Date.now()
  const throttlingMethod = observed ? 'devtools' : 'simulate'
  const first = await browser.measure(url, {
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    throttlingMethod,
  })
  const visits = [first]
  while (visits.length < runs) visits.push(await browser.measure(url, { onlyAudits: figures, throttlingMethod }))
  await settle(browser, url)
  const later: Result[] = []
  while (later.length < runs)
    later.push(
      await browser.measure(url, {
        onlyAudits: ['largest-contentful-paint'],
        disableStorageReset: true,
        throttlingMethod,
      }),
    )
  const end = Date.now()
  const html = await (await fetch(url)).text()
  const { scripts, styles } = filesOf(html)
  return {
    route,
    jsGzip: round(sizeOf(scripts), 1),
    cssGzip: round(sizeOf(styles), 1),
    lcp: Math.round(medianOf(visits, 'largest-contentful-paint')),
    tbt: Math.round(medianOf(visits, 'total-blocking-time')),
    cls: round(medianOf(visits, 'cumulative-layout-shift'), 3),
    repeatLcp: Math.round(medianOf(later, 'largest-contentful-paint')),
    performance: median(visits.map((visit) => markOf(visit, 'performance'))),
    accessibility: markOf(first, 'accessibility'),
    bestPractices: markOf(first, 'best-practices'),
    stolen: Math.round(100 * watch.meanShareOf({ begin, end })),
    chunks: [...scripts, ...styles].map((name) => ({ name, gzip: round(sizeOf([name]), 1) })),
    complaints: complaintsOf(first),
  }
}

async function signIn(browser: PageBrowser, url: string, person: QuickMember | null) {
  await browser.withContext(async (context) => {
    await context.clearCookies()
    if (person === null) return
    const [name = '', value = ''] = person.cookie.split('=')
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  })
}

/** Visits it until its caches are full and its service worker, if it has one, has taken over. */
async function settle(browser: PageBrowser, url: string) {
  await browser.withContext(async (context) => {
    const page = await context.newPage()
    await page.goto(url)
    // What comes in a quiet moment has come too; the stream of changes never ends.
    await page.waitForTimeout(3000)
    await page.evaluate(async () => {
      if (await navigator.serviceWorker.getRegistration()) await navigator.serviceWorker.ready
    })
    await page.reload()
    await page.waitForTimeout(2000)
    await page.close()
  })
}

/** What keeps a page from the full mark for accessibility or best practices. */
function complaintsOf({ categories, audits }: Result) {
  return ['accessibility', 'best-practices']
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`)
}

function markOf({ categories }: Result, category: string) {
  return Math.round(100 * (categories[category]?.score ?? 0))
}

function medianOf(results: Result[], audit: string) {
  return median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
}

function median(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

function round(value: number, digits: number) {
  return Number(value.toFixed(digits))
}
