import type { Db, Tx } from '../db/database.ts'

/** The account behind an address (canonical form), with what sign-in and sign-up decide on; undefined if there is none. */
export function findCredential(db: Db | Tx, email: string) {
  return db
    .selectFrom('user')
    .innerJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .innerJoin('member', 'member.id', 'user.id')
    .select([
      'user.id as userId',
      'user.email',
      'user.emailVerified',
      'account.password as passwordHash',
      'member.hasLoggedIn',
      'member.removedAt',
      'member.pass',
      'member.passUsedAt',
    ])
    .where('user.email', '=', email)
    .executeTakeFirst()
}

export function findCredentialOf(db: Db | Tx, userId: string) {
  return db
    .selectFrom('user')
    .innerJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .innerJoin('member', 'member.id', 'user.id')
    .select(['user.id as userId', 'user.email', 'user.emailVerified', 'account.password as passwordHash'])
    .select(['member.hasLoggedIn', 'member.removedAt'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
}

/** The session of a cookie's token with the person it belongs to: one indexed query, asked with every request. */
export function findSession(db: Db | Tx, token: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('member', 'member.id', 'session.userId')
    .select(['session.id as sessionId', 'session.expiresAt', 'session.lastActiveAt', 'session.kept'])
    .select(['user.id as userId', 'user.email', 'user.emailVerified'])
    .select(['member.role', 'member.hasLoggedIn', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl'])
    .where('session.token', '=', token)
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
    .executeTakeFirst()
}

export function findLink(db: Db | Tx, identifier: string) {
  return db
    .selectFrom('verification')
    .select(['id', 'value as userId', 'expiresAt'])
    .where('identifier', '=', identifier)
    .executeTakeFirst()
}
