import type { Page } from '@playwright/test'
import { fetchWhole } from '#test/support/fetch-whole.ts'
import { press } from './presses.ts'
import type { Scene } from './scenes.ts'

/** Shows the guest, who is already checked in, as someone about to check in. Nothing of it reaches the club. */
async function checkIn(page: Page, prepare: () => void) {
  let checkedInAt: string | null = null
  await page.route(/\/rpc\/home\/get/, async (route) => {
    const response = await fetchWhole(route)
    const { json } = await response.json()
    await route.fulfill({ response, json: { json: { ...json, live: { ...json.live, checkedInAt } } } })
  })
  await page.route(/\/rpc\/practices\/checkIn/, (route) => {
    checkedInAt = new Date().toISOString()
    return route.fulfill({ json: { json: { checkedInAt } } })
  })
  await page.evaluate(() => localStorage.removeItem('quiver-install'))
  await page.reload()
  await page.getByRole('button', { name: 'Check In' }).waitFor()
  await page.evaluate(prepare)
  await press('Check In')(page)
  await page.getByRole('dialog').waitFor()
}

function beChromium() {
  dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} }))
}

function beSafari() {
  const userAgent =
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'
  Object.defineProperties(navigator, { userAgent: { value: userAgent }, standalone: { value: false } })
}

/** The offer to put the app on the home screen, for both platforms, and where it can be found later. */
export const installScenes: Record<'live' | 'quiet', Scene[]> = {
  live: [
    { name: 'home-install', as: 'guest', path: '/home', act: (page) => checkIn(page, beChromium) },
    { name: 'home-install-by-hand', as: 'guest', path: '/home', act: (page) => checkIn(page, beSafari) },
  ],
  quiet: [
    {
      name: 'profile-install',
      as: 'member',
      path: '/profile/security',
      async act(page) {
        await page.evaluate(beChromium)
        await page.getByRole('heading', { name: 'Put the app on your home screen' }).waitFor()
      },
    },
  ],
}
