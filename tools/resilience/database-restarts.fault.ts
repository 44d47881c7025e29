// Shows: T79

import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { attendanceOf, checkInAll, makeLive } from './check-in-load.ts'
import { type Away, goAway } from './database-outage.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { answerBeforeCommit } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const restarts = 20
const heldForMs = 12_000
/** Half of the time for a connection, half for the statement. */
const respondsOnceConnectedMs = 11_000

export const fault: Fault = {
  name: 'database-restarts',
  promise:
    'PostgreSQL is restarted and crashes under load, has no free line, and answers nothing in time: nothing is lost or doubled, and all is well within 5 s after (T79).',
  engines: ['postgres'],
  limitMinutes: 15,
  async run(context) {
    const rounds = context.rounds(restarts)
    const club = await seedClub(context, { members: 100, practices: rounds + 2 })
    const server = await club.start()
    const wrong: string[] = []
    const total = { inFlight: 0, lost: 0, doubled: 0, backMs: 0, slowestMs: 0 }
    let before: string | undefined
    const next = async () => {
      const practiceId = club.practiceIds.shift() ?? ''
      await makeLive(club, practiceId, before)
      before = practiceId
      return { ...club, practiceId }
    }
    for (let round = 0; round < rounds; round++) {
      const figures = await goAway(context, await next(), restart(club, round), wrong)
      const of = (what: string) =>
        Number(Object.entries(figures).find(([name]) => name.endsWith(`: ${what}`))?.[1] ?? 0)
      total.inFlight += of('in flight')
      total.lost += of('lost')
      total.doubled += of('doubled')
      total.backMs = Math.max(total.backMs, of('back after ms'))
      total.slowestMs = Math.max(total.slowestMs, of('slowest answer ms'))
    }
    const held = await goAway(context, await next(), heldTable(club), wrong)
    const lost = await lostWithoutGuard(context, club, { server, before })
    if (lost === 0) wrong.push('the control did not notice: answers before the commit lost nothing')
    return outcomeOf(wrong, {
      restarts: rounds,
      'in flight at them': total.inFlight,
      lost: total.lost,
      doubled: total.doubled,
      'slowest answer ms': total.slowestMs,
      'back at most ms after': total.backMs,
      ...held,
      'lost in a crash when answered before the commit (control)': lost,
    })
  },
}

/** Alternates between an orderly restart and a crash. */
function restart({ postgres }: SeededClub, round: number): Away {
  let back: Promise<void> | undefined
  return {
    name: `restart ${round + 1}`,
    awayMs: 300,
    begin() {
      back = postgres?.restart(round % 2 === 0 ? 'restart' : 'crash')
    },
    end: () => back,
  }
}

/** A lock on the members table: the first ten statements wait for it, and everyone else for a connection. */
function heldTable({ env }: SeededClub): Away {
  let letGo = async () => {}
  return {
    name: 'held table',
    awayMs: heldForMs,
    answersWithinMs: respondsOnceConnectedMs,
    async begin() {
      const beside = openDatabase({ url: env.DATABASE_URL ?? '' })
      const held = await beside.db.startTransaction().execute()
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(held)
      await sql`lock table member in access exclusive mode`.execute(held)
      letGo = async () => {
        await held.rollback().execute()
        await beside.close()
      }
    },
    end: () => letGo(),
  }
}

type Server = Awaited<ReturnType<SeededClub['start']>>

/** The negative control: a server that responds before it commits, when the database crashes. @returns how many are lost */
async function lostWithoutGuard(
  context: FaultContext,
  club: SeededClub,
  { server, before }: { server: Server; before: string | undefined },
) {
  await server.kill()
  const copy = await copyTree(context, [answerBeforeCommit])
  const careless = await club.start(copy.root)
  const practiceId = club.practiceIds.shift() ?? ''
  await makeLive(club, practiceId, before)
  let back: Promise<void> | undefined
  const { attempts } = await checkInAll(
    { ...club, practiceId },
    {
      after: 5,
      strike() {
        back = club.postgres?.restart('crash')
      },
    },
  )
  await back
  await careless.kill()
  const stored = await attendanceOf(club, practiceId)
  return attempts.filter(({ reply, memberId }) => reply?.status === 200 && !stored.has(memberId)).length
}
