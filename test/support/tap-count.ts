import type { Open } from './browser-test.ts'
import type { QuickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'

/** Home on a phone, from a cold start, and how many taps it has taken since. */
export async function openCold(open: Open, server: RunningServer, as: QuickMember) {
  const { page } = await open(server, { as })
  await page.addInitScript(() => {
    // Not on the window, where Playwright drops a click whose target moved away, to click again.
    document.addEventListener(
      'click',
      (event) => {
        if (event.isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
      },
      true,
    )
  })
  await page.goto('/home')
  return { page, taps: () => page.evaluate(() => Number(sessionStorage.getItem('taps'))) }
}
