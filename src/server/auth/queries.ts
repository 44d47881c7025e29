import { compiledOne } from '#server/db/compiled-query.ts'
import { type Database, type Db, dataVersionColumn, type Tx } from '#server/db/database.ts'

/** The account behind an address (canonical form), with what sign-in and sign-up decide on; undefined if there is none. */
export function findCredential(db: Db | Tx, email: string) {
  return credentials(db).where('user.email', '=', email).executeTakeFirst()
}

export function findCredentialOf(db: Db | Tx, userId: string) {
  return credentials(db).where('user.id', '=', userId).executeTakeFirst()
}

/**
 * The same, with the person locked until the transaction ends. Whatever opens a session or changes a password or a
 * verification begins with it: what it decided on is then still so when it commits (T7, T9).
 */
export async function lockCredential(tx: Tx, email: string) {
  await tx.selectFrom('user').select('id').where('email', '=', email).forUpdate().execute()
  // Read after the wait for the lock: PostgreSQL shows each statement what was committed when it began.
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

const ofToken = compiledOne((db, { token }: { token: string }) => sessionsOf(db, token))
const ofTokenAndVersion = compiledOne((db, { token }: { token: string }) =>
  sessionsOf(db, token).select(dataVersionColumn.as('version')),
)

/** The session of a cookie's token, by its hash, with the person it belongs to: one indexed query. `version`: see `Database.dataVersion`. */
export async function findSession({ db, engine, broken }: Database, token: string) {
  if (engine === 'postgres') {
    const found = await ofTokenAndVersion(db, { token })
    return found && { ...found, version: `${broken()} ${found.version}` }
  }
  const found = await ofToken(db, { token })
  return found && { ...found, version: undefined }
}

function sessionsOf(db: Db | Tx, token: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('member', 'member.id', 'session.userId')
    .select(['session.id as sessionId', 'session.expiresAt', 'session.lastActiveAt', 'session.kept'])
    .select(['user.id as userId', 'user.email', 'user.emailVerified'])
    .select(['member.role', 'member.hasLoggedIn', 'member.nameFirst', 'member.nameLast'])
    .select(['member.pronouns', 'member.pictureUrl', 'member.bowType'])
    .where('session.token', '=', token)
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
}
