import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { makeLive } from './check-in-load.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { lookable, looker, mb } from './read-process-probe.ts'
import { type SeededMember, seedClub } from './seeded-club.ts'
import { askOn } from './steady-load.ts'
import { type Follower, follow, quantile } from './stream-follower.ts'

const streams = 1000
const people = 250
const heldMinutes = 10
const openedASecond = 100
const changeEveryMs = 10_000
const limits = { heardP99Ms: 1000, checkInP99Ms: 300, rssMb: 300 }
const crowd = 200
const crowdWithinMs = 10_000

export const fault: Fault = {
  name: 'thousand-streams',
  promise:
    'A thousand streams are held for ten minutes, hear of each change within a second, and 200 members check in within ten seconds beside them.',
  engines: ['sqlite'],
  limitMinutes: heldMinutes + 5,
  async run(context) {
    const club = await seedClub(context, { members: people, env: lookable })
    const server = await club.start()
    const look = looker(server)
    const [practiceId = ''] = club.practiceIds
    const wrong: string[] = []
    const heardMs: number[] = []
    let change = { version: 0, at: 0 }
    const agent = new Agent({ keepAlive: true })
    context.onEnd(() => agent.destroy())
    const screens: Promise<{ ms: number; status: number }>[] = []
    let asksAgain = false
    const hear =
      (member: SeededMember) =>
      (event: string, { topic, version }: Record<string, unknown>) => {
        if (event !== 'change' || topic !== 'practices' || version !== change.version) return
        const { at } = change
        heardMs.push(performance.now() - at)
        if (!asksAgain) return
        const asked = askOn(agent, club.url, { member, act: null, path: '/rpc/home/get' })
        screens.push(asked.then(({ status }) => ({ status, ms: performance.now() - at })))
      }
    const followers: Follower[] = []
    const begunAt = performance.now()
    for (let i = 0; i < streams; i++) {
      const member = club.members[i % people]
      if (member) followers.push(follow(club.url, member.cookie, hear(member)))
      if (i % 10 === 9) await pause(10_000 / openedASecond)
    }
    await Promise.all(followers.map((follower) => follower.up()))
    const upMs = performance.now() - begunAt
    context.say(`${streams} streams after ${Math.round(upMs)} ms`)
    await look()
    const untilMs = (heldMinutes * 60_000 * context.rounds(100)) / 100
    let changes = 0
    const changeSomething = async () => {
      change = { version: (await versionOfPractices(club.db)) + 1, at: performance.now() }
      const answer = changes % 2 === 0 ? 'archer' : null
      await openPhone(club.url, club.officer.cookie).act('practices.answer', { practiceId, answer })
      changes += 1
    }
    while (performance.now() - begunAt < untilMs) {
      await pause(changeEveryMs, undefined, { signal: context.signal })
      await changeSomething()
    }
    await pause(2000)
    const heard = heardMs.length
    const held = await look()
    if (heard !== changes * streams) wrong.push(`${heard} of ${changes * streams} changes were heard`)

    asksAgain = true
    await changeSomething()
    await pause(10_000)
    asksAgain = false
    const shown = await Promise.all(screens)
    const unshown = streams - shown.filter(({ status }) => status === 200).length
    if (unshown > 0) wrong.push(`${unshown} screens were not brought up to date`)

    await makeLive(club, practiceId)
    const checkIns = await Promise.all(
      club.members.slice(0, crowd).map(async ({ cookie }, i) => {
        await pause((i * crowdWithinMs) / crowd)
        return openPhone(club.url, cookie).act('practices.checkIn', { practiceId })
      }),
    )
    await pause(2000)
    const refused = checkIns.filter(({ status }) => status !== 200).length
    const checkInP99 = quantile(
      checkIns.map(({ ms }) => ms),
      99,
    )
    const crowded = await look()
    const cut = followers.reduce((sum, { counts }) => sum + counts.cut + counts.refused, 0)
    const behind = new Set(followers.map(({ versions }) => versions.get('live'))).size - 1
    if (cut > 0) wrong.push(`${cut} were cut or refused`)
    if (behind > 0) wrong.push('not all know of the last check-in')
    if (refused > 0) wrong.push(`${refused} check-ins were refused`)
    const heardP99 = quantile(heardMs, 99)
    if (heardP99 >= limits.heardP99Ms) wrong.push(`a change was heard after ${heardP99} ms (p99)`)
    if (checkInP99 >= limits.checkInP99Ms) wrong.push(`a check-in took ${checkInP99} ms (p99)`)
    for (const follower of followers) follower.close()
    return outcomeOf(wrong, {
      streams,
      'held for min': Math.round((performance.now() - begunAt) / 6000) / 10,
      cut,
      changes,
      'changes heard': heard,
      'heard p50 / p99 / most ms': [50, 99, 100].map((percent) => quantile(heardMs, percent)).join(' / '),
      'all screens asked at once, brought up to date p50 / p99 ms': [50, 99]
        .map((percent) =>
          quantile(
            shown.map(({ ms }) => ms),
            percent,
          ),
        )
        .join(' / '),
      'check-ins beside': checkIns.length,
      'check-in p99 ms': checkInP99,
      'RSS MB while held, after the crowd': `${mb(held.rss)}, ${mb(crowded.rss)} (wanted: ${limits.rssMb})`,
      'event loop late by p99.9 ms while held, in the crowd': `${Math.round(held.late.p999)}, ${Math.round(crowded.late.p999)}`,
    })
  },
}

async function versionOfPractices(db: Awaited<ReturnType<typeof seedClub>>['db']) {
  const row = await db.selectFrom('topicVersion').select('version').where('topic', '=', 'practices').executeTakeFirst()
  return row?.version ?? 0
}
