// Shows: T85

import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'puppeteer-core'
import { launchPuppeteer, setWindow } from '#test/engines/drivers/puppeteer.ts'
import { makeLive } from './check-in-load.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { quantile } from './stream-follower.ts'

const people = 20
const windowsEach = 50
const lookedAtMs = 60_000
const changes = 20
const rightWithinMs = 2000

export const fault: Fault = {
  name: 'hidden-windows',
  promise:
    'A thousand hidden windows hold no stream and send no request while the club changes; one that is shown again is right within two seconds (T85).',
  engines: ['sqlite'],
  limitMinutes: 25,
  async run(context) {
    const proxy = await startCountingProxy()
    context.onEnd(() => proxy.stop())
    const club = await seedClub(context, {
      members: Math.max(people, changes),
      async reachedBy(port) {
        proxy.leadTo(port)
        return Number(new URL(proxy.url).port)
      },
    })
    await club.start()
    const [practiceId = ''] = club.practiceIds
    await makeLive(club, practiceId)
    // A thousand pages fit into memory if those of one person share a process.
    const browser = await launchPuppeteer('chromium', { lean: true, words: ['--process-per-site'] })
    context.onEnd(() => browser.close())
    const wrong: string[] = []

    const perPerson = context.rounds(windowsEach)
    const openedByPerson: Page[][] = []
    for (const member of club.members.slice(0, people)) {
      context.signal.throwIfAborted()
      openedByPerson.push(await openWindows(await browser.createBrowserContext(), club, member.cookie, perPerson))
      context.say(`${openedByPerson.length * perPerson} windows`)
    }
    const opened = openedByPerson.flat()
    const asked = proxy.count().requests
    const hidden = await countHidden(opened)
    if (hidden !== opened.length) throw new Error(`${hidden} of ${opened.length} windows are hidden`)
    // Wait for requests of pages that are still loading.
    await pause(15_000)

    const before = proxy.count()
    // Not through the proxy, so that it counts only the windows.
    const direct = `http://localhost:${club.env.PORT}`
    for (const member of club.members.slice(0, changes)) {
      const { status } = await openPhone(direct, member.cookie).act('practices.checkIn', { practiceId })
      if (status !== 200) throw new Error(`a check-in was answered with ${status}`)
      await pause(context.rounds(lookedAtMs) / changes, undefined, { signal: context.signal })
    }
    const after = proxy.count()
    if (after.requests !== before.requests) wrong.push(`${after.requests - before.requests} requests were sent`)
    if (after.open > 0) wrong.push(`${after.open} streams or requests are open`)

    // The control: the same counter sees the stream and the requests of each visible window.
    const shownMs: number[] = []
    for (const [front] of openedByPerson) if (front) shownMs.push(await showAndLook(front, changes))
    await pause(1000)
    const shown = proxy.count()
    if (shown.open !== people) wrong.push(`${shown.open} of ${people} windows that are shown hold a stream`)
    const late = shownMs.filter((ms) => ms >= rightWithinMs).length
    if (late > 0) wrong.push(`${late} windows were not right in time`)
    return outcomeOf(wrong, {
      'hidden windows': hidden,
      'requests while they were opened': asked,
      'changes beside them': changes,
      'looked at for s': Math.round(context.rounds(lookedAtMs) / 1000),
      'requests, streams open': `${after.requests - before.requests}, ${after.open}`,
      'then shown: windows, streams open (control)': `${shownMs.length}, ${shown.open}`,
      'right after p50 / most ms': [50, 100].map((percent) => quantile(shownMs, percent)).join(' / '),
    })
  },
}

/** Opens one person's windows and minimizes each once it has loaded. */
async function openWindows(profile: BrowserContext, { url }: SeededClub, cookie: string, count: number) {
  const [name = '', value = ''] = cookie.split('=')
  await profile.setCookie({ name, value, domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax' })
  const pages: Page[] = []
  while (pages.length < count) {
    const page = await profile.newPage()
    await page.goto(`${url}/home`)
    await page.waitForFunction(() => /Members? in Attendance/.test(document.body.textContent))
    await setWindow(page, 'minimized')
    pages.push(page)
  }
  return pages
}

async function countHidden(pages: Page[]) {
  const states = await Promise.all(pages.map((page) => page.evaluate(() => document.visibilityState)))
  return states.filter((state) => state === 'hidden').length
}

/** @returns the milliseconds from showing the window until it shows the attendance count */
async function showAndLook(page: Page, present: number) {
  const begunAt = performance.now()
  await setWindow(page, 'normal')
  await page.bringToFront()
  const found = await page
    .waitForFunction(
      (line) => [...document.querySelectorAll('p:not([role])')].some((p) => p.textContent?.replace(/\s/g, '') === line),
      { polling: 20, timeout: 5 * rightWithinMs },
      `${present}MembersinAttendance`,
    )
    .catch(() => null)
  return found === null ? Number.POSITIVE_INFINITY : Math.round(performance.now() - begunAt)
}
