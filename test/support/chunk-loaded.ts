import { expect, type Page } from '@playwright/test'

/** Dialogs come in a page's first quiet moment: until this one's code is there. */
export async function partHasCome(page: Page, part: 'home-dialogs') {
  const namesNow = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  let before: string[] = []
  const hasCome = async () => {
    const now = await namesNow()
    // With what it imports itself: nothing more has come for a while.
    const isQuiet = now.length === before.length
    before = now
    return isQuiet && now.some((name) => name.includes(`/${part}-`))
  }
  await expect.poll(hasCome, { intervals: [500] }).toBe(true)
}
