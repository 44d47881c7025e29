import type { Db, Tx } from '#server/db/database.ts'

export function findFeed(db: Db | Tx, memberId: string) {
  return db.selectFrom('feedToken').selectAll().where('memberId', '=', memberId).executeTakeFirst()
}

/** @returns the id of the feed's member; undefined unless they are present, verified and done with the wizard */
export async function findFeedOwner(db: Db, tokenHash: string) {
  const row = await db
    .selectFrom('feedToken')
    .innerJoin('member', 'member.id', 'feedToken.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select('member.id')
    .where('feedToken.tokenHash', '=', tokenHash)
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('user.emailVerified', '=', 1)
    .executeTakeFirst()
  return row?.id
}

/** More than any club has in half a year. */
const mostEvents = 1000

/**
 * What a feed shows: the club's practices within a window, and the earlier ones that the member RSVP'd to or attended.
 */
export function listForFeed(db: Db, memberId: string, times: { since: string; from: string; to: string }) {
  return db
    .selectFrom('practice')
    .leftJoin('rsvp', (join) => join.onRef('rsvp.practiceId', '=', 'practice.id').on('rsvp.memberId', '=', memberId))
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.practiceId', '=', 'practice.id').on('attendance.memberId', '=', memberId),
    )
    .selectAll('practice')
    .select(['rsvp.kind as myAnswer', 'rsvp.waiting', 'attendance.checkedInAt'])
    .where('practice.deletedAt', 'is', null)
    .where('practice.startsAt', '<', times.to)
    .where('practice.endsAt', '>', times.since)
    .where((eb) =>
      eb.or([
        eb('practice.endsAt', '>', times.from),
        eb('rsvp.kind', 'is not', null),
        eb('attendance.checkedInAt', 'is not', null),
      ]),
    )
    .orderBy('practice.startsAt')
    .orderBy('practice.id')
    .limit(mostEvents)
    .execute()
}

/**
 * Ends a member's calendar link, which someone else could have. The row stays, with a hash that no token has, so that
 * My Practices can say why the calendar has stopped.
 * @returns whether there was a link
 */
export async function resetCalendarLink(tx: Tx, memberId: string) {
  const ended = { nonce: '', tokenHash: `reset:${memberId}` }
  const link = tx.updateTable('feedToken').set(ended).where('memberId', '=', memberId).where('nonce', '<>', '')
  const { numUpdatedRows } = await link.executeTakeFirst()
  return numUpdatedRows > 0n
}
