import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startBenchClub } from './bench-club.ts'
import { eveningOf } from './evening.ts'
import { makeFigure } from './figure.ts'
import type { Part } from './part.ts'
import { takeRound } from './rounds.ts'

/** The app lets go of a line that has had nothing to do for four seconds, and takes some now and then for what is timed. */
const settleMs = 6000
const idleMs = 15_000
const lookEveryMs = 20
const loadMs = 2000
const askers = 64
const writeOfSo = 3

export const part: Part = {
  name: 'connections',
  about:
    'Lines to PostgreSQL that all servers together have on average when idle, and the most of them while 64 lines ask.',
  engines: ['postgres'],
  processes: [1, 3],
  async measure(context) {
    const club = await startBenchClub(context)
    const { env, postgres } = club.seeded
    const client = new pg.Client({ connectionString: postgres?.url })
    await client.connect()
    context.onEnd(() => client.end())
    const database = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
    async function count() {
      const counted = 'select count(*)::int as lines from pg_stat_activity where datname = $1'
      const { rows } = await client.query<{ lines: number }>(counted, [database])
      return rows[0]?.lines ?? Number.NaN
    }
    const evening = eveningOf(club, 200)
    const idle: number[] = []
    const most: number[] = []
    const lines = await club.lines(askers)
    let asked = 0
    const next = () => {
      const looker = evening.lookers[asked++ % evening.lookers.length]
      return asked % writeOfSo === 0 || !looker ? evening.answer() : club.home(looker)
    }
    await pause(settleMs)
    for (const begunAt = performance.now(); performance.now() - begunAt < idleMs; await pause(lookEveryMs))
      idle.push(await count())
    for (let round = 0; round < context.rounds; round++) {
      let isOver = false
      const load = takeRound({ lines, pids: club.pids }, { next, forMs: loadMs }).finally(() => (isOver = true))
      let found = 0
      while (!isOver) {
        found = Math.max(found, await count())
        await pause(lookEveryMs)
      }
      await load
      most.push(found)
    }
    const mean = idle.reduce((sum, each) => sum + each, 0) / idle.length
    return [
      makeFigure(context, { name: 'connections.idle', unit: 'lines', values: idle, value: mean }),
      makeFigure(context, { name: 'connections.most', unit: 'lines', values: most }),
    ]
  },
}
