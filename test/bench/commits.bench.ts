import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { canTrace } from '#test/faults/strace.ts'
import { type BenchClub, prepareClub, serveClub } from './bench-club.ts'
import { eveningOf, firstOf, thereAtFirst } from './evening.ts'
import { makeFigure } from './figure.ts'
import { openLines } from './lines.ts'
import type { Part, PartContext } from './part.ts'
import { takeTurns } from './rounds.ts'

const together = 16
const checkIns = { alone: 40, together: 160 }
const mostRounds = 3
/** PostgreSQL's processes say what they have done when they are left alone for a while, and when a line ends: the app's do after four seconds. */
const saidAfterMs = 5000

export const part: Part = {
  name: 'commits',
  about: 'How often the disk has to sync for a check-in: when it comes alone, and when 16 lines send them at once.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  async measure(context) {
    const prepared = await prepareClub(context)
    const watch = context.engine === 'sqlite' ? await watchFile(context) : await watchPostgres(context, prepared)
    if (watch === null) {
      context.say('commits: there is no strace here, or it may not look at processes, so nobody counts the syncs')
      return []
    }
    const club = await serveClub(context, prepared, watch)
    const evening = eveningOf(club, 0)
    const measure = (lines: number, many: number) => async () => {
      const asked = await openLines(club.ports, lines)
      const before = await watch.syncs()
      const { answers } = await asked.ask({ next: firstOf(many, evening.checkIn) })
      const syncs = (await watch.syncs()) - before
      asked.close()
      await evening.setThere(thereAtFirst)
      const wrong = answers.find(({ status }) => status !== 200)
      if (wrong) throw new Error(`a check-in was answered with ${wrong.status}`)
      return syncs / many
    }
    const turns = await takeTurns(
      Math.min(mostRounds, context.rounds),
      { alone: measure(1, checkIns.alone), together: measure(together, checkIns.together) },
      0,
    )
    const figure = (name: string, values: number[], many: number) =>
      makeFigure(context, { name: `commits.${name}`, unit: 'syncs each', values, n: values.length * many })
    return [
      figure('alone', turns.alone, checkIns.alone),
      figure(`${together}-lines`, turns.together, checkIns.together),
    ]
  },
}

type Watch = { under?: string[]; env?: Record<string, string>; syncs: () => Promise<number> }

/** The server's own calls to the system, each written down as it is made. */
async function watchFile(context: PartContext): Promise<Watch | null> {
  if (!canTrace()) return null
  const folder = await mkdtemp(join(tmpdir(), 'quiver-syncs-'))
  context.onEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'calls')
  const only = ['-e', 'trace=fsync,fdatasync', '-e', 'signal=none']
  return {
    under: ['strace', '-D', '-f', '--seccomp-bpf', ...only, '-o', file],
    // What the system's own threads do would not be seen.
    env: { UV_USE_IO_URING: '0' },
    syncs: async () => (await readFile(file, 'utf8')).match(/ f(data)?sync\(/g)?.length ?? 0,
  }
}

/** What PostgreSQL counts of its log. */
async function watchPostgres(context: PartContext, { seeded }: BenchClub): Promise<Watch> {
  const client = new pg.Client({ connectionString: seeded.postgres?.url })
  await client.connect()
  context.onEnd(() => client.end())
  const count = "select sum(fsyncs)::int as syncs from pg_stat_io where object = 'wal'"
  return {
    async syncs() {
      await pause(saidAfterMs)
      const { rows } = await client.query<{ syncs: number }>(count)
      return rows[0]?.syncs ?? Number.NaN
    },
  }
}
