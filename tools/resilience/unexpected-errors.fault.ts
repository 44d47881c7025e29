// Shows: T75

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { untilReady } from '#test/support/until-ready.ts'
import { attendanceOf, checkInAll, makeLive } from './check-in-load.ts'
import { undisturbed, waitedForProcessorMs } from './cpu-steal.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { seedClub } from './seeded-club.ts'
import { keepUnit } from './unit-keeper.ts'

const root = join(import.meta.dirname, '../..')
const injected = pathToFileURL(join(root, 'test/support/unexpected-error.mjs'))
const readyWithinMs = 2000

export const fault: Fault = {
  name: 'unexpected-errors',
  promise:
    'An error that nobody expected, amid 100 parallel check-ins, ends the server once what is under way has been answered, and what looks after it has it ready again within 2 s of that (T75).',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const rounds = context.rounds(20)
    const club = await seedClub(context, {
      members: 100,
      practices: rounds,
      env: { NODE_OPTIONS: `--import ${injected}`, LOG_LEVEL: 'silent' },
    })
    const unit = await keepUnit(root, club.env)
    context.onEnd(() => unit.stop())
    const wrong: string[] = []
    const total = {
      acknowledged: 0,
      lost: 0,
      doubled: 0,
      starts: [] as { readyMs: number; waitedMs: number }[],
      wholeMs: [] as number[],
    }
    await untilReady(club.url, context.signal)
    for (const [round, practiceId] of club.practiceIds.entries()) {
      await makeLive(club, practiceId, club.practiceIds[round - 1])
      let struckAt = 0
      const starts = unit.starts()
      const strike = () => {
        struckAt = performance.now()
        unit.signal(round % 2 === 0 ? 'SIGUSR2' : 'SIGHUP')
      }
      const load = await checkInAll({ ...club, practiceId }, { after: 1 + ((round * 29) % 60), strike })
      while (unit.starts() === starts) await untilReady(club.url, context.signal).then(() => nextLook())
      await untilReady(club.url, context.signal)
      const readyMs = Math.round(performance.now() - unit.endedAt())
      total.starts.push({ readyMs, waitedMs: waitedForProcessorMs(unit.pid()) })
      total.wholeMs.push(Math.round(performance.now() - struckAt))
      const stored = await attendanceOf(club, practiceId)
      const acknowledged = load.attempts.filter(({ reply }) => reply?.status === 200)
      total.acknowledged += acknowledged.length
      total.lost += acknowledged.filter(({ memberId }) => !stored.has(memberId)).length
      total.doubled += [...stored.values()].filter((times) => times > 1).length
      if (unit.codes.at(-1) !== 1) wrong.push(`round ${round + 1}: it ended with ${unit.codes.at(-1)}`)
      context.say(`round ${round + 1}: ${acknowledged.length} acknowledged, ready again in ${readyMs} ms`)
    }
    const starts = undisturbed(total.starts)
    const slowest = Math.max(0, ...starts.map(({ readyMs }) => readyMs))
    if (starts.length === 0) wrong.push('each start was held up by other programs: try it on a quiet machine')
    if (total.lost > 0) wrong.push(`${total.lost} acknowledged ones are gone`)
    if (total.doubled > 0) wrong.push(`${total.doubled} are there twice`)
    if (slowest > readyWithinMs) wrong.push(`ready again only after ${slowest} ms`)
    return outcomeOf(wrong, {
      errors: rounds,
      acknowledged: total.acknowledged,
      lost: total.lost,
      doubled: total.doubled,
      'starts that other programs did not hold up': starts.length,
      'of these from the end to ready again, most ms': slowest,
      'from the error to ready again, most ms': Math.max(...total.wholeMs),
    })
  },
}

/** The pause between two checks whether the server has exited. */
function nextLook() {
  return new Promise((resolve) => setTimeout(resolve, 5))
}
