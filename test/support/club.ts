import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { inject } from 'vitest'
import type { Contract } from '#contract/contract.ts'
import type { Topic } from '#domain/live-topics.ts'
import { createAccount, openSession } from '#server/auth/accounts.ts'
import { sessionCookie } from '#server/auth/cookies.ts'
import { boot } from '#server/boot.ts'
import { monotonicText } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import { hashPassword } from '#server/crypto/passwords.ts'
import { openDatabase } from '#server/db/database.ts'
import { databaseFile, migrate, schemaVersion } from '#server/db/migrate.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { addEvent } from '#server/features/calendar/built-in-calendar.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { createLog } from '#server/log.ts'
import { type ClubConfig, defineClub, parseClubConfig } from '#server/ops/config/club-config.ts'
import { readEnvironment } from '#server/ops/config/environment.ts'
import { findStartedPractice } from '#server/queries/practices.ts'
import { createDatabase, prepareTemplate } from './postgres.ts'
import { createTestClock } from './test-clock.ts'

/** Engines for tests where the engine may matter: transactions, locks, races, queries, migrations, backups. */
export const engines = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engines)[number]
/** Engines for all other server tests: PostgreSQL only with `QUIVER_MANY=1` (`npm run test:all`). */
export const usualEngines: readonly EngineName[] = process.env.QUIVER_MANY === '1' ? engines : ['sqlite']

export type Api = ContractRouterClient<Contract>
export type TestClub = Awaited<ReturnType<typeof createTestClub>>
export type TestMember = Awaited<ReturnType<TestClub['member']>>

/** Tuesday, November 24, 5:50 PM in the club's zone: ten minutes before a practice at six. */
export const tuesdayEvening = '2026-11-24T22:50:00.000Z'
export const six = '2026-11-24T23:00:00.000Z'
export const eight = '2026-11-25T01:00:00.000Z'
export const goodPassword = 'quiet gold at eighteen metres'
/** The settings of a club at a name of its own. */
export const atHttps = {
  BASE_URL: 'https://quiver.example.edu',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Archery Club <archery@example.edu>',
}

let hashedGoodPassword: Promise<string> | undefined

type Options = {
  now?: string
  club?: Parameters<typeof defineClub>[0]
  env?: Record<string, string>
  /** Another process of the same club, which shares only the database. */
  beside?: { databaseUrl: string | null }
  /** Where its log goes, for a test that reads it. */
  log?: ReturnType<typeof createLog>
  /** Creates the sample practices of a new club; most tests make their own. */
  samples?: boolean
  /** Timeouts for what clients send, where they differ from the defaults. */
  lines?: Parameters<typeof boot>[0]['lines']
  /** When it sheds load; by default never, because the server shares its event loop with the test. */
  overload?: Parameters<typeof boot>[0]['overload']
}

/**
 * A complete club as the server boots it, on a new database of either engine, with a clock that the test moves.
 * Requests go through its real HTTP layer without a socket.
 */
export async function createTestClub(engine: EngineName, options: Options = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quiver-test-'))
  const made = engine === 'postgres' && !options.beside ? await createClubDatabase() : null
  const databaseUrl = options.beside?.databaseUrl ?? made?.url ?? null
  if (databaseUrl === null && !options.beside) await copyMigratedFile(dataDir)
  const environment = readEnvironment({
    DATA_DIR: dataDir,
    PORT: '3000',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a test secret that is long enough 0123456789',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...options.env,
  })
  // Reminders are for the tests that set them.
  const practices = { remindHours: 0, ...options.club?.practices }
  const club: ClubConfig = parseClubConfig(defineClub({ ...options.club, practices }))
  const clock = createTestClock(options.now ?? tuesdayEvening)
  const log = options.log ?? createLog(environment.logLevel)
  const local = options.samples === true
  const quiver = await boot({
    environment: { ...environment, local },
    club,
    clock,
    log,
    webDir: null,
    lines: options.lines,
    overload: options.overload ?? { lateMs: Number.POSITIVE_INFINITY },
  })
  const { app, ctx } = quiver
  const db = ctx.database.db
  // The jobs of the start could otherwise delete what the test makes look old.
  await quiver.jobsIdle()
  if (engine === 'postgres') {
    // As on SQLite: a write has been announced when it resolves.
    const { write } = quiver
    ctx.write = async (act) => {
      const answer = await write(act)
      await write.settled()
      return answer
    }
  }
  const announced: Topic[] = []
  ctx.hub.subscribe((change) => void announced.push(change.topic))

  const caller = (cookie: string | null, ip = '127.0.0.1') => createCaller(quiver.app, environment.baseUrl, cookie, ip)

  return {
    engine,
    app,
    ctx,
    db,
    clock,
    /** Resolves when no scheduled job is running. */
    jobsIdle: quiver.jobsIdle,
    dataDir,
    databaseUrl,
    announced,
    baseUrl: environment.baseUrl,
    calendar: quiver.calendar,
    /** Someone who is not signed in. */
    visitor: (ip?: string) => caller(null, ip),
    caller,

    /** Creates a practice in the built-in calendar, by default tonight from six to eight. @returns its id */
    async practice(facts: { title?: string; startsAt?: string; endsAt?: string } = {}) {
      const id = await ctx.write((tx) =>
        addEvent(tx, {
          title: facts.title ?? 'Tuesday practice',
          location: 'Lafayette Range',
          description: 'Bring water.',
          startsAt: facts.startsAt ?? six,
          endsAt: facts.endsAt ?? eight,
          sample: false,
          nowMs: clock.now(),
        }),
      )
      await quiver.calendar.readNow()
      return id
    },

    /** One that is live, started by an officer if none is. @returns its id */
    async livePractice() {
      const live = await findStartedPractice(db)
      if (live) return live.id
      const officer = await this.officer()
      const practiceId = await this.practice()
      await officer.api.practices.start({ practiceId })
      return practiceId
    },

    /** Creates a signed-in member who has finished the wizard, with their own session. */
    async member(facts: Partial<MemberRow> & { email?: string; keep?: boolean; verified?: boolean } = {}) {
      const {
        email = `m${randomUUID().slice(0, 8)}@purdue.edu`,
        keep = false,
        verified = true,
        dayPasses = 0,
        paidPractices = 0,
        ...row
      } = facts
      hashedGoodPassword ??= hashPassword(goodPassword)
      const passwordHash = await hashedGoodPassword
      const now = new Date(clock.now()).toISOString()
      const { id, token } = await ctx.write(async (tx) => {
        const id = await createAccount(tx, { email, passwordHash, now })
        await tx
          .updateTable('user')
          .set({ emailVerified: verified ? 1 : 0 })
          .where('id', '=', id)
          .execute()
        await tx
          .updateTable('member')
          .set({ hasLoggedIn: 1, nameFirst: 'Avery', nameLast: 'Bowman', pronouns: '["They/Them"]', ...row })
          .where('id', '=', id)
          .execute()
        await grant(tx, ctx, id, { dayPasses, paidPractices })
        const { token } = await openSession(tx, ctx, { userId: id, keep, userAgent: 'test', nowMs: clock.now() })
        return { id, token }
      })
      const cookie = sessionCookie(ctx.baseUrl, ctx.secrets, token, 1).split(';')[0] ?? ''
      return {
        id,
        email,
        token,
        cookie,
        ...caller(cookie),
        row: () => db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      }
    },
    /** Logs in with the password that all members have, as from another device. */
    async loggedIn(email: string) {
      const body = { email, password: goodPassword, rememberMe: true }
      const reply = await caller(null).send({ method: 'POST', path: '/api/auth/sign-in/email', body })
      const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
      return { cookie, ...caller(cookie) }
    },
    officer(facts: Partial<MemberRow> & { keep?: boolean; verified?: boolean } = {}) {
      return this.member({ role: 'Officer', nameFirst: 'Kai', ...facts })
    },

    /** As if everyone who is signed in had just entered their password. */
    async enterPasswords() {
      await db
        .updateTable('session')
        .set({ passwordAt: monotonicText(ctx) })
        .execute()
    },

    /** As if everyone who was removed had been removed a day ago, so that officers may erase them. */
    async letADayPass() {
      const removedAt = new Date(clock.now() - 86_400_000).toISOString()
      const removed = db.updateTable('member').set({ removedAt }).where('erasedAt', 'is', null)
      await removed.where('removedAt', 'is not', null).execute()
    },

    async [Symbol.asyncDispose]() {
      await quiver.stop()
      await made?.[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The typed API as one person. Each mutation gets a new idempotency key; `with(key)` uses a given one. */
function createCaller(app: TestApp, baseUrl: string, cookie: string | null, ip: string) {
  const send = (request: { method: string; path: string; body?: unknown; headers?: Record<string, string> }) =>
    app.inject({
      method: request.method as 'GET',
      url: request.path,
      remoteAddress: ip,
      headers: {
        ...(request.method === 'GET' ? {} : { 'content-type': 'application/json', origin: baseUrl }),
        ...(cookie === null ? {} : { cookie }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    })
  const apiWith = (key?: string): Api =>
    createORPCClient(
      new RPCLink({
        url: `${baseUrl}/rpc`,
        method: (_options, path) => (path.at(-1) === 'get' ? 'GET' : 'POST'),
        async fetch(request) {
          const { pathname, search } = new URL(request.url)
          const reply = await send({
            method: request.method,
            path: pathname + search,
            headers: { 'idempotency-key': key ?? randomUUID() },
            ...(request.method === 'GET' ? {} : { body: await request.json() }),
          })
          return new Response(reply.statusCode === 304 ? null : reply.payload, {
            status: reply.statusCode,
            headers: Object.entries(reply.headers).flatMap(([name, value]) =>
              [value].flat().map((each): [string, string] => [name, String(each)]),
            ),
          })
        },
      }),
    )
  return { api: apiWith(), with: apiWith, send }
}
type TestApp = Awaited<ReturnType<typeof boot>>['app']

async function grant(
  tx: Parameters<typeof appendLedger>[0],
  ctx: AppContext,
  memberId: string,
  totals: { dayPasses: number; paidPractices: number },
) {
  const entry = { memberId, why: 'Given by the test', actor: 'system', cause: 'test:start:1' }
  if (totals.dayPasses !== 0)
    await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: totals.dayPasses })
  if (totals.paidPractices !== 0)
    await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: totals.paidPractices })
}

let migratedFile: Promise<Buffer> | undefined
let preparedTemplate: Promise<unknown> | undefined

/** Copies the database that the first boot in a new folder would create; it is made once per process. */
async function copyMigratedFile(dataDir: string) {
  migratedFile ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quiver-template-'))
    const file = join(folder, 'quiver.db')
    const database = openDatabase({ file })
    await migrate(database)
    // Closing writes everything to the one file.
    await database.close()
    const content = await readFile(file)
    await rm(folder, { recursive: true })
    return content
  })()
  await writeFile(databaseFile({ databaseUrl: null, dataDir }) ?? '', await migratedFile)
}

async function createClubDatabase() {
  const adminUrl = inject('postgresUrl')
  const template = `quiver_${schemaVersion}`
  preparedTemplate ??= prepareTemplate(adminUrl, template, async (url) => {
    const database = openDatabase({ url })
    await migrate(database)
    await database.close()
  })
  await preparedTemplate
  return createDatabase(adminUrl, { template })
}

/** Type guard for `Promise.allSettled`: whether the promise was fulfilled. */
export function succeeded<T>(result: PromiseSettledResult<T>): result is PromiseFulfilledResult<T> {
  return result.status === 'fulfilled'
}

export function reasonOf(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'fulfilled') return 'went through'
  const { reason } = result
  return reason?.data?.reason ?? reason?.code ?? String(reason)
}

/** `went through`, or the reason or code that the request was refused with. */
export async function outcomeOf(act: Promise<unknown>) {
  const [result] = await Promise.allSettled([act])
  return reasonOf(result)
}
