import type { Page } from '@playwright/test'

type Keyboard = (height: number, panned?: number) => void

/** A phone whose keyboard covers the page, as on iOS: only the visual viewport shrinks. Call it before opening the page. */
export async function fakeKeyboard(page: Page) {
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 })
    Object.defineProperty(window, 'visualViewport', { value: viewport })
    const keyboard: Keyboard = (height, panned = 0) => {
      Object.assign(viewport, { height: innerHeight - height, offsetTop: panned })
      viewport.dispatchEvent(new Event('resize'))
    }
    Object.assign(window, { keyboard })
  })
  return {
    /** @param panned pixels of the page that are scrolled off the top */
    show: (height: number, panned = 0) =>
      page.evaluate((given) => (window as unknown as { keyboard: Keyboard }).keyboard(...given), [
        height,
        panned,
      ] as const),
    hide: () => page.evaluate(() => (window as unknown as { keyboard: Keyboard }).keyboard(0)),
  }
}
