import { expect, type Page } from '@playwright/test'

/** Waits until the app and its data are cached on the device, as after a visit, so that it opens without a connection. */
export async function isOnDevice(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = Object.keys(localStorage).join()
        const answers = ['home', 'passes', 'info', 'scorecards'].every((name) => names.includes(`answer:${name}`))
        const shell = await caches.match('/shell.html', { ignoreSearch: true })
        return answers && shell !== undefined && navigator.serviceWorker.controller !== null
      }),
    )
    .toBe(true)
}
