import type { BrowserContext, Page } from '@playwright/test'

/** Everything that this device stores for the app, names and contents, as one text. */
export async function keptOnDevice(page: Page, context: BrowserContext) {
  return `${await page.evaluate(storedInPage)}\n${JSON.stringify(await context.cookies())}`
}

/**
 * Runs in the page, so it can't use anything from its scope. @returns everything stored that the page can read, so
 * without `httpOnly` cookies
 */
export async function storedInPage() {
  const kept: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
  kept.push(document.cookie, window.name, JSON.stringify(history.state))
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      kept.push(
        name,
        store,
        JSON.stringify(await settled(rows.getAllKeys())),
        JSON.stringify(await settled(rows.getAll())),
      )
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      kept.push(name, request.url, (await answer?.text()) ?? '')
    }
  }
  return kept.join('\n')
}
