import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** Stands in for the remote host of a new club's sample maps. */
export const stubSampleMaps = (context: BrowserContext) =>
  context.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title><h1>A sample map</h1>' }),
  )

/** The button over the displayed map; with a title, only while that map is displayed. */
export const enlarge = (page: Page, title: string | RegExp = /./) =>
  page.getByRole('button', { name: new RegExp(`^Enlarge the map: ${typeof title === 'string' ? title : ''}`) })

export const barOf = (page: Page) => page.locator('[class*=track] > [class*=bar]')

/** The progress of the displayed map's turn: running or paused, and how far. */
export function timeOf(bar: Locator) {
  return bar.evaluate(async (element) => {
    const [animation] = element.getAnimations()
    // Pausing, too, takes until the next frame.
    await animation?.ready
    return { state: animation?.playState, ms: Number(animation?.currentTime) }
  })
}

export async function expectTime(page: Page, state: 'running' | 'paused') {
  await expect.poll(async () => (await timeOf(barOf(page))).state).toBe(state)
}

/** Moves the displayed map's turn to this time and lets it continue from there. */
export function moveTime(page: Page, ms: number) {
  return barOf(page).evaluate((element, ms) => {
    const [animation] = element.getAnimations()
    if (!animation) throw new Error('the bar does not move')
    animation.currentTime = ms
  }, ms)
}
