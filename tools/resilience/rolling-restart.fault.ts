// Shows: T74

import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { nextBuild } from '#test/support/next-build.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { asksOnce, type MultiProcessClub, openMultiProcessClub, takesMissing } from './multi-process-club.ts'
import { anyPhoto, seen, sendPhoto } from './picture-load.ts'
import { askOn, giveCars, lostOf, statusesOf, steadyLoad, type TimedResponse } from './steady-load.ts'
import { follow, quantile } from './stream-follower.ts'

const stops = 20
const rate = 50
const people = 60
const streams = 60
/** By then the load balancer has noticed that a process is back. */
const seenWithinMs = 2500
const controls = 3

export const fault: Fault = {
  name: 'rolling-restart',
  promise:
    'Three processes on one PostgreSQL and one bucket, behind a load balancer that tries nothing again, are stopped and started one after the other under load, with a new release for the old one: no request fails, nothing acknowledged is lost, no page lacks its files, and each stream is back (T74).',
  engines: ['postgres'],
  limitMinutes: 20,
  async run(context) {
    const club = await openMultiProcessClub(context, { members: people, practices: 4, patches: [asksOnce] })
    await giveCars(club)
    const wrong: string[] = []
    for (const each of club.processes) await each.start()
    await pause(seenWithinMs)
    wrong.push(...(await picturesEverywhere(club)))

    const next = await nextBuild()
    context.onEnd(() => rm(next, { recursive: true, force: true }))
    const followers = Array.from({ length: streams }, (_, i) =>
      follow(club.url, club.members[i % people]?.cookie ?? ''),
    )
    await Promise.all(followers.map((follower) => follower.up()))
    const rounds = context.rounds(stops)
    const pages = lookAtPages(club, await club.balance([takesMissing]))
    // Each of the first three restarts as the next release, the others without a change.
    const { answered, codes, stopsMs } = await stopAll(context, club, { rounds, root: () => next })
    const looked = await pages.close()
    const { lost, acknowledged } = await lostOf(club, answered)
    const failed = failedOf(answered)
    const again = await retryFailed(club, failed)
    await pause(5000)
    const away = followers.filter((follower) => !follower.isUp()).length
    const cut = followers.reduce((sum, { counts }) => sum + counts.cut, 0)
    for (const follower of followers) follower.close()
    for (const [round, code] of codes.entries()) if (code !== 0) wrong.push(`stop ${round + 1} ended with ${code}`)
    if (failed.length > 0) wrong.push(`answers were ${statusesOf(answered)}`)
    if (again.length > 0) wrong.push(`asked again, ${again.length} failed as well`)
    if (lost > 0) wrong.push(`${lost} acknowledged ones are gone`)
    if (away > 0) wrong.push(`${away} streams did not come back`)
    if (looked.missing > 0) wrong.push(`${looked.missing} files of ${looked.pages} pages were missing`)
    if (looked.missingOnce === 0)
      wrong.push('the control did not notice: no page lacks a file where each is asked for once')
    wrong.push(...(await club.verify()))

    const control = await stopAll(context, club, { rounds: controls, env: { DRAIN_SECONDS: '0' } })
    const failures = failedOf(control.answered)
    if (failures.length === 0) wrong.push('the control did not notice: nothing fails without a word before the stop')
    const stillFailed = await retryFailed(club, failures)
    if (stillFailed.length > 0) wrong.push(`asked again after the control, ${stillFailed.length} failed`)
    return outcomeOf(wrong, {
      stops: rounds,
      'slowest stop ms': quantile(stopsMs, 100),
      answers: statusesOf(answered),
      'acknowledged writes': acknowledged,
      lost,
      'failed when asked once': failed.length,
      'failed when asked again under the same key': again.length,
      'streams cut, and back': `${cut}, ${streams - away} of ${streams}`,
      'pages looked at with all their files, missing': `${looked.pages}, ${looked.missing}`,
      'files missing where each is asked for once (control)': looked.missingOnce,
      'failed in 3 stops without the pause (control)': failures.length,
    })
  },
}

type Stops = { rounds: number; root?: () => string; env?: Record<string, string> }

/** Restarts one process after the other under load. */
async function stopAll(context: FaultContext, club: MultiProcessClub, { rounds, root, env = {} }: Stops) {
  const over = new AbortController()
  // Restart first, because a stop must run with these settings.
  if (env.DRAIN_SECONDS !== undefined) for (const each of club.processes) await restart(each, { env })
  await pause(seenWithinMs)
  const load = steadyLoad({ club, rate, forMs: 30 * 60_000, writes: 50, phones: 100, signal: over.signal })
  const codes: (number | null | undefined)[] = []
  const stopsMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    context.signal.throwIfAborted()
    const each = club.processes[round % club.processes.length] as MultiProcessClub['processes'][number]
    await pause(seenWithinMs)
    const begunAt = performance.now()
    codes.push(await each.stop())
    stopsMs.push(performance.now() - begunAt)
    await each.start({ root: root?.(), env })
    context.say(`stop ${round + 1}: ${Math.round(stopsMs.at(-1) ?? 0)} ms`)
  }
  await pause(seenWithinMs)
  over.abort()
  return { answered: await load, codes, stopsMs }
}

async function restart(each: MultiProcessClub['processes'][number], how: { env: Record<string, string> }) {
  await each.stop()
  await each.start(how)
}

function failedOf(answered: TimedResponse[]) {
  return answered.filter(({ status }) => status !== 200)
}

/** Retries failed requests as a phone does. @returns those that failed again */
async function retryFailed(club: MultiProcessClub, failed: TimedResponse[]) {
  const agent = new Agent()
  const still: TimedResponse[] = []
  for (const { act } of failed) {
    if (act === null) continue
    const { status, ...rest } = await askOn(agent, club.url, { member: act.member, act, path: '' })
    if (status !== 200) still.push({ ...rest, status })
  }
  return still
}

/** Someone loads the page repeatedly, without a cache, in parallel also through a load balancer that tries only one process per file. */
function lookAtPages(club: MultiProcessClub, asksOnceUrl: string) {
  let over = false
  const found = { pages: 0, missing: 0, missingOnce: 0 }
  const missingOf = async (files: Iterable<string>, from: string) => {
    const answers = await Promise.all([...files].map(async (file) => (await fetch(new URL(file, from))).status))
    return answers.filter((status) => status !== 200).length
  }
  const looking = (async () => {
    while (!over) {
      const html = await (await fetch(`${club.url}/login`)).text()
      const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
      found.pages += 1
      found.missing += await missingOf(files, club.url)
      found.missingOnce += await missingOf(files, asksOnceUrl)
      await pause(200)
    }
  })()
  return {
    async close() {
      over = true
      await looking
      return found
    },
  }
}

/** A photo uploaded to one process is shown by all. */
async function picturesEverywhere(club: MultiProcessClub) {
  const [member] = club.members
  const { cookie = '' } = member ?? {}
  const sent = await sendPhoto(club.url, { cookie, photo: await anyPhoto() })
  if (sent?.status !== 200) return [`a picture was answered ${sent?.status}`]
  const shown = await Promise.all(
    club.processes.map(({ port }) => seen(`http://127.0.0.1:${port}`, sent.pictureUrl, cookie)),
  )
  const alike = shown.every((bytes) => bytes !== null && shown[0]?.equals(bytes))
  return alike ? [] : ['a picture is not the same by way of each process']
}
