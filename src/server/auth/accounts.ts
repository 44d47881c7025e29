import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { effectivePass } from '#domain/passes.ts'
import { defaultPicture } from '#domain/photos.ts'
import { newSessionLife } from '#domain/sessions.ts'
import { createBatches } from '#server/batches.ts'
import { clockStepMs } from '#server/clock.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/secrets.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import { type Database, type Db, dataVersionColumn, type Tx } from '#server/db/database.ts'
import { endKiosksOf } from './kiosks.ts'

type NewAccount = { email: string; passwordHash: string; now: string; id?: string }

/**
 * Creates the user, credential and member in one transaction, so that none exists without the others. The account is not yet
 * verified, so it has no rights.
 * @param facts.email in canonical form
 * @param facts.id for a member imported with an id; generated otherwise
 * @returns the new person's id
 */
export async function createAccount(tx: Tx, facts: NewAccount) {
  const { id = newId(), email, passwordHash: password, now } = facts
  const times = { createdAt: now, updatedAt: now }
  await tx
    .insertInto('user')
    .values({ id, name: '', email, emailVerified: 0, ...times })
    .execute()
  await tx
    .insertInto('account')
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password, ...times })
    .execute()
  await tx
    .insertInto('member')
    .values({
      id,
      role: 'Member',
      hasLoggedIn: 0,
      nameFirst: '',
      nameLast: '',
      birthday: null,
      bowType: null,
      personalEquipment: null,
      hasCar: 0,
      carCapacity: 0,
      rm01Completed: 0,
      pictureUrl: defaultPicture,
      pronouns: '[]',
      dayPasses: 0,
      paidPractices: 0,
      pass: 'none',
      passUsedAt: null,
      createdAt: now,
      removedAt: null,
      removedEmail: null,
    })
    .execute()
  return id
}

export async function setPassword(tx: Tx, ctx: Pick<AppContext, 'clock'>, userId: string, passwordHash: string) {
  await tx
    .updateTable('account')
    .set({ password: passwordHash, updatedAt: nowAsText(ctx) })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .where('accountId', '=', userId)
    .execute()
}

const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function newId() {
  return Array.from({ length: 32 }, () => lettersAndDigits[randomInt(lettersAndDigits.length)]).join('')
}

/**
 * Ends a person's sessions, the push subscriptions of those devices, and the kiosks that they started.
 * @param options.but the id of a session to leave
 * @returns how many sessions ended
 */
export async function endSessionsOf(tx: Tx, userId: string, { but = '' }: { but?: string } = {}) {
  const sessions = tx.deleteFrom('session').where('userId', '=', userId).where('id', '<>', but)
  const { numDeletedRows } = await sessions.executeTakeFirst()
  await tx.deleteFrom('pushSubscription').where('memberId', '=', userId).where('sessionId', '<>', but).execute()
  await endKiosksOf(tx, userId)
  return Number(numDeletedRows)
}

/** Ends one session and its push subscription. @returns whether the session existed */
export async function endSession(tx: Tx, { id, userId }: { id: string; userId: string }) {
  await tx.deleteFrom('pushSubscription').where('sessionId', '=', id).where('memberId', '=', userId).execute()
  const session = tx.deleteFrom('session').where('id', '=', id).where('userId', '=', userId)
  const { numDeletedRows } = await session.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the session that a browser had before a login. Its push subscription stays only if the same person logged in. */
export async function leaveSession(tx: Tx, before: { sessionId: string; id: string }, { userId }: { userId: string }) {
  if (before.id !== userId) await endSession(tx, { id: before.sessionId, userId: before.id })
  else await tx.deleteFrom('session').where('id', '=', before.sessionId).execute()
}

/** Sessions per person; beyond it the least recently used one is ended. */
const mostSessions = 50

async function endOldest(tx: Tx, userId: string) {
  const sessions = await tx
    .selectFrom('session')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('lastActiveAt', 'desc')
    .orderBy('createdAt', 'desc')
    .execute()
  for (const { id } of sessions.slice(mostSessions)) await endSession(tx, { id, userId })
}

/**
 * Creates a session and clears a pass that has expired. Only the token's hash is stored.
 * @param facts.nowMs by the wall clock; the session's times are stored by the monotonic clock
 * @returns the token for the cookie
 */
export async function openSession(
  tx: Tx,
  ctx: AppContext,
  facts: { userId: string; keep: boolean; userAgent: string; nowMs: number },
) {
  const nowMs = facts.nowMs - clockStepMs(ctx.clock)
  const now = new Date(nowMs).toISOString()
  const { kept, lifeMs } = newSessionLife(facts.keep, ctx.club.session)
  const token = newToken()
  await tx
    .insertInto('session')
    .values({
      id: newId(),
      token: hashToken(token),
      userId: facts.userId,
      expiresAt: new Date(nowMs + lifeMs).toISOString(),
      createdAt: now,
      updatedAt: now,
      ipAddress: '',
      userAgent: facts.userAgent.slice(0, 300),
      lastActiveAt: now,
      kept: kept ? 1 : 0,
      // Every way to open a session includes entering the password.
      passwordAt: now,
    })
    .execute()
  await endOldest(tx, facts.userId)
  await putPassRight(tx, ctx, facts.userId, facts.nowMs)
  return { token, maxAgeSeconds: Math.floor(lifeMs / 1000) }
}

async function putPassRight(tx: Tx, ctx: AppContext, memberId: string, nowMs: number) {
  const held = await tx
    .selectFrom('member')
    .select(['pass', 'passUsedAt'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (effectivePass(held, ctx.days.startOfToday(nowMs)) === held.pass) return
  await tx.updateTable('member').set({ pass: 'none', passUsedAt: null }).where('id', '=', memberId).execute()
}

/** The account with this email address (canonical form), or undefined. */
export function findCredential(db: Db | Tx, email: string) {
  return credentials(db).where('user.email', '=', email).executeTakeFirst()
}

export function findCredentialOf(db: Db | Tx, userId: string) {
  return credentials(db).where('user.id', '=', userId).executeTakeFirst()
}

/**
 * Like `findCredential`, but locks the user row until the transaction ends. Everything that opens a session, changes a password or
 * verifies an address starts with it, so that its decision still holds when it commits (T7, T9).
 */
export async function lockCredential(tx: Tx, email: string) {
  await tx.selectFrom('user').select('id').where('email', '=', email).forUpdate().execute()
  // Read in a separate statement: PostgreSQL takes a snapshot for each, and this one has to be newer than the wait for the lock.
  return findCredential(tx, email)
}

export async function lockCredentialOf(tx: Tx, userId: string) {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
  return findCredentialOf(tx, userId)
}

function credentials(db: Db | Tx) {
  return db
    .selectFrom('user')
    .innerJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .innerJoin('member', 'member.id', 'user.id')
    .select(['user.id as userId', 'user.email', 'user.emailVerified', 'account.password as passwordHash'])
    .select(['member.hasLoggedIn', 'member.removedAt'])
}

const ofToken = compiledOne((db, { token }: { token: string }) => sessionsOf(db).where('session.token', '=', token))

// Subqueries instead of joins: PostgreSQL would take longer to choose an order of joins than to find the rows.
const ofTokensAndVersion = compiled((db, { tokens }: { tokens: string[] }) =>
  db
    .selectFrom('session')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('user')
          .select(['user.id as userId', 'user.email', 'user.emailVerified'])
          .whereRef('user.id', '=', 'session.userId')
          .where('user.emailVerified', '=', 1)
          .offset(eb.lit(0))
          .as('account'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('member')
          .select(memberColumns)
          .whereRef('member.id', '=', 'session.userId')
          .where('member.removedAt', 'is', null)
          .offset(eb.lit(0))
          .as('person'),
      (join) => join.onTrue(),
    )
    .select(sessionColumns)
    .selectAll(['account', 'person'])
    .select(['session.token', dataVersionColumn.as('version')])
    .select(settingsRevision)
    .where('session.token', 'in', tokens),
)

/** Of the last change of the club's settings, which this process may not have read yet. */
const settingsRevision = sql<number | null>`(select max(revision) from setting)`.as('settingsRevision')

const sessionColumns = [
  ...(['session.id as sessionId', 'session.expiresAt', 'session.lastActiveAt'] as const),
  ...(['session.kept', 'session.heldUntil'] as const),
] as const
const memberColumns = [
  ...(['member.role', 'member.hasLoggedIn', 'member.nameFirst', 'member.nameLast'] as const),
  ...(['member.pronouns', 'member.pictureUrl', 'member.bowType', 'member.showGoing'] as const),
] as const

/**
 * The session and its person in one indexed query, or undefined. On PostgreSQL, requests that arrive together share the query.
 * @param token the hash of the cookie's token
 * @returns `version` as in `Database.dataVersion`; undefined on SQLite, which knows it without a query
 */
export async function findSession(database: Database, token: string) {
  if (database.engine === 'postgres') return lookupOf(database)(token)
  const found = await ofToken(database.db, { token })
  return found && { ...found, version: undefined }
}

const lookups = new WeakMap<Database, ReturnType<typeof createLookup>>()

function lookupOf(database: Database) {
  const lookup = lookups.get(database) ?? createLookup(database)
  lookups.set(database, lookup)
  return lookup
}

function createLookup({ db, broken }: Database) {
  const find = async (tokens: string[]) => {
    const rows = await ofTokensAndVersion(db, { tokens })
    return tokens.map((wanted) => {
      const found = rows.find(({ token }) => token === wanted)
      return found && { ...found, version: `${broken()} ${found.version}` }
    })
  }
  return createBatches(find, { lingersForMs: 2 })
}

function sessionsOf(db: Db | Tx) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('member', 'member.id', 'session.userId')
    .select(sessionColumns)
    .select(['user.id as userId', 'user.email', 'user.emailVerified'])
    .select(memberColumns)
    .select(settingsRevision)
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
}
