import { type Insertable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { emptyLog } from '../db/empty-log.ts'
import type { Schema } from '../db/schema.ts'
import type { Announce } from '../db/write.ts'
import type { Parts } from '../parts.ts'
import { sweepPictures } from '../pictures/sweep.ts'

type Person = { id: string; email: string; now: string }
type Erasure = ((tx: Tx, person: Person) => Promise<unknown>) | { stays: string }

/** What a pseudonym keeps: totals that equal the ledger's fold, and the pass by which a past check-in was lawful. */
type Kept = 'id' | 'hasLoggedIn' | 'dayPasses' | 'paidPractices' | 'pass' | 'passUsedAt' | 'createdAt'

/** A column that comes to `member` has to be named here or above, or this does not compile. */
function blankMember(now: string): Required<Omit<Insertable<Schema['member']>, Kept>> {
  return {
    role: 'Member',
    nameFirst: '',
    nameLast: '',
    birthday: null,
    bowType: null,
    personalEquipment: null,
    hasCar: 0,
    carCapacity: 0,
    rm01Completed: 0,
    rm01Until: null,
    pictureUrl: '',
    pronouns: '[]',
    mailPlaces: 0,
    removedAt: now,
    removedEmail: null,
    erasedAt: now,
  }
}

/** In place of the address, which must be free for a new sign-up. It is none, so nobody can sign in with it or get a mail. */
export function addressOfErased(id: string) {
  return `erased ${id}`
}

const deleteOf =
  (table: 'rsvp' | 'profileDraft' | 'feedEvent' | 'feedToken'): Erasure =>
  (tx, { id }) =>
    tx.deleteFrom(table).where('memberId', '=', id).execute()

/**
 * What becomes of a person in each table when they are erased for good (D39). A table that comes to the schema has to be
 * named here, or this does not compile.
 */
export const erasures: Record<keyof Schema, Erasure> = {
  user: (tx, { id, now }) =>
    tx
      .updateTable('user')
      .set({ name: '', email: addressOfErased(id), emailVerified: 0, image: null, updatedAt: now })
      .where('id', '=', id)
      .execute(),
  account: (tx, { id }) => tx.deleteFrom('account').where('userId', '=', id).execute(),
  session: (tx, { id }) => tx.deleteFrom('session').where('userId', '=', id).execute(),
  verification: (tx, { id }) => tx.deleteFrom('verification').where('value', '=', id).execute(),
  member: (tx, { id, now }) => tx.updateTable('member').set(blankMember(now)).where('id', '=', id).execute(),
  // The calendar may name them as the organizer; where it still does, the next reading brings that back.
  practice: (tx, { email }) =>
    tx.updateTable('practice').set({ organizer: '' }).where(sql`lower(organizer)`, '=', email).execute(),
  rsvp: deleteOf('rsvp'),
  // An anonymous head, so that past counts stay true; a reason may say whose.
  attendance: (tx, { id }) => tx.updateTable('attendance').set({ reason: '' }).where('memberId', '=', id).execute(),
  carpoolCredit: { stays: 'ids only, and the ledger counts it' },
  preRegistration: (tx, { email }) => tx.deleteFrom('preRegistration').where('email', '=', email).execute(),
  // The line stays, so that the same file can't bring it again; while it waits, it is for nobody any more.
  async storeLine(tx, { id, email, now }) {
    const theirs = tx.selectFrom('storeAddress').select('email').where('memberId', '=', id)
    const lines = () =>
      tx
        .updateTable('storeLine')
        .where((eb) =>
          eb.or([
            eb('memberId', '=', id),
            eb('forEmail', '=', email),
            eb('email', '=', email),
            eb('email', 'in', theirs),
          ]),
        )
    await lines()
      .set({ state: 'dismissed', forEmail: null, reason: '', changedAt: now })
      .where('state', '=', 'waiting')
      .execute()
    await lines().set({ email: '', name: '', reason: '' }).execute()
  },
  storeAddress: (tx, { id, email }) =>
    tx
      .deleteFrom('storeAddress')
      .where((eb) => eb.or([eb('memberId', '=', id), eb('email', '=', email), eb('forEmail', '=', email)]))
      .execute(),
  storeImport: { stays: 'counts, and the id of whoever imported' },
  ledger: { stays: 'append-only, of a pseudonym' },
  audit: { stays: 'append-only, of a pseudonym' },
  idempotency: (tx, { id }) => tx.deleteFrom('idempotency').where('actor', '=', id).execute(),
  mailboxGrant: { stays: 'a keyed hash, so that the welcome is given once a mailbox (D18)' },
  profileDraft: deleteOf('profileDraft'),
  calendarEvent: { stays: 'of nobody' },
  calendarCache: { stays: 'of nobody' },
  mailOutbox: (tx, { id }) => tx.deleteFrom('mailOutbox').where('userId', '=', id).execute(),
  rateLimit: { stays: 'keyed hashes, for an hour' },
  // Overdue at once, so that the next sweep takes the files (pictures/sweep.ts).
  picture: (tx, { id }) =>
    tx.updateTable('picture').set({ unusedSince: '1970-01-01T00:00:00.000Z' }).where('memberId', '=', id).execute(),
  feedEvent: deleteOf('feedEvent'),
  feedToken: deleteOf('feedToken'),
  topicVersion: { stays: 'a pseudonym and a number, by which open screens learn of it' },
}

/**
 * Erases a person for good, in the caller's transaction, which holds the locks on user and member: nothing that names them
 * stays, and what stays counts as before. When it has been committed, `finishErasure` follows.
 */
export async function erase(tx: Tx, announce: Announce, person: Person) {
  for (const erasure of Object.values(erasures)) if (typeof erasure === 'function') await erasure(tx, person)
  announce(`member:${person.id}`, 'members', 'practices', 'live')
}

/** After the commit: what lies outside of the tables goes too. Broken off, the hourly clearing away does it. */
export async function finishErasure(parts: Parts) {
  await emptyLog(parts.database)
  await sweepPictures(parts)
}
