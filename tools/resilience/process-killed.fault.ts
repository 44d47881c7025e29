// Shows: T81

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../scripts/browsers.mjs'
import { announcedVersion } from './announcements.ts'
import { attendingLine, showsAttending } from './attendance-count.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type MultiProcessClub, openMultiProcessClub } from './multi-process-club.ts'
import { openPhone, orNothing } from './phone.ts'
import { streamsWithoutVersions } from './servers-without.ts'
import { type Follower, follow, quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const kills = 10
const streams = 100
/** Check-ins around each kill: before it, during it, and before the process is back. */
const aRound = 6
const rightWithinMs = 15_000

export const fault: Fault = {
  name: 'process-killed',
  promise:
    'Of three processes behind a load balancer one is killed (kill -9) amid check-ins, ten times: every open screen is right within 15 s, and whoever asked again is counted once.',
  engines: ['postgres'],
  limitMinutes: 20,
  async run(context) {
    const rounds = context.rounds(kills)
    const club = await openMultiProcessClub(context, { members: (kills + 2) * aRound, practices: 1 })
    const wrong: string[] = []
    for (const each of club.processes) await each.start()
    const [practiceId = ''] = club.practiceIds
    await pause(2500)
    await makeLive(club, practiceId)
    const browser = await chromium.launch({ executablePath: await requireChromium(), chromiumSandbox: false })
    context.onEnd(() => browser.close())
    const followers = await followAll(club)
    const pages = await openScreens(browser, club)

    const times = { streams: [] as number[], screens: [] as number[] }
    const count = { checkedIn: 0, unheard: 0, cut: 0 }
    for (let round = 0; round < rounds; round++) {
      context.signal.throwIfAborted()
      const found = await killAmid(context, club, { round, practiceId, followers, pages })
      times.streams.push(...found.streamsMs)
      times.screens.push(...found.screensMs)
      count.unheard += found.unheard
      count.cut += found.cut
      count.checkedIn += aRound
      const slowest = Math.max(...found.streamsMs, ...found.screensMs)
      if (slowest > rightWithinMs) wrong.push(`kill ${round + 1}: right after ${slowest} ms`)
      if (found.present !== count.checkedIn)
        wrong.push(`kill ${round + 1}: ${found.present} of ${count.checkedIn} are there`)
      context.say(`kill ${round + 1}: ${found.cut} streams cut, all right after ${Math.round(slowest)} ms`)
    }
    for (const follower of followers) follower.close()
    for (const page of pages) await page.context().close()
    wrong.push(...(await club.verify()))
    if (count.cut === 0) wrong.push('no stream was ever cut')

    const copy = await copyTree(context, [streamsWithoutVersions])
    for (const each of club.processes) {
      await each.stop()
      await each.start({ root: copy.root })
    }
    await pause(2500)
    const blind = await followAll(club)
    const control = await killAmid(context, club, { round: rounds, practiceId, followers: blind, pages: [] })
    for (const follower of blind) follower.close()
    const never = control.streamsMs.filter((ms) => ms > rightWithinMs).length
    if (never === 0) wrong.push('the control did not notice: who is not told what was missed knows it')
    return outcomeOf(wrong, {
      kills: rounds,
      'streams cut': count.cut,
      'check-ins around them': count.checkedIn,
      'of these asked again': count.unheard,
      'streams right after p50 / p99 / most ms': [50, 99, 100].map((n) => quantile(times.streams, n)).join(' / '),
      'screens right after p50 / most ms': [50, 100].map((n) => quantile(times.screens, n)).join(' / '),
      'streams that never were, not told what they missed (control)': `${never} of ${control.cut} cut`,
    })
  },
}

async function followAll(club: MultiProcessClub) {
  const followers = Array.from({ length: streams }, (_, i) =>
    follow(club.url, club.members[i % club.members.length]?.cookie ?? ''),
  )
  await Promise.all(followers.map((follower) => follower.up()))
  return followers
}

/** Opens screens of the officer and two members. */
async function openScreens(browser: Browser, club: MultiProcessClub) {
  const pages: Page[] = []
  for (const { cookie } of [club.officer, ...club.members.slice(-2)]) {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: club.url, httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    await page.goto(`${club.url}/home`)
    await attendingLine(page).waitFor()
    pages.push(page)
  }
  return pages
}

type Round = { round: number; practiceId: string; followers: Follower[]; pages: Page[] }

async function killAmid(context: FaultContext, club: MultiProcessClub, { round, practiceId, followers, pages }: Round) {
  const cutBefore = followers.reduce((sum, { counts }) => sum + counts.cut, 0)
  const victim = club.processes[round % club.processes.length] as MultiProcessClub['processes'][number]
  const mine = club.members.slice(round * aRound, (round + 1) * aRound)
  const checkIns = mine.map((member, i) =>
    checkInUntilHeard(context, club, { cookie: member.cookie, practiceId, inMs: 40 * i }),
  )
  await pause(60 + Math.random() * 80)
  const killedAt = performance.now()
  await victim.kill()
  const unheard = (await Promise.all(checkIns)).reduce((sum, tries) => sum + tries - 1, 0)
  const present = Number(
    (
      await club.db
        .selectFrom('attendance')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  const [streamsMs, screensMs] = await Promise.all([
    untilAllKnow(club, followers, killedAt),
    Promise.all(
      pages.map(async (page) => {
        const isShown = await showsAttending(page, present, 2 * rightWithinMs)
        return isShown ? performance.now() - killedAt : Number.POSITIVE_INFINITY
      }),
    ),
  ])
  const cut = followers.reduce((sum, { counts }) => sum + counts.cut, 0) - cutBefore
  await victim.start()
  await Promise.all(followers.map((follower) => follower.up()))
  await pause(2500)
  return { unheard, present, streamsMs, screensMs, cut }
}

/** Retries with the same key until there is a response, as a phone does. @returns the number of tries */
async function checkInUntilHeard(
  { signal }: FaultContext,
  { url }: MultiProcessClub,
  { cookie, practiceId, inMs }: { cookie: string; practiceId: string; inMs: number },
) {
  await pause(inMs)
  const key = randomUUID()
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const reply = await orNothing(openPhone(url, cookie).act('practices.checkIn', { practiceId }, key))
    if (reply?.status === 200) return tries
    if (tries === 50) throw new Error(`a check-in was answered ${reply?.status} ${reply?.body}`)
    await pause(50)
  }
}

/** When each follower knew of the last change, in ms after the kill. */
async function untilAllKnow({ db }: MultiProcessClub, followers: Follower[], killedAt: number) {
  const version = await announcedVersion(db, 'live')
  const knownAt = followers.map(() => Number.POSITIVE_INFINITY)
  while (knownAt.includes(Number.POSITIVE_INFINITY) && performance.now() - killedAt < 2 * rightWithinMs) {
    for (const [i, { versions }] of followers.entries())
      if ((versions.get('live') ?? 0) >= version) knownAt[i] = Math.min(knownAt[i] ?? 0, performance.now() - killedAt)
    await pause(20)
  }
  return knownAt
}
