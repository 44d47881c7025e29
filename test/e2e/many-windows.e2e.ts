import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

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

/** Returns a function with which an officer sets the member's day passes. */
async function dayPassSetter(server: RunningServer, member: QuickMember) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { members } = (await kai.call('members.get')) as { members: { id: string; email: string }[] }
  const memberId = members.find(({ email }) => email === member.email)?.id
  return (from: number, to: number) => kai.call('members.setDayPasses', { memberId, expected: from, value: to })
}

/** When each window shows the text, in milliseconds from now. */
function shownAfter(pages: Page[], text: string) {
  const begunAt = performance.now()
  return Promise.all(
    pages.map(async (page) => {
      await expect(card(page)).toHaveText(text)
      return performance.now() - begunAt
    }),
  )
}

/** Simulates what a page sees when it is hidden or shown; headless windows are always visible. */
function setVisibility(page: Page, state: 'hidden' | 'visible') {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

// Shows: T85
test('ten visible windows over HTTP/1.1 get every response and change', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const give = await dayPassSetter(server, ana)
  const { context, page } = await openPerson(browser, server)
  await page.close()
  await takeSession(context, server, ana)
  const open = new Set<unknown>()
  context.on('request', (request) => request.url().endsWith('/live') && open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  // A browser opens six connections to an HTTP/1.1 server: with one stream each, the seventh window would wait forever.
  const pages: Page[] = []
  while (pages.length < windows) pages.push(await openWindow(context))
  await expect.poll(() => open.size).toBe(streamsPerSession)
  for (const each of pages) {
    const tookMs = await each.evaluate(async () => {
      const begunAt = performance.now()
      await (await fetch('/rpc/session/get?data=%7B%7D')).text()
      return performance.now() - begunAt
    })
    expect(tookMs).toBeLessThan(followsWithinMs)
  }
  await give(2, 5)
  for (const tookMs of await shownAfter(pages, '5 day passes left')) expect(tookMs).toBeLessThan(followsWithinMs)
  // None of them reports a lost connection: each is up to date.
  for (const each of pages) await expect(each.getByText('Reconnecting')).toHaveCount(0)

  // When the window that holds the stream closes, another one takes over.
  await pages.pop()?.close()
  await expect.poll(() => open.size, { timeout: 5000 }).toBe(streamsPerSession)
  await give(5, 7)
  for (const tookMs of await shownAfter(pages, '7 day passes left')) expect(tookMs).toBeLessThan(followsWithinMs)
  await context.close()
})

// Shows: T85
test('a hidden window holds no stream and sends no request; shown again, it catches up', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const give = await dayPassSetter(server, ana)
  const { context, page } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  const stream = page.waitForResponse('**/live')
  await page.goto('/my-pass')
  await expect(card(page)).toHaveText('2 day passes left')
  await stream
  // Wait for what the page prefetches when it is idle.
  await untilQuiet(page)
  const asked: string[] = []
  await setVisibility(page, 'hidden')
  page.on('request', (request) => asked.push(request.url()))
  await give(2, 5)
  // Longer than the stream's delay, the polling interval, and a query's stale time.
  await page.waitForTimeout(17_000)
  expect(asked).toEqual([])
  await expect(card(page)).toHaveText('2 day passes left')
  await setVisibility(page, 'visible')
  expect(Math.max(...(await shownAfter([page], '5 day passes left')))).toBeLessThan(followsWithinMs)
  await context.close()
})

test('a page that comes back from the back/forward cache follows again', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const give = await dayPassSetter(server, ana)
  const { context, page } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  await page.goto('/my-pass')
  await expect(card(page)).toBeVisible()
  // The browser's events when it puts a page into the back/forward cache and restores it.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await give(2, 5)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(card(page)).toHaveText('5 day passes left')
  await give(5, 6)
  await expect(card(page)).toHaveText('6 day passes left')
  await context.close()
})
