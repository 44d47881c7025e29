import { expect, type Locator, type Page } from '@playwright/test'

/** The button over the map that is shown; with a title, only while it is that one. */
export const enlarge = (page: Page, title: string | RegExp = /./) =>
  page.getByRole('button', { name: new RegExp(`^Enlarge the map: ${typeof title === 'string' ? title : ''}`) })

export const barOf = (page: Page) => page.locator('[class*=track] > [class*=bar]')

/** How the time of the shown map goes: running or paused, and how much of it is over. */
export function timeOf(bar: Locator) {
  return bar.evaluate(async (element) => {
    const [animation] = element.getAnimations()
    // Stopping, too, takes until the next frame.
    await animation?.ready
    return { state: animation?.playState, ms: Number(animation?.currentTime) }
  })
}

export async function expectTime(page: Page, state: 'running' | 'paused') {
  await expect.poll(async () => (await timeOf(barOf(page))).state).toBe(state)
}

/** Moves the time of the shown map, and lets it run on from there. */
export function moveTime(page: Page, ms: number) {
  return barOf(page).evaluate((element, ms) => {
    const [animation] = element.getAnimations()
    if (!animation) throw new Error('the bar does not move')
    animation.currentTime = ms
  }, ms)
}
