import type { GuestVisit } from '#contract/guests.ts'
import { nameOrNull } from '#domain/names.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Visits of guests that count. One of a person who signed up at the practice and was then checked in as a member gives way to that.
 */
function visits(db: Db | Tx) {
  return db
    .selectFrom('preRegistration as visit')
    .innerJoin('guest', 'guest.id', 'visit.guestId')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance')
            .select('attendance.memberId')
            .whereRef('attendance.practiceId', '=', 'visit.practiceId')
            .whereRef('attendance.memberId', '=', 'guest.memberId'),
        ),
      ),
    )
    .$narrowType<{ practiceId: string; enteredAt: string; enteredBy: string }>()
}

/** How many guests came to each practice. @param only restricts it to one */
export async function countGuests(db: Db, only?: string) {
  const rows = await visits(db)
    .select('visit.practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .$if(only !== undefined, (query) => query.where('visit.practiceId', '=', only ?? ''))
    .groupBy('visit.practiceId')
    .execute()
  return new Map(rows.map(({ practiceId, heads }) => [practiceId ?? '', Number(heads)]))
}

/** When each guest of a practice came, in that order. */
export function listGuestsAt(db: Db, practiceId: string) {
  return visits(db)
    .select(['visit.id', 'visit.enteredAt'])
    .where('visit.practiceId', '=', practiceId)
    .orderBy('visit.enteredAt')
    .orderBy('visit.id')
    .$narrowType<{ enteredAt: string }>()
    .execute()
}

/** Guests of these practices in full, for officers, in the order in which they came. */
export function listGuestVisits(db: Db, practiceIds: string[]) {
  return visits(db)
    .leftJoin('member as host', (join) => join.onRef('host.id', '=', 'visit.hostId').on('host.removedAt', 'is', null))
    .leftJoin('member as officer', (join) =>
      join.onRef('officer.id', '=', 'visit.enteredBy').on('officer.removedAt', 'is', null),
    )
    .select(['visit.id', 'visit.practiceId', 'visit.enteredAt', 'visit.enteredBy', 'visit.waiverSigned'])
    .select(['guest.id as guestId', 'guest.name', 'guest.email', 'guest.memberId'])
    .select(['host.nameFirst as hostFirst', 'host.nameLast as hostLast'])
    .select(['officer.nameFirst as officerFirst', 'officer.nameLast as officerLast'])
    .where('visit.practiceId', 'in', practiceIds)
    .orderBy('visit.enteredAt')
    .orderBy('visit.id')
    .$narrowType<{ practiceId: string; enteredAt: string }>()
    .execute()
}

export function toGuestVisit(row: Awaited<ReturnType<typeof listGuestVisits>>[number]): GuestVisit {
  return {
    id: row.id,
    guestId: row.guestId,
    name: row.name,
    email: row.email ?? '',
    host: nameOrNull({ nameFirst: row.hostFirst, nameLast: row.hostLast }),
    waiverSigned: row.waiverSigned === 1,
    enteredAt: row.enteredAt,
    officer: nameOrNull({ nameFirst: row.officerFirst, nameLast: row.officerLast }),
    hasSignedUp: row.memberId !== null,
  }
}

/** A member's visits from before they signed up, newest first; without deleted practices. */
export function listVisitsAsGuest(db: Db, memberId: string) {
  return visits(db)
    .innerJoin('practice', 'practice.id', 'visit.practiceId')
    .leftJoin('member as officer', (join) =>
      join.onRef('officer.id', '=', 'visit.enteredBy').on('officer.removedAt', 'is', null),
    )
    .select(['practice.id', 'practice.title', 'practice.startsOn', 'practice.startsAt'])
    .select(['visit.enteredAt', 'officer.nameFirst', 'officer.nameLast'])
    .where('guest.memberId', '=', memberId)
    .where('practice.deletedAt', 'is', null)
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
    .$narrowType<{ enteredAt: string }>()
    .execute()
}
