// Shows: T85

import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test'
import { requireChromium } from '../../scripts/browsers.mjs'
import { attendingLine, showsAttending } from './attendance-count.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { streamsWithoutLimit } from './servers-without.ts'
import { quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const windows = 10
const answersWithinMs = 1000
const changeWithinMs = 2000
const changeWithinMsByStream = 1000

export const fault: Fault = {
  name: 'ten-windows',
  promise:
    'With ten visible windows of one browser, over HTTP/1.1, each request is answered within a second and every window shows each change within two, one with a stream within one (T85).',
  engines: ['sqlite'],
  async run(context) {
    const club = await seedClub(context, { members: 40 })
    const server = await club.start()
    const [practiceId = ''] = club.practiceIds
    await makeLive(club, practiceId)
    const browser = await chromium.launch({ executablePath: await requireChromium(), chromiumSandbox: false })
    context.onEnd(() => browser.close())
    const wrong: string[] = []

    const profile = await openProfile(club, await browser.newContext({ serviceWorkers: 'block' }))
    let streams = 0
    /** Windows with an open stream, by its request. */
    const windowOf = new Map<Request, Page>()
    profile.on('request', (request) => {
      if (!request.url().endsWith('/live')) return
      streams += 1
      windowOf.set(request, request.frame().page())
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      profile.on(end as 'requestfailed', (request) => windowOf.delete(request))
    const pages = await openWindows(profile, club)
    const answers: number[] = []
    const byStream: number[] = []
    const byPolling: number[] = []
    const rounds = context.rounds(30)
    for (let round = 0; round < rounds; round++) {
      context.signal.throwIfAborted()
      const asked = await Promise.all(pages.map((page) => ask(page)))
      answers.push(...asked.map((ms) => ms ?? Number.POSITIVE_INFINITY))
      // Keep changes more than a second apart, because the app shows closer ones together.
      await pause(1500)
      const streaming = new Set(windowOf.values())
      const withStream = pages.map((page) => streaming.has(page))
      const shownMs = await changeAndLook(club, pages, { practiceId, present: round + 1 })
      byStream.push(...shownMs.filter((_, i) => withStream[i]))
      byPolling.push(...shownMs.filter((_, i) => !withStream[i]))
      // Close a window, in turn, so that one without a stream can open its own.
      if (round % 10 !== 5) continue
      await pages.shift()?.close()
      pages.push(...(await openWindows(profile, club, 1)))
    }
    await profile.close()
    const unanswered = answers.filter((ms) => ms >= answersWithinMs).length
    if (unanswered > 0) wrong.push(`${unanswered} of ${answers.length} answers took a second or more`)
    const unseen = [
      ...byStream.filter((ms) => ms >= changeWithinMsByStream),
      ...byPolling.filter((ms) => ms >= changeWithinMs),
    ].length
    if (unseen > 0) wrong.push(`${unseen} changes were not shown in time`)

    await server.stop()
    const copy = await copyTree(context, [streamsWithoutLimit])
    await club.start(copy.root)
    const alone = await openProfile(club, await browser.newContext({ serviceWorkers: 'block' }))
    const stuck = await countStuck(alone, club)
    if (stuck === 0) wrong.push('the control did not notice: ten windows with a stream each are all answered')
    return outcomeOf(wrong, {
      windows,
      answers: answers.length,
      'answers p50 / p99 / most ms': [50, 99, 100].map((percent) => quantile(answers, percent)).join(' / '),
      'changes shown by stream, by polling': `${byStream.length}, ${byPolling.length}`,
      'by stream p50 / most ms after': [50, 100].map((percent) => quantile(byStream, percent)).join(' / '),
      'by polling p50 / most ms after': [50, 100].map((percent) => quantile(byPolling, percent)).join(' / '),
      'streams asked for': streams,
      'windows without an answer where each has a stream (control)': stuck,
    })
  },
}

async function openProfile({ url, officer }: SeededClub, profile: BrowserContext) {
  const [name = '', value = ''] = officer.cookie.split('=')
  await profile.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  return profile
}

async function openWindows(profile: BrowserContext, { url }: SeededClub, count = windows) {
  const pages: Page[] = []
  for (let i = 0; i < count; i++) {
    const page = await profile.newPage()
    await page.goto(`${url}/home`)
    await attendingLine(page).waitFor()
    pages.push(page)
  }
  return pages
}

/** @returns after how many ms a response came; null if none did within ten times the limit */
function ask(page: Page) {
  return page.evaluate(async (patienceMs) => {
    const begunAt = performance.now()
    const answer = await fetch('/rpc/session/get?data=%7B%7D', { signal: AbortSignal.timeout(patienceMs) }).catch(
      () => null,
    )
    return answer?.ok ? performance.now() - begunAt : null
  }, 10 * answersWithinMs)
}

/** One more member checks in. @returns when each window shows it, in ms after the response */
async function changeAndLook(
  club: SeededClub,
  pages: Page[],
  { practiceId, present }: { practiceId: string; present: number },
) {
  const member = club.members[present - 1]
  const { status } = await openPhone(club.url, member?.cookie).act('practices.checkIn', { practiceId })
  if (status !== 200) throw new Error(`a check-in was answered with ${status}`)
  const changedAt = performance.now()
  return Promise.all(
    pages.map(async (page) => {
      const isShown = await showsAttending(page, present, 2 * changeWithinMs)
      return isShown ? performance.now() - changedAt : Number.POSITIVE_INFINITY
    }),
  )
}

/** The negative control: a server that gives each window its own stream. */
async function countStuck(profile: BrowserContext, club: SeededClub) {
  let stuck = 0
  for (let i = 0; i < windows; i++) {
    const page = await profile.newPage()
    const opened = await page
      .goto(`${club.url}/home`, { timeout: 8000 })
      .then(() => true)
      .catch(() => false)
    if (!opened) stuck += 1
    else await page.waitForTimeout(1500)
  }
  await profile.close()
  return stuck
}
