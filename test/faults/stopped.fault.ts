import { attendanceOf, checkInAll, makeLive } from './check-in-load.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { seedClub } from './seeded-club.ts'

const stopWithinMs = 10_000

export const fault: Fault = {
  name: 'stopped',
  promise: 'A stop (SIGTERM) amid 100 parallel check-ins finishes what is under way and ends with 0 within 10 s (T74).',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const rounds = context.rounds(10)
    const club = await seedClub(context, { members: 100, practices: rounds + 1 })
    const wrong: string[] = []
    const total = { inFlight: 0, acknowledged: 0, turnedAway: 0, cutOff: 0, lost: 0, slowestMs: 0 }
    for (const [round, practiceId] of club.practiceIds.entries()) {
      const server = await club.start()
      const isControl = round === rounds
      await makeLive(club, practiceId, club.practiceIds[round - 1])
      let strikeAt = 0
      const strike = () => {
        strikeAt = performance.now()
        void (isControl ? server.kill() : exit.resolve(server.stop()))
      }
      const exit = Promise.withResolvers<number | null>()
      const load = await checkInAll({ ...club, practiceId }, { after: 1 + ((round * 29) % 50), strike })
      const stored = await attendanceOf(club, practiceId)
      const unheard = load.attempts.filter(({ reply }) => reply === null)
      if (isControl) {
        if (unheard.length === 0) wrong.push('the control did not notice: nobody was cut off by a kill')
        return outcomeOf(wrong, {
          rounds,
          'in flight at the stops': total.inFlight,
          acknowledged: total.acknowledged,
          lost: total.lost,
          'done, but not told': total.cutOff,
          'not let in any more': total.turnedAway,
          'slowest stop, ms': Math.round(total.slowestMs),
          'cut off by a kill instead (control)': unheard.length,
        })
      }
      const code = await exit.promise
      const tookMs = performance.now() - strikeAt
      const acknowledged = load.attempts.filter(({ reply }) => reply?.status === 200)
      const failed = load.attempts.filter(({ reply }) => reply && reply.status !== 200)
      const lost = acknowledged.filter(({ memberId }) => !stored.has(memberId)).length
      const cutOff = unheard.filter(({ memberId }) => stored.has(memberId)).length
      if (code !== 0) wrong.push(`round ${round + 1}: it ended with ${code}`)
      if (tookMs > stopWithinMs) wrong.push(`round ${round + 1}: it took ${Math.round(tookMs)} ms`)
      if (lost > 0) wrong.push(`round ${round + 1}: ${lost} acknowledged ones are gone`)
      if (cutOff > 0) wrong.push(`round ${round + 1}: ${cutOff} were done, but not told`)
      if (failed.length > 0) wrong.push(`round ${round + 1}: ${failed.length} heard ${failed[0]?.reply?.status}`)
      if (load.inFlight === 0) wrong.push(`round ${round + 1}: none was in flight`)
      total.inFlight += load.inFlight
      total.acknowledged += acknowledged.length
      total.turnedAway += unheard.length - cutOff
      total.cutOff += cutOff
      total.lost += lost
      total.slowestMs = Math.max(total.slowestMs, tookMs)
      context.say(
        `round ${round + 1}: ${load.inFlight} in flight, ${acknowledged.length} acknowledged, ended with ${code} after ${Math.round(tookMs)} ms`,
      )
    }
    throw new Error('the control is the last round')
  },
}
