// Shows: T78

import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '#test/support/server.ts'
import { announcementsOf, keepAnnouncements } from './announcements.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { endsAgain } from './servers-without.ts'
import { quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const processes = 3
/** From the start of a practice to its end; long enough that all processes know of it. */
const liveForMs = 400
const endedWithinMs = 5000

export const fault: Fault = {
  name: 'auto-end-once',
  promise: 'Three processes that all end a practice at its end time end it once, and tell of it once (T78).',
  engines: ['postgres'],
  limitMinutes: 20,
  async run(context) {
    const ends = context.rounds(500)
    const club = await seedClub(context, { members: 1, practices: ends + 20 })
    const wrong: string[] = []
    await keepAnnouncements(club.db)
    const servers = await startBeside(context, club)
    const rounds = await endAll(context, club, club.practiceIds.slice(0, ends))
    await Promise.all(servers.map((server) => server.kill()))
    const transitions = rounds.reduce((sum, { announced }) => sum + announced, 0)
    if (transitions !== ends) wrong.push(`${transitions} transitions of ${ends}`)
    for (const { practiceId, ...round } of rounds)
      if (round.announced !== 1 || !round.isLawful) wrong.push(`${practiceId}: ${JSON.stringify(round)}`)

    const copy = await copyTree(context, [endsAgain])
    const careless = await startBeside(context, club, copy.root)
    const control = await endAll(context, club, club.practiceIds.slice(ends))
    await Promise.all(careless.map((server) => server.kill()))
    const doubled = control.filter(({ announced }) => announced > 1).length
    if (doubled < control.length / 4) wrong.push(`the control noticed ${doubled} of ${control.length} times`)
    return outcomeOf(wrong, {
      processes,
      ends,
      transitions,
      'told more than once': rounds.filter(({ announced }) => announced > 1).length,
      'late by ms, p99': quantile(
        rounds.map(({ lateMs }) => lateMs),
        99,
      ),
      'told more than once without the condition (control)': `${doubled} of ${control.length}`,
    })
  },
}

/** Starts more processes of the same club, each with its own port and folder. */
async function startBeside(context: FaultContext, { env }: SeededClub, root?: string) {
  const shared = { DATABASE_URL: env.DATABASE_URL ?? '', AUTH_SECRET: env.AUTH_SECRET ?? '' }
  const servers = Array.from({ length: processes }, async () => {
    const server = await startServerProcess({ env: shared, ...(root === undefined ? {} : { root }) })
    context.onEnd(() => server.dispose())
    return server
  })
  return Promise.all(servers)
}

async function endAll(context: FaultContext, { db, write }: SeededClub, practiceIds: string[]) {
  const rounds: { practiceId: string; announced: number; isLawful: boolean; lateMs: number }[] = []
  for (const practiceId of practiceIds) {
    context.signal.throwIfAborted()
    const endsAtMs = Date.now() + liveForMs
    const endsAt = new Date(endsAtMs).toISOString()
    const startedAt = new Date(endsAtMs - 60_000).toISOString()
    await write(async (tx, announce) => {
      // The calendar event as well, or the next sync would undo the change.
      await tx.updateTable('calendarEvent').set({ endsAt }).where('id', '=', practiceId).execute()
      await tx.updateTable('practice').set({ startedAt, endsAt }).where('id', '=', practiceId).execute()
      announce('live')
    })
    const before = await announcementsOf(db, 'live')
    let row = await practiceOf(db, practiceId)
    while (row.endedAt === null && Date.now() < endsAtMs + endedWithinMs) {
      await pause(5)
      row = await practiceOf(db, practiceId)
    }
    const lateMs = Date.now() - endsAtMs
    // Give slower processes time to end it a second time.
    await pause(200)
    const isLawful = row.endedAt === endsAt && row.endedEarly === 0
    rounds.push({ practiceId, announced: (await announcementsOf(db, 'live')) - before, isLawful, lateMs })
    if (rounds.length % 50 === 0) context.say(`${rounds.length} ends`)
  }
  return rounds
}

function practiceOf(db: SeededClub['db'], practiceId: string) {
  return db
    .selectFrom('practice')
    .select(['endedAt', 'endedEarly'])
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
}
