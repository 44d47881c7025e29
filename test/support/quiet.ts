import type { Page } from '@playwright/test'

const quietMs = 500

/**
 * Waits until no request of this page has begun or ended for half a second. Playwright's `networkidle` waits for the live
 * stream too in Firefox, and that stays open.
 */
export async function untilQuiet(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer = setTimeout(resolve, quietMs)
  const startOver = () => {
    clearTimeout(timer)
    timer = setTimeout(resolve, quietMs)
  }
  page.on('request', startOver)
  page.on('requestfinished', startOver)
  page.on('requestfailed', startOver)
  await promise
  page.off('request', startOver)
  page.off('requestfinished', startOver)
  page.off('requestfailed', startOver)
}
