import { expect, type Page } from '@playwright/test'

/** Dialogs come in a page's first quiet moment: until this one's code is there. */
export async function partHasCome(page: Page, part: 'home-dialogs') {
  const hasCome = (name: string) =>
    performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}-`))
  await expect.poll(() => page.evaluate(hasCome, part)).toBe(true)
}
