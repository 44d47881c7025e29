import { sql } from 'kysely'
import type { GoingMember } from '#contract/practices.ts'
import { displayName, firstName } from '#domain/names.ts'
import { defaultPicture } from '#domain/photos.ts'
import { compiled } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** As many faces as a practice shows before its list is opened. */
const mostFaces = 5

/**
 * RSVPs of members who have a spot and have agreed that other members see it, in order. Nothing of anyone else may
 * leave the server.
 */
function shownRsvps(db: Db | Tx) {
  return db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['rsvp.practiceId', 'member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl'])
    .where('rsvp.waiting', 'is', null)
    .where('member.showGoing', '=', 1)
    .where('member.hasLoggedIn', '=', 1)
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
}

const firstOnes = compiled((db, { practiceIds }: { practiceIds: string[] }) =>
  db
    .selectFrom(
      shownRsvps(db)
        .select(
          sql<number>`row_number() over (partition by rsvp.practice_id order by rsvp.answered_at, rsvp.member_id)`.as(
            'nth',
          ),
        )
        .where('rsvp.practiceId', 'in', practiceIds)
        .as('shown'),
    )
    .selectAll()
    .where('nth', '<=', mostFaces)
    .orderBy('practiceId')
    .orderBy('nth'),
)

/** The first five of each of these practices, earliest RSVP first, in one query. Call it only if the club shows who is going. */
export async function listFirstGoing(db: Db | Tx, practiceIds: string[]): Promise<Map<string, GoingMember[]>> {
  const going = new Map<string, GoingMember[]>()
  if (practiceIds.length === 0) return going
  for (const row of await firstOnes(db, { practiceIds }))
    going.set(row.practiceId, [...(going.get(row.practiceId) ?? []), toGoingMember(row)])
  return going
}

/** All of them at one practice, earliest RSVP first. */
export async function listGoing(db: Db | Tx, practiceId: string): Promise<GoingMember[]> {
  const rows = await shownRsvps(db)
    .where('rsvp.practiceId', '=', practiceId)
    .orderBy('rsvp.answeredAt')
    .orderBy('rsvp.memberId')
    .execute()
  return rows.map(toGoingMember)
}

function toGoingMember(row: { id: string; nameFirst: string; nameLast: string; pictureUrl: string }): GoingMember {
  return {
    memberId: row.id,
    name: displayName(row),
    nameFirst: firstName(row),
    pictureUrl: row.pictureUrl || defaultPicture,
  }
}
