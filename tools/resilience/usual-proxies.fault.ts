// Shows: T82

import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { noHeartbeat, proxiesMayKeep } from './servers-without.ts'
import { type Follower, follow, quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'
import { startUsualProxies } from './usual-proxies.ts'

const minutes = 10
const streamsEach = 10
const firstByteWithinMs = 100
const changeEveryMs = 20_000
const newStreamEveryMs = 5_000
/** Longer than any of them waits for a silent server. */
const silenceMs = 75_000

export const fault: Fault = {
  name: 'usual-proxies',
  promise:
    'Behind nginx, Caddy and HAProxy as Debian installs them a stream begins at once, is not cut in ten minutes, and hears of each change (T82).',
  engines: ['sqlite'],
  limitMinutes: minutes + 6,
  async run(context) {
    const club = await seedClub(context, { members: streamsEach })
    const server = await club.start()
    const proxies = await startUsualProxies(context, Number(new URL(club.url).port))
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    const begunAt = performance.now()
    const lines = proxies.map((proxy) => Object.assign(followAll(club, proxy.url), proxy))
    await Promise.all(lines.flatMap(({ followers }) => followers.map((follower) => follower.up())))
    const untilMs = (context.rounds(100) / 100) * minutes * 60_000
    let changes = 0
    for (let n = 1; performance.now() - begunAt < untilMs; n++) {
      await pause(newStreamEveryMs, undefined, { signal: context.signal })
      await Promise.all(lines.map((line) => line.openOnce()))
      if (n % (changeEveryMs / newStreamEveryMs) !== 0) continue
      changes += 1
      for (const line of lines) line.changedAt = performance.now()
      await club.write(async (_tx, announce) => announce('practices'))
    }
    await pause(2000)
    for (const { name, followers, firstByteMs, heardMs } of lines) {
      const cut = followers.reduce((sum, { counts }) => sum + counts.cut + counts.refused, 0)
      const heard = heardMs.length
      if (cut > 0) wrong.push(`${name}: ${cut} were cut or refused`)
      if (heard !== changes * followers.length) wrong.push(`${name}: ${heard} of ${changes * followers.length} heard`)
      const slowest = quantile(firstByteMs, 100)
      if (slowest >= firstByteWithinMs) wrong.push(`${name}: a first byte took ${slowest} ms`)
      figures[name] = [
        `${followers.length} streams for ${Math.round((performance.now() - begunAt) / 6000) / 10} min, ${cut} cut`,
        `${heard} changes heard, p99 ${quantile(heardMs, 99)} ms after`,
        `${firstByteMs.length} first bytes, p99 ${quantile(firstByteMs, 99)} ms, most ${slowest} ms`,
      ].join('; ')
      for (const follower of followers) follower.close()
    }
    await server.kill()
    const control = await cutOrKept(context, club, proxies)
    if (control.cut === 0) wrong.push('the control did not notice: nobody cuts a stream that says nothing')
    if (control.kept === 0) wrong.push('the control did not notice: nobody keeps what need not go on at once')
    figures['silent streams that are cut (control)'] = control.cut
    figures['streams whose words are kept back (control)'] = control.kept
    return outcomeOf(wrong, figures)
  },
}

function followAll({ members }: SeededClub, url: string) {
  const line = { changedAt: 0, heardMs: [] as number[], firstByteMs: [] as number[] }
  const followers: Follower[] = members.map(({ cookie }) =>
    follow(url, cookie, (event) => {
      if (event === 'change') line.heardMs.push(performance.now() - line.changedAt)
    }),
  )
  return Object.assign(line, {
    followers,
    /** Opens one more stream, to see how soon it begins. */
    async openOnce() {
      const one = follow(url, members[0]?.cookie ?? '')
      await one.up()
      line.firstByteMs.push(...one.firstByteMs)
      one.close()
    },
  })
}

/** The negative control: a server without heartbeats that doesn't ask proxies not to buffer. */
async function cutOrKept(context: FaultContext, club: SeededClub, proxies: { name: string; url: string }[]) {
  const copy = await copyTree(context, [noHeartbeat, proxiesMayKeep])
  const server = await club.start(copy.root)
  const followers = proxies.map(({ url }) => follow(url, club.members[0]?.cookie ?? ''))
  await pause(2000)
  const kept = followers.filter((follower) => !follower.isUp()).length
  await pause(silenceMs, undefined, { signal: context.signal })
  const cut = followers.filter(({ counts }) => counts.cut > 0).length
  for (const follower of followers) follower.close()
  await server.kill()
  return { cut, kept }
}
