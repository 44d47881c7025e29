import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createSecrets } from '#server/identity/secrets.ts'
import { makeLive } from '#test/faults/check-in-load.ts'
import { type SeededClub, seedClub } from '#test/faults/seeded-club.ts'
import { freePort } from '#test/support/server.ts'
import { type BenchMember, fillClub } from './bench-rows.ts'
import { onServerCore } from './cores.ts'
import { type Lines, openLines, question } from './lines.ts'
import type { PartContext } from './part.ts'
import { profilable } from './profile.ts'
import { recordable } from './recorded.ts'

export type BenchClub = Awaited<ReturnType<typeof prepareClub>>
export type ServedClub = Awaited<ReturnType<typeof serveClub>>

type Size = {
  /** With a session each, and a pass. */
  members?: number
  /** Past ones, thirty at each, and one on each of the coming days, a tenth of them but eight at least and ninety at most. */
  practices?: number
  env?: Record<string, string>
}

/** A season's worth for a club of a few hundred. */
const usual = { members: 500, practices: 40 }
/** At the live practice, and with an answer for each of those ahead. */
const there = 30

/**
 * A club in its database, in the middle of a practice. No server runs on it: what a server makes of a calendar has been made by
 * one that is ended again.
 */
export async function prepareClub(
  context: PartContext,
  { members = usual.members, practices = usual.practices, env = {} }: Size = {},
) {
  const seeded = await seedClub(context, { members: 0, practices: 1, env })
  const [practiceId = ''] = seeded.practiceIds
  const secrets = createSecrets(seeded.env.AUTH_SECRET ?? '')
  const { people, aheadIds } = await fillClub(seeded.db, { members, practices, there, baseUrl: seeded.url, secrets })
  await letGo(seeded)
  const server = await seeded.start(undefined, { env: recordable })
  await answerAndComeIn(seeded, { practiceId, aheadIds, people })
  await makeLive(seeded, practiceId)
  return {
    seeded,
    officer: seeded.officer,
    /** Those who are not there yet. */
    members: people.slice(there),
    /** Those who are. */
    attendees: people.slice(0, there),
    /** The live one. */
    practiceId,
    aheadIds,
    /** A server whose statements are written down (recorded.ts); to be stopped before others are measured. */
    recorded: server,
  }
}

/**
 * Servers on it, as many as the part asks for, each kept to a core of its own where there is one.
 * @param under a program that watches them, and its words
 */
export async function serveClub(
  context: PartContext,
  club: BenchClub,
  { env = {}, under = [] }: { env?: Record<string, string>; under?: string[] } = {},
) {
  await club.recorded.stop()
  const { seeded } = club
  await letGo(seeded)
  const ports = [Number(seeded.env.PORT)]
  while (ports.length < context.processes) ports.push(await freePort())
  const servers = []
  for (const [number, port] of ports.entries()) {
    const own = { PORT: String(port), ...env, ...(context.profile ? profilable : {}) }
    servers.push(await seeded.start(undefined, { under: [...onServerCore(number), ...under], env: own }))
  }
  return {
    ...club,
    servers,
    ports,
    pids: servers.map(({ pid }) => pid),
    async lines(many = 16): Promise<Lines> {
      const lines = await openLines(ports, many)
      context.onEnd(() => lines.close())
      return lines
    },
    home: ({ cookie }: BenchMember, etag?: string) =>
      question(new URL('/rpc/home/get', seeded.url), cookie, etag === undefined ? {} : { 'if-none-match': etag }),
    /** An act with a key of its own. */
    act: (operation: string, { cookie }: BenchMember, input: object, key: string = randomUUID()) =>
      question(
        new URL(`/rpc/${operation.replace('.', '/')}`, seeded.url),
        cookie,
        { 'idempotency-key': key },
        { json: input },
      ),
  }
}

export async function startBenchClub(context: PartContext, size?: Size) {
  return serveClub(context, await prepareClub(context, size))
}

/** So many members look at their pages by turns. */
export function byTurns<Each>(all: Each[]) {
  let turn = 0
  return () => all[turn++ % all.length] as Each
}

async function answerAndComeIn(
  { db }: SeededClub,
  facts: { practiceId: string; aheadIds: string[]; people: BenchMember[] },
) {
  const { practiceId, aheadIds, people } = facts
  const at = new Date().toISOString()
  const first = people.slice(0, there)
  for (const aheadId of aheadIds) {
    const kindOf = (i: number) => (i % 5 === 0 ? 'driver' : 'archer')
    const rows = first.map(
      ({ id }, i) => ({ practiceId: aheadId, memberId: id, kind: kindOf(i), answeredAt: at, waiting: null }) as const,
    )
    await db.insertInto('rsvp').values(rows).execute()
  }
  const rows = first.map(({ id }) => ({ practiceId, memberId: id, checkedInAt: at, checkedInBy: id, reason: '' }))
  await db.insertInto('attendance').values(rows).execute()
}

/** PostgreSQL looks at its tables by itself, but not at once. */
async function letGo({ db, env, letGo: close }: SeededClub) {
  if (env.DATABASE_URL !== undefined) await sql`analyze`.execute(db)
  await close()
}
