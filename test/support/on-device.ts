import { expect, type Page } from '@playwright/test'

/** Whether the app and its data are cached as after a visit, so that it opens without a connection. Runs in the page. */
export async function isCachedInPage() {
  const names = Object.keys(localStorage).join()
  const answers = ['home', 'passes', 'info', 'scorecards'].every((name) => names.includes(`answer:${name}`))
  const shell = await caches.match('/shell.html', { ignoreSearch: true })
  return answers && shell !== undefined && navigator.serviceWorker.controller !== null
}

/** It's more than a hundred files, which takes long while other browsers load theirs. */
export async function isOnDevice(page: Page) {
  await expect.poll(() => page.evaluate(isCachedInPage), { timeout: 40_000 }).toBe(true)
}
