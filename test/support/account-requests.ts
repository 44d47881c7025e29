import { sql } from 'kysely'
import { newLink } from '#server/auth/email-tokens.ts'
import { createTestClub, type EngineName, goodPassword, type TestClub } from './club.ts'
import { mailBy, startSmtpSink } from './smtp-sink.ts'

export const newPassword = 'a brand new password'

/** A club whose emails arrive in its own sink. Passwords are compared, not hashed, except where hashing is tested. */
export async function createClubWithMail(
  engine: EngineName,
  { hashing = false, ...options }: Parameters<typeof createTestClub>[1] & { hashing?: boolean } = {},
) {
  const sink = await startSmtpSink()
  const club = await createTestClub(engine, { ...options, env: { ...mailBy(sink), ...options.env } })
  if (!hashing) comparePasswords(club)
  const dispose = club[Symbol.asyncDispose]
  return Object.assign(club, {
    sink,
    async [Symbol.asyncDispose]() {
      await dispose()
      await sink.stop()
    },
  })
}

/** Compares passwords instead of hashing them. Everyone made by `club.member()` has `goodPassword`. */
export function comparePasswords(club: TestClub) {
  club.ctx.hashing = {
    hash: async (password) => `plain:${password}`,
    verify: async ({ hash, password }) =>
      hash.startsWith('plain:') ? hash === `plain:${password}` : password === goodPassword,
  }
}

type From = { ip?: string; cookie?: string | null; headers?: Record<string, string> }
type Reply = Awaited<ReturnType<typeof post>>

export const post = (club: TestClub, path: string, body: object, { ip, cookie = null, headers }: From = {}) =>
  club.caller(cookie, ip).send({ method: 'POST', path, body, ...(headers && { headers }) })

export const logIn = (club: TestClub, email: string, password = goodPassword, from: From = {}) =>
  post(club, '/api/auth/sign-in/email', { email, password }, from)

/** The status code of a login. */
export const logInStatus = async (...asked: Parameters<typeof logIn>) => (await logIn(...asked)).statusCode

export const askForReset = (club: TestClub, email: string, from: From = {}) =>
  post(club, '/api/auth/request-password-reset', { email }, from)

export const resetPassword = (club: TestClub, token: string, password = newPassword) =>
  post(club, '/api/auth/reset-password', { token, newPassword: password })

/** Creates a link like the one in an email. @returns its token */
export const resetLink = (club: TestClub, memberId: string) =>
  club.ctx.write((tx) => newLink(tx, 'reset', memberId, club.clock.now()))

export const cookieOf = (reply: Pick<Reply, 'headers'>) => String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''

/** What a caller can use to tell two responses apart. */
export function comparable(reply: Pick<Reply, 'statusCode' | 'payload' | 'headers'>) {
  const { 'x-request-id': id, date: _date, ...headers } = reply.headers
  return { status: reply.statusCode, body: reply.payload.replaceAll(String(id), 'its id'), headers }
}

/** The error of a call, or 'accepted'. */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error,
  )

/** Moves the clock forward without running the timers in between. */
export const leap = (club: TestClub, ms: number) => club.clock.set(new Date(club.clock.now() + ms).toISOString())

/** Takes each write for one that found its row, as if no one checked whether another was faster. */
export function ignoreRowCounts({ ctx }: TestClub) {
  ctx.database.db = ctx.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({ ...result, numAffectedRows: 1n }),
  })
}

/** On PostgreSQL: how many statements wait for a lock. */
export async function waitingForLocks(club: TestClub) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(club.db)
  return Number(rows[0]?.count)
}
