import { expect, type Page } from '@playwright/test'

/** Dialogs load in a page's first idle moment: waits until this one's code is there. */
export async function partHasCome(page: Page, part: 'home-dialogs') {
  const namesNow = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  let before: string[] = []
  const hasCome = async () => {
    const now = await namesNow()
    // Its own imports as well: wait until no more files load.
    const isQuiet = now.length === before.length
    before = now
    return isQuiet && now.some((name) => name.includes(`/${part}-`))
  }
  await expect.poll(hasCome, { intervals: [500] }).toBe(true)
}
