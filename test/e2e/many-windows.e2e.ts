import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'

const windows = 10
const card = (page: Page) => page.getByText(/^\d+ day pass(es)? left$/)

async function openWindow(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/my-pass')
  await expect(card(page)).toBeVisible()
  return page
}

test('ten windows of one browser share one stream: all are answered, all show what changes, and when one goes another has it (T85)', async ({
  browser,
}) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { context, page } = await openPerson(browser, server)
  await page.close()
  await takeSession(context, server, ana)
  let streams = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/live')) streams += 1
  })
  // A browser opens six lines to a server that speaks HTTP/1.1: the seventh window would wait for ever.
  const pages: Page[] = []
  while (pages.length < windows) pages.push(await openWindow(context))
  for (const each of pages) expect(await each.evaluate(() => document.visibilityState)).toBe('visible')
  expect(streams).toBe(1)

  const { members } = (await kai.call('members.get')) as { members: { id: string; email: string }[] }
  const memberId = members.find(({ email }) => email === ana.email)?.id
  const give = (from: number, to: number) => kai.call('members.setDayPasses', { memberId, expected: from, value: to })
  await give(2, 5)
  for (const each of pages) await expect(card(each)).toHaveText('5 day passes left')

  await pages.shift()?.close()
  await expect.poll(() => streams).toBe(2)
  await give(5, 7)
  for (const each of pages) await expect(card(each)).toHaveText('7 day passes left')
  expect(streams).toBe(2)
  await context.close()
})

test('a window that sleeps with the stream in its hands loses it to one that is awake', async ({ browser }) => {
  await using server = await startServer()
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { context, page } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  // As seen by the others: it says nothing any more.
  await page.addInitScript(() => {
    const say = BroadcastChannel.prototype.postMessage
    BroadcastChannel.prototype.postMessage = function (word: unknown) {
      if (document.documentElement.dataset.asleep === undefined) say.call(this, word)
    }
  })
  const begun = page.waitForResponse('**/live')
  await page.goto('/my-pass')
  await begun
  await expect(card(page)).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-asleep', ''))
  const second = await context.newPage()
  const own = second.waitForResponse('**/live')
  await second.goto('/my-pass')
  await own
  await page.evaluate(() => document.documentElement.removeAttribute('data-asleep'))
  await ana.call('passes.use')
  for (const each of [page, second]) await expect(card(each)).toHaveText('1 day pass left')
  await context.close()
})
