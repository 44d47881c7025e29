import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

const windows = 10
const streamsPerSession = 4
/** Far below what the next slower way would take (15 seconds); how quick it is on a quiet machine: `npm run faults -- ten-windows`. */
const followsWithinMs = 6000
const card = (page: Page) => page.getByText(/^\d+ day pass(es)? left$/)

async function openWindow(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/my-pass')
  await expect(card(page)).toBeVisible()
  return page
}

/** An officer's hand: sets the member's day passes. */
async function passGiver(server: RunningServer, member: QuickMember) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { members } = (await kai.call('members.get')) as { members: { id: string; email: string }[] }
  const memberId = members.find(({ email }) => email === member.email)?.id
  return (from: number, to: number) => kai.call('members.setDayPasses', { memberId, expected: from, value: to })
}

/** When each window shows it, in milliseconds from now. */
function shownAfter(pages: Page[], text: string) {
  const begunAt = performance.now()
  return Promise.all(
    pages.map(async (page) => {
      await expect(card(page)).toHaveText(text)
      return performance.now() - begunAt
    }),
  )
}

/** How a page sees that it is put out of sight or back; headless windows are always in sight. */
function setVisibility(page: Page, state: 'hidden' | 'visible') {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('ten visible windows of one browser over HTTP/1.1 all get their responses and follow each change', async ({
  browser,
}) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const give = await passGiver(server, ana)
  const { context, page } = await openPerson(browser, server)
  await page.close()
  await takeSession(context, server, ana)
  const open = new Set<unknown>()
  context.on('request', (request) => request.url().endsWith('/live') && open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  // A browser opens six connections to a server that speaks HTTP/1.1: with a stream in each, the seventh window would wait forever.
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
  // None of them says that it lost its connection: each is up to date.
  for (const each of pages) await expect(each.getByText('Reconnecting')).toHaveCount(0)

  // When a window with a stream goes, one without has it.
  await pages.pop()?.close()
  await expect.poll(() => open.size, { timeout: 5000 }).toBe(streamsPerSession)
  await give(5, 7)
  for (const tookMs of await shownAfter(pages, '7 day passes left')) expect(tookMs).toBeLessThan(followsWithinMs)
  await context.close()
})

test('a hidden window holds no stream and sends no request; shown again, it catches up', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const give = await passGiver(server, ana)
  const { context, page } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  const stream = page.waitForResponse('**/live')
  await page.goto('/my-pass')
  await expect(card(page)).toHaveText('2 day passes left')
  await stream
  // What the page fetches ahead when it is idle.
  await untilQuiet(page)
  const asked: string[] = []
  await setVisibility(page, 'hidden')
  page.on('request', (request) => asked.push(request.url()))
  await give(2, 5)
  // Longer than a stream takes to tell, a poll to ask, and a query to be stale.
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
  const give = await passGiver(server, ana)
  const { context, page } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  await page.goto('/my-pass')
  await expect(card(page)).toBeVisible()
  // What the browser tells a page when it puts it aside and takes it out again.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await give(2, 5)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(card(page)).toHaveText('5 day passes left')
  await give(5, 6)
  await expect(card(page)).toHaveText('6 day passes left')
  await context.close()
})
