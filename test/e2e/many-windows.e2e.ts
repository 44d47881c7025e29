import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { memberIdOf } from '#test/support/quick-member.ts'

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

/** When the last of the windows shows the text, in milliseconds from now. */
async function shownAfter(pages: Page[], text: string) {
  const begunAt = performance.now()
  await Promise.all(pages.map((page) => expect(card(page)).toHaveText(text)))
  return performance.now() - begunAt
}

// Shows: T85
test('ten visible windows over HTTP/1.1 get every response and change', async ({ server, ana, kai, open }) => {
  const memberId = await memberIdOf(kai, ana.email)
  const give = (from: number, to: number) => kai.call('members.setDayPasses', { memberId, expected: from, value: to })
  const { context, page } = await open(server, { as: ana })
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
