import { expect, type Page } from '@playwright/test'
import type { ArrowValue } from '#domain/scorecards/faces.ts'

/** The scorecard in a browser, with the archer's actions. */
export function scorecard(page: Page) {
  const target = page.getByRole('application', { name: /^Target/ })
  // Buttons while scoring, plain text in the results.
  const chips = page.locator('table[data-arrows] tbody [data-color]')
  const name = (value: ArrowValue) => (value === 0 ? 'M, miss' : String(value))
  return {
    target,
    /** Starts a card from the set-up page; options that aren't given keep the form's defaults. */
    async start({ mode, round }: { mode?: 'Club rings' | 'World Archery'; round?: string } = {}) {
      await page.goto('/scorecard')
      if (mode || round) await page.getByRole('button', { name: 'Customize' }).click()
      if (mode) await page.getByRole('radio', { name: mode }).check()
      if (round) await page.getByLabel('Round', { exact: true }).selectOption(round)
      await page.getByRole('button', { name: 'Start scoring' }).click()
      await target.waitFor()
    },
    key: (value: ArrowValue) => page.getByRole('button', { name: name(value), exact: true }).click(),
    /** With the target's keyboard shortcuts. */
    type: (value: ArrowValue) => target.press(value === 10 ? 't' : value === 0 ? 'm' : String(value)),
    /** Starts to enter an arrow again. */
    again: (end: number, arrow: number) =>
      page.getByRole('button', { name: new RegExp(`^Re-enter end ${end}, arrow ${arrow}:`) }).click(),
    /** Relative to the drawing's middle, in units of half its width. */
    async click(right: number, up: number) {
      const box = await target.boundingBox()
      if (!box) throw new Error('the target is not shown')
      // The drawing keeps its proportions within the element.
      const half = Math.min(box.width, box.height) / 2
      await page.mouse.click(box.x + box.width / 2 + right * half, box.y + box.height / 2 - up * half)
    },
    /** The contents of the table, one line per end: `1 X 10 9 29 29`. */
    async table() {
      const rows = await page.locator('table[data-arrows] tbody tr').allInnerTexts()
      return rows.map((row) => row.split(/\s+/).filter(Boolean).join(' '))
    },
    /** The table, and the target with the marks of the current end, which a full card doesn't have. */
    async looks() {
      const [drawing] = await target.locator('> g').all()
      return [...(await this.table()), (await drawing?.innerHTML()) ?? '']
    },
    /** Resolves with the card's first frame, which is complete. */
    shown: () => page.waitForFunction(() => document.querySelector('table[data-arrows]') !== null),
    /** Resolves as soon as this many arrows are in the table: `expectArrows` only polls now and then. */
    painted: (count: number) => chips.nth(count - 1).waitFor(),
    async expectArrows(count: number) {
      await expect.poll(async () => (await this.values()).length).toBe(count)
    },
    values: () => chips.allInnerTexts(),
    /** Chooses from the card's menu. */
    async more(item: string) {
      await page.getByRole('button', { name: 'More for this scorecard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: item }).click()
    },
    /**
     * Resolves when the server has all arrows. A press that comes while the device is writing shows a moment later, and
     * until then the card still says that all are saved; so give the count after a press.
     */
    async saved(count = 0) {
      if (count > 0) await this.painted(count)
      await expect(page.getByText('All arrows are saved.')).toBeAttached()
    },
    cardId: () => new URL(page.url()).searchParams.get('card') ?? '',
  }
}

/** Every card on this device, of any member. */
export const cardsOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ id: string; slots: unknown[] }[]>((resolve) => {
        const opening = indexedDB.open('quiver')
        opening.onsuccess = () => {
          const all = opening.result.transaction('cards').objectStore('cards').getAll()
          opening.result.close()
          all.onsuccess = () => resolve(all.result)
        }
      }),
  )
