import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServerProcess } from '#test/support/server.ts'

/** What a page says when its data may be out of date: no stream, or no server. A newer build is in offline.e2e.ts. */
const reconnecting = 'Reconnecting…'
/** Shown in its place when a request in flight has failed. */
const old = /^You seem to be offline\. Showing information from/

/** A page whose stream is open. */
async function openAna(open: Open, server: RunningServer, path: string) {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const person = await open(server, { as: ana, mayComplain: true })
  const stream = person.page.waitForResponse('**/live')
  await person.page.goto(path)
  await stream
  return person
}

/** In the page: notes how long after the browser's offline event these words show, in ms. */
function noteWhenSaid(words: string) {
  addEventListener('offline', () => {
    const begunAt = performance.now()
    const timer = setInterval(() => {
      if (!document.body.textContent.includes(words)) return
      clearInterval(timer)
      Object.assign(window, { saidAfterMs: performance.now() - begunAt })
    }, 20)
  })
}

// Shows: T83
test('without its stream a page says within a second that it’s offline, and recovers', async ({ server, open }) => {
  const { page, context } = await openAna(open, server, '/my-pass')
  await expect(page.getByText('2 day passes left')).toBeVisible()
  await page.evaluate(noteWhenSaid, 'You seem to be offline.')
  await context.setOffline(true)
  await expect(page.getByText(old)).toBeVisible()
  await expect.poll(() => page.evaluate(() => Number(Reflect.get(window, 'saidAfterMs')))).toBeLessThan(1000)
  await expect(page.getByText(reconnecting)).toHaveCount(0)
  await expect(page.getByText('2 day passes left')).toBeVisible()
  // Use Pass waits for a connection, and then goes through.
  await pressUsePass(page)
  await expect(page.getByRole('button', { name: 'Waiting for a connection' })).toBeVisible()
  await expect(page.getByText(/^Your pass isn’t used yet\./)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Day Pass' })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
  await expect(page.getByText('1 day pass left')).toBeVisible()
  await expect(page.getByText(old)).toHaveCount(0)
  await expect(page.getByText(reconnecting)).toHaveCount(0)
})

test('a dead connection that was never cut off is noticed by its silence', async ({ open }) => {
  await using server = await startServerProcess()
  const { page, context } = await openAna(open, server, '/my-pass')
  await page.clock.install()
  const stream = page.waitForResponse('**/live')
  await page.reload()
  await expect(page.getByText('2 day passes left')).toBeVisible()
  await stream
  await page.waitForTimeout(500)
  server.freeze()
  await page.clock.runFor(9000)
  await expect(page.getByText(old)).toHaveCount(0)
  await page.clock.runFor(6000)
  await expect(page.getByText(old)).toBeVisible()
  server.thaw()
  await page.clock.runFor(20_000)
  await expect(page.getByText(old)).toHaveCount(0)
  await expect(page.getByText(reconnecting)).toHaveCount(0)
  // It is the same build.
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)
  await context.close()
})
