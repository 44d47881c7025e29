import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createAccount, openSession } from '#server/auth/accounts.ts'
import { sessionCookie } from '#server/auth/cookies.ts'
import { systemClock } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import { hashPassword } from '#server/crypto/passwords.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createWrite } from '#server/db/write.ts'
import { addEvent } from '#server/features/calendar/built-in-calendar.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { createCommandContext } from '#server/ops/cli/command-context.ts'
import { openClub } from '#server/ops/cli/open-club.ts'
import { defineClub, parseClubConfig } from '#server/ops/config/club-config.ts'
import { filesIn } from '#server/ops/files/club-files.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { goodPassword } from '#test/support/club.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import type { FaultContext } from './fault.ts'

export type SeededClub = Awaited<ReturnType<typeof seedClub>>
export type SeededMember = { id: string; email: string; cookie: string }

type Options = {
  members: number
  practices?: number
  dayPasses?: number
  env?: Record<string, string>
  /** An empty folder for its data, for example on its own disk. Default: a new folder. */
  dataDir?: string
  /** Settings of `club.config.ts` that differ from the defaults. */
  club?: object
  /** Returns another address of the database for the server: a proxy in front of it. */
  databaseBy?: (url: string) => Promise<string>
  /** Returns another port of the server for phones: a proxy in front of it. */
  reachedBy?: (port: number) => Promise<number>
}

const authSecret = 'a test secret that is long enough 0123456789'

/** A club with this many members, each with a session and a pass, in a data folder or on a real, durable PostgreSQL. */
export async function seedClub(context: Pick<FaultContext, 'engine' | 'onEnd'>, options: Options) {
  const postgres = context.engine === 'postgres' ? await startPostgres({ durable: true }) : null
  if (postgres) context.onEnd(() => postgres.stop())
  const databaseUrl = postgres && (await createDatabase(postgres.url)).url
  const direct: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const settings = { env: { AUTH_SECRET: authSecret, ...direct, ...options.env }, club: options.club ?? {} }
  const { dataDir, env } = await prepareServer(settings, options.dataDir)
  context.onEnd(() => rm(dataDir, { recursive: true, force: true }))
  if (options.reachedBy) env.BASE_URL = `http://localhost:${await options.reachedBy(Number(env.PORT))}`
  const people = await fill(env, options)
  const where = databaseUrl === null ? { file: join(dataDir, 'quiver.db') } : { url: databaseUrl }
  let database: Database | undefined
  const letGo = async () => {
    await database?.close()
    database = undefined
  }
  context.onEnd(letGo)
  if (databaseUrl !== null && options.databaseBy) env.DATABASE_URL = await options.databaseBy(databaseUrl)
  return {
    ...people,
    dataDir,
    env,
    /** What all its servers have in common. */
    shared: { AUTH_SECRET: authSecret, ...direct },
    url: env.BASE_URL ?? '',
    /** Direct access to the database, without the server and any proxy. */
    get db() {
      database ??= openDatabase(where)
      return database.db
    },
    /** Closes our connection, so that the server has the database to itself until `db` is used again. */
    letGo,
    /** Writes and announces the changes, as a command that runs next to the server does. */
    get write() {
      database ??= openDatabase(where)
      return createWrite(database, () => {})
    },
    /** Starts a built server on this club. Can be called more than once; the server ends with the test. */
    async start(
      root?: string,
      { under = [], env: more = {} }: { under?: string[]; env?: Record<string, string> } = {},
    ) {
      const again = { dataDir, env: { ...env, ...more } }
      const server = await startServerProcess({ again, under, ...(root === undefined ? {} : { root }) })
      context.onEnd(() => server.kill())
      return server
    },
    /** What `quiver verify` finds wrong, including damage to the file itself. */
    verify() {
      database ??= openDatabase(where)
      const club = parseClubConfig(defineClub({}))
      return brokenRules({ database, clock: systemClock, club, files: filesIn(join(dataDir, 'files')) })
    },
    /** The PostgreSQL server; null on SQLite. */
    postgres,
    /** SQLite's integrity check; `ok` on PostgreSQL, which has none. */
    async integrity() {
      if (context.engine !== 'sqlite') return 'ok'
      const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(this.db)
      return rows.map((row) => row.integrityCheck).join('; ')
    },
  }
}

async function fill(env: Record<string, string>, { members, practices = 1, dayPasses = 0 }: Options) {
  await using club = await openClub({ env, complain: () => {} }, { mayBeNew: true })
  const ctx = createCommandContext(club)
  const passwordHash = await hashPassword(goodPassword)
  const people: SeededMember[] = []
  for (let i = 0; i <= members; i++) people.push(await addMember(ctx, { number: i, passwordHash, dayPasses }))
  const practiceIds: string[] = []
  for (let i = 0; i < practices; i++) practiceIds.push(await addPractice(ctx, i))
  const [officer, ...others] = people
  if (!officer) throw new Error('there is an officer')
  return { officer, members: others, practiceIds }
}

/** The first is an officer. Without day passes, they have the Carpool Range Pass. */
function addMember(ctx: AppContext, facts: { number: number; passwordHash: string; dayPasses: number }) {
  const { number, passwordHash, dayPasses } = facts
  const email = `archer${number}@purdue.edu`
  return ctx.write(async (tx) => {
    const nowMs = ctx.clock.now()
    const id = await createAccount(tx, { email, passwordHash, now: new Date(nowMs).toISOString() })
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', id).execute()
    const name = { nameFirst: 'Archer', nameLast: String(number), pronouns: '["They/Them"]' }
    await tx
      .updateTable('member')
      .set({ hasLoggedIn: 1, ...name, role: number === 0 ? 'Officer' : 'Member' })
      .where('id', '=', id)
      .execute()
    if (dayPasses === 0)
      await tx.updateTable('member').set({ pass: 'Carpool Range Pass' }).where('id', '=', id).execute()
    else await appendLedger(tx, ctx, { ...given, memberId: id, amount: dayPasses })
    const { token } = await openSession(tx, ctx, { userId: id, keep: true, userAgent: 'faults', nowMs })
    const cookie = sessionCookie(ctx.baseUrl, ctx.secrets, token, 1).split(';')[0] ?? ''
    return { id, email, cookie }
  })
}

const given = { currency: 'day-passes', cause: 'faults:start:1', why: 'Given by the bench', actor: 'system' } as const

/** Began a minute ago and lasts for hours, so that it can be started right away. */
function addPractice(ctx: AppContext, number: number) {
  const nowMs = ctx.clock.now()
  const at = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString()
  return ctx.write((tx) =>
    addEvent(tx, {
      title: `Practice ${number + 1}`,
      location: 'The Range',
      description: '',
      startsAt: at(-1),
      endsAt: at(240),
      sample: false,
      nowMs,
    }),
  )
}
