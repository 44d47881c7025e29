// Shows: T74

import { makeLive } from './check-in-load.ts'
import { judge, loadEnv, loadPasses, openLoad } from './club-load.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { seedClub } from './seeded-club.ts'
import { endAmid, logBytes } from './stop-under-load.ts'

const stopWithinMs = 10_000
/** Each with a live stream and five requests a second. */
const members = 26

export const fault: Fault = {
  name: 'graceful-stop',
  promise:
    'A stop (SIGTERM) amid a hundred writes a second and open live streams finishes what is under way, tells each stream to come back, leaves all in one file, and ends with 0 within 10 s (T74).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const rounds = context.rounds(50)
    const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv })
    const load = openLoad(club)
    const wrong: string[] = []
    const total = { asked: 0, busyMs: 0, inFlight: 0, acknowledged: 0, lost: 0, cutOff: 0, failed: 0, slowestMs: 0 }
    for (let round = 1; round <= rounds; round++) {
      context.signal.throwIfAborted()
      const server = await club.start()
      if (round === 1) await makeLive(club, club.practiceIds[0] ?? '')
      await load.finish()
      const from = load.done.length
      await club.letGo()
      const { code, ...stop } = await endAmid(club, load, server.stop)
      const leftInLog = logBytes(club)
      const found = await judge(club.db, load.done.slice(from), load.pending())
      const said = [
        ...(code === 0 ? [] : [`it ended with ${code}`]),
        ...(stop.tookMs <= stopWithinMs ? [] : [`it took ${Math.round(stop.tookMs)} ms`]),
        ...(stop.failed === 0 ? [] : [`${stop.failed} heard that it did not work`]),
        ...(stop.left === 0 ? [] : [`${stop.left} streams were not told to come back`]),
        ...(leftInLog === 0 ? [] : [`${leftInLog} bytes were left in the log`]),
        ...(found.unheard === 0 ? [] : [`${found.unheard} were done, but not told`]),
        ...found.wrong,
      ]
      wrong.push(...said.map((what) => `stop ${round}: ${what}`))
      total.asked += stop.asked
      total.busyMs += stop.busyMs
      total.inFlight += stop.inFlight
      total.acknowledged += load.done.length - from
      total.lost += found.lost
      total.cutOff += found.unheard
      total.failed += stop.failed
      total.slowestMs = Math.max(total.slowestMs, stop.tookMs)
      context.say(`stop ${round}: ${stop.inFlight} in flight, ended with ${code} after ${Math.round(stop.tookMs)} ms`)
    }
    const server = await club.start()
    await load.finish()
    wrong.push(...(await club.verify()), ...load.refused)
    await club.letGo()
    const killed = await endAmid(club, load, server.kill)
    if (killed.left === 0) wrong.push('the control did not notice: a kill told each stream to come back')
    if (total.inFlight === 0) wrong.push('nothing was ever in flight')
    return outcomeOf(wrong, {
      stops: rounds,
      'requests a second': Math.round(total.asked / (total.busyMs / 1000)),
      'open streams': members,
      'in flight at the stops': total.inFlight,
      acknowledged: total.acknowledged,
      lost: total.lost,
      'done, but not told': total.cutOff,
      'told that it did not work': total.failed,
      'slowest stop, ms': Math.round(total.slowestMs),
      'streams not told by a kill (control)': killed.left,
      'bytes left in the log by a kill (control)': logBytes(club),
    })
  },
}
