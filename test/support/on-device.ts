import { expect, type Page } from '@playwright/test'

/**
 * Waits until the app and its data are cached on the device, as after a visit, so that it opens without a connection. It's more than a
 * hundred files, which takes long while other browsers load theirs.
 */
export async function isOnDevice(page: Page) {
  const isCached = () =>
    page.evaluate(async () => {
      const names = Object.keys(localStorage).join()
      const answers = ['home', 'passes', 'info', 'scorecards'].every((name) => names.includes(`answer:${name}`))
      const shell = await caches.match('/shell.html', { ignoreSearch: true })
      return answers && shell !== undefined && navigator.serviceWorker.controller !== null
    })
  await expect.poll(isCached, { timeout: 40_000 }).toBe(true)
}
