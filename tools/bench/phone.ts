import { chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../scripts/browsers.mjs'
import type { BenchMember } from './club-rows.ts'
import type { OnEnd, Server } from './server.ts'

/** 1.6 Mbps down, 150 ms round trip, and a CPU four times slower than this one. */
const connection = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const cpuRate = { rate: 4 }

/**
 * Records the positions in a script's source while it is compiled. Otherwise DevTools makes Chromium compile React a
 * second time for the errors that it creates as it loads: 45 ms at this speed, which no phone spends.
 */
const positions = '--js-flags=--no-enable-lazy-source-positions'

/** Opens a Chromium as wide as a phone. */
export async function openPhone(onEnd: OnEnd) {
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    chromiumSandbox: false,
    args: [positions],
  })
  onEnd(() => browser.close())
  return {
    /** Opens a profile without cookies and caches, except for the member's session. */
    async openProfile({ url }: Server, member?: BenchMember) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      })
      const [name = '', value = ''] = member?.cookie.split('=') ?? []
      if (member) await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
      return context
    },
  }
}

/** Slows the page down to a mid-range phone. @returns the CDP session, which also reports the page's requests */
export async function slowDown(page: Page, { network = true } = {}) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (network) await session.send('Network.emulateNetworkConditions', connection)
  await session.send('Emulation.setCPUThrottlingRate', cpuRate)
  return session
}
