// Shows: T11

import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, p99 } from './phone.ts'
import { type Ending, endings, type Try, tryOnce } from './revocation-attempts.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { rememberSessions, staleStreams } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const streamWithinMs = 1000

export const fault: Fault = {
  name: 'revocation',
  promise:
    'Who is demoted, removed, or signed out by a new password is refused with the next request, and hears no more of their live stream after a second (T11).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 15,
  async run(context) {
    const tries = context.rounds(200)
    const controls = context.rounds(20)
    const kinds = Object.keys(endings).length + (context.engine === 'postgres' ? 1 : 0)
    const club = await seedClub(context, { members: kinds * tries + controls })
    const all = club.members.map(({ id }) => id)
    await club.db.updateTable('member').set({ role: 'Officer' }).where('id', 'in', all).execute()
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    const server = await club.start()
    const places: Place[] = Object.entries(endings).map(([name, ending]) => ({ name, ending, url: club.url }))
    if (context.engine === 'postgres') {
      const { url } = await startBeside(context, club)
      places.push({ name: 'demotion, at another process', ending: endings.demotion, url })
    }
    for (const [index, place] of places.entries()) {
      const { name, ending } = place
      const tried = await tryAll(context, club, place, { from: index * tries, count: tries })
      const stale = sum(tried.map((each) => each.stale))
      const late = tried.filter(({ streamMs }) => streamMs > streamWithinMs)
      const other = tried.flatMap(({ statuses }) => statuses.filter((status) => ![200, ending.status].includes(status)))
      if (stale > 0) wrong.push(`${name}: ${stale} requests went through after it`)
      if (late.length > 0) wrong.push(`${name}: ${late.length} streams were open for longer than ${streamWithinMs} ms`)
      if (other.length > 0) wrong.push(`${name}: ${other.length} answers that nobody expected, like ${other[0]}`)
      if (tried.some(({ before }) => before === 0)) wrong.push(`${name}: somebody had no rights before it`)
      figures[`${name}: tries`] = tried.length
      figures[`${name}: requests before it, let in`] = sum(tried.map(({ before }) => before))
      figures[`${name}: let in after it`] = stale
      figures[`${name}: first refusal after it, ms, p99 and slowest`] = slowest(tried.map(({ refusedMs }) => refusedMs))
      figures[`${name}: end of the stream after it, ms, p99 and slowest`] = slowest(tried.map((each) => each.streamMs))
    }
    await server.stop()

    const { root } = await copyTree(context, [rememberSessions, staleStreams])
    await club.start(root)
    const control = { name: 'demotion', ending: endings.demotion, url: club.url }
    const tried = await tryAll(context, club, control, { from: kinds * tries, count: controls })
    const noticed = tried.filter(({ stale }) => stale > 0).length
    const open = tried.filter(({ streamMs }) => streamMs > streamWithinMs).length
    if (noticed < controls * 0.95)
      wrong.push(`the control did not notice: ${noticed} of ${controls} with kept sessions`)
    if (open < controls * 0.95) wrong.push(`the control did not notice: ${open} of ${controls} streams that go on`)
    figures['with sessions kept for 2 s, tries that let in (control)'] = `${noticed} of ${controls}`
    figures['with streams that look every 15 s, open after a second (control)'] = `${open} of ${controls}`
    return outcomeOf(wrong, figures)
  },
}

/** What ends the rights, and the server where they are tested; the mutation itself always goes to the club's first server. */
type Place = { name: string; ending: Ending; url: string }
type Those = { from: number; count: number }

/** Another process of the same club, which shares only its database. */
async function startBeside(context: FaultContext, { shared }: SeededClub) {
  const { dataDir, env } = await prepareServer({ env: shared })
  const server = await startServerProcess({ again: { dataDir, env } })
  context.onEnd(() => server.dispose())
  return server
}

async function tryAll(context: FaultContext, club: SeededClub, { name, ending, url }: Place, { from, count }: Those) {
  const officer = openPhone(club.url, club.officer.cookie)
  const tried: Try[] = []
  for (const member of club.members.slice(from, from + count)) {
    context.signal.throwIfAborted()
    tried.push(await tryOnce({ url, officer, member, ending }))
    if (tried.length % 50 === 0) context.say(`${name}: ${tried.length} of ${count}`)
  }
  return tried
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)
const slowest = (times: number[]) => `${p99(times)}, ${Math.round(Math.max(...times))}`
