import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { memberIdOf, quickMember } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import type { RunningServer } from '#test/support/server.ts'

const windows = 10
const streamsPerSession = 4
/** Well below the next slower mechanism (15 seconds); for the time on a quiet machine, run `npm run faults -- ten-windows`. */
const followsWithinMs = 6000
const card = (page: Page) => page.getByText(/^\d+ day pass(es)? left$/)

async function openWindow(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/my-pass')
  await expect(card(page)).toBeVisible()
  return page
}

/** A member, and a function with which an officer sets their day passes. */
async function openAna(open: Open, server: RunningServer) {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const memberId = await memberIdOf(kai, ana.email)
  const give = (from: number, to: number) => kai.call('members.setDayPasses', { memberId, expected: from, value: to })
  return { ...(await open(server, { as: ana })), give }
}

/** When the last of the windows shows the text, in milliseconds from now. */
async function shownAfter(pages: Page[], text: string) {
  const begunAt = performance.now()
  await Promise.all(pages.map((page) => expect(card(page)).toHaveText(text)))
  return performance.now() - begunAt
}

// Shows: T85
test('ten visible windows over HTTP/1.1 get every response and change', async ({ server, open }) => {
  const { context, page, give } = await openAna(open, server)
  await page.close()
  const streams = new Set<unknown>()
  context.on('request', (request) => request.url().endsWith('/live') && streams.add(request))
  context.on('requestfinished', (request) => streams.delete(request))
  context.on('requestfailed', (request) => streams.delete(request))
  // A browser opens six connections to an HTTP/1.1 server: with one stream each, the seventh window would wait forever.
  const pages: Page[] = []
  while (pages.length < windows) pages.push(await openWindow(context))
  await expect.poll(() => streams.size).toBe(streamsPerSession)
  for (const each of pages) {
    const tookMs = await each.evaluate(async () => {
      const begunAt = performance.now()
      await (await fetch('/rpc/session/get?data=%7B%7D')).text()
      return performance.now() - begunAt
    })
    expect(tookMs).toBeLessThan(followsWithinMs)
  }
  await give(2, 5)
  expect(await shownAfter(pages, '5 day passes left')).toBeLessThan(followsWithinMs)
  // None of them reports a lost connection: each is up to date.
  for (const each of pages) await expect(each.getByText('Reconnecting')).toHaveCount(0)

  // When the window that holds the stream closes, another one takes over.
  await pages.pop()?.close()
  await expect.poll(() => streams.size, { timeout: 5000 }).toBe(streamsPerSession)
  await give(5, 7)
  expect(await shownAfter(pages, '7 day passes left')).toBeLessThan(followsWithinMs)
})

// Shows: T85
test('a hidden window holds no stream and sends no request; shown again, it catches up', async ({ server, open }) => {
  const { page, give } = await openAna(open, server)
  /** Simulates what a page sees when it is hidden or shown; headless windows are always visible. */
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await page.clock.install()
  const stream = page.waitForResponse('**/live')
  await page.goto('/my-pass')
  await expect(card(page)).toHaveText('2 day passes left')
  await stream
  // Wait for what the page prefetches when it is idle.
  await untilQuiet(page)
  const asked: string[] = []
  await setVisibility('hidden')
  page.on('request', (request) => asked.push(request.url()))
  await give(2, 5)
  // Longer than the stream's delay, the polling interval, and a query's stale time.
  await page.clock.runFor(17_000)
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await expect(card(page)).toHaveText('2 day passes left')
  await setVisibility('visible')
  expect(await shownAfter([page], '5 day passes left')).toBeLessThan(followsWithinMs)

  // The browser's events when it puts a page into the back/forward cache and restores it.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await give(5, 6)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(card(page)).toHaveText('6 day passes left')
  await give(6, 7)
  await expect(card(page)).toHaveText('7 day passes left')
})
