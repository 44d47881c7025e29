// Shows: T83

import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from '#test/support/fault-proxy.ts'
import { requireChromium } from '../../scripts/browsers.mjs'
import { attendingLine, showsAttending } from './attendance-count.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing } from './phone.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'
import { streamsWithoutVersions } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const cuts = 500
const screens = 8
/** How many times everything pauses and each screen is compared with the server. */
const comparisons = 10
const rightWithinMs = 15_000

export const fault: Fault = {
  name: 'cut-streams',
  promise:
    'However often a stream is cut while officers write, every screen ends with what is true, in a real browser (T83).',
  engines: ['sqlite'],
  limitMinutes: 20,
  async run(context) {
    let proxy: FaultProxy | undefined
    const club = await seedClub(context, {
      members: 60,
      async reachedBy(port) {
        proxy = await startFaultProxy(port)
        context.onEnd(() => proxy?.stop())
        return proxy.port
      },
    })
    if (!proxy) throw new Error('there is a proxy')
    const server = await club.start()
    const [practiceId = ''] = club.practiceIds
    await makeLive(club, practiceId)
    const browser = await chromium.launch({ executablePath: await requireChromium(), chromiumSandbox: false })
    context.onEnd(() => browser.close())
    const wrong: string[] = []

    const write = turnout(club, practiceId)
    const pages = await openScreens(browser, club)
    const result = await cutAll(context, { club, proxy, pages, practiceId, write, cuts: context.rounds(cuts) })
    wrong.push(...result.wrong)
    await Promise.all(pages.map((page) => page.context().close()))
    await server.kill()

    const copy = await copyTree(context, [streamsWithoutVersions])
    await club.start(copy.root)
    const others = await openScreens(browser, club)
    const control = await cutAll(context, { club, proxy, pages: others, practiceId, write, cuts: 20 })
    if (control.wrong.length === 0) wrong.push('the control did not notice: without the versions nothing was missed')
    return outcomeOf(wrong, {
      screens,
      cuts: result.cut,
      writes: result.writes,
      comparisons: result.compared,
      'screens that were wrong': result.wrong.length,
      'right at most ms after': result.slowestMs,
      'screens that were wrong without the versions (control)': `${control.wrong.length} of ${control.compared}`,
    })
  },
}

/** Each in its own browser profile, so that each has its own stream. */
async function openScreens(browser: Browser, { url, members }: SeededClub) {
  return Promise.all(
    members.slice(0, screens).map(async ({ cookie }) => {
      const browserContext = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
      const [name = '', value = ''] = cookie.split('=')
      await browserContext.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
      const page = await browserContext.newPage()
      await page.goto('/home')
      await attendingLine(page).waitFor()
      return page
    }),
  )
}

type Scene = {
  club: SeededClub
  proxy: FaultProxy
  pages: Page[]
  practiceId: string
  write: () => Promise<number>
  cuts: number
}

async function cutAll(context: FaultContext, { club, proxy, pages, practiceId, write, cuts: wanted }: Scene) {
  const result = { cut: 0, writes: 0, compared: 0, slowestMs: 0, wrong: [] as string[] }
  for (const page of pages)
    page.on('response', (response) => {
      // It has reconnected, so one was cut.
      if (response.url().endsWith('/live') && response.ok()) result.cut += 1
    })
  for (let comparison = 1; comparison <= comparisons; comparison++) {
    while (result.cut < (wanted * comparison) / comparisons) {
      context.signal.throwIfAborted()
      await pause(100 + Math.random() * 400)
      result.writes += await write()
      proxy.breakLines()
    }
    result.writes += await write()
    const lastWriteAt = performance.now()
    const rows = await club.db
      .selectFrom('attendance')
      .select('memberId')
      .where('practiceId', '=', practiceId)
      .execute()
    const right = await Promise.all(pages.map((page) => showsAttending(page, rows.length, rightWithinMs)))
    result.compared += right.length
    const late = right.filter((isRight) => !isRight).length
    if (late > 0) result.wrong.push(`after ${result.cut} cuts ${late} screens do not say ${rows.length}`)
    result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - lastWriteAt))
    context.say(`${result.cut} cuts, ${result.writes} writes, ${result.wrong.length} of ${comparison} times wrong`)
  }
  return result
}

/** Someone checks in, or an officer removes someone, without going through the proxy. @returns the number of writes */
function turnout({ env, officer, members }: SeededClub, practiceId: string) {
  const url = `http://localhost:${env.PORT}`
  const absent = members.slice(screens)
  const present: SeededMember[] = []
  return async () => {
    const comes = present.length === 0 || (absent.length > 0 && Math.random() < 0.6)
    const member = (comes ? absent : present).shift()
    if (!member) return 0
    const { cookie } = comes ? member : officer
    const input = comes ? { practiceId } : { practiceId, memberId: member.id }
    const operation = `practices.${comes ? 'checkIn' : 'removeAttendee'}`
    const reply = await orNothing(openPhone(url, cookie).act(operation, input))
    if (reply?.status !== 200) throw new Error(`${operation} was answered with ${reply?.status} ${reply?.body}`)
    const next = comes ? present : absent
    next.push(member)
    return 1
  }
}
