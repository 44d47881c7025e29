import { type Insertable, sql } from 'kysely'
import { endKiosksOf } from '#server/auth/kiosks.ts'
import type { AppContext } from '#server/context.ts'
import { checkpointWal, chunk, type Tx } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { deleteUnusedPhotos } from '#server/features/photos/stored-photos.ts'
import { eraseGuest } from './guest-records.ts'
import { redactTexts } from './redact-texts.ts'

type Person = { id: string; email: string; now: string }
type Erasure = ((tx: Tx, person: Person) => Promise<unknown>) | { stays: string }

/** Columns an erased member keeps: totals that must match the ledger, and the pass that a past check-in used. */
type RetainedColumn = 'id' | 'hasLoggedIn' | 'dayPasses' | 'paidPractices' | 'pass' | 'passUsedAt' | 'createdAt'

/** A new column of `member` must be listed here or above, or this doesn't compile. */
function blankMember(now: string): Required<Omit<Insertable<Schema['member']>, RetainedColumn>> {
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
    mailPlaces: 1,
    pictureUrl: '',
    showGoing: null,
    pronouns: '[]',
    passNonce: null,
    passCodeHash: null,
    removedAt: now,
    removedEmail: null,
    erasedAt: now,
  }
}

/** Replaces the address, which must be free for a new sign-up. It isn't a valid address, so it can't sign in or receive email. */
export function addressOfErased(id: string) {
  return `erased ${id}`
}

/** The same for a removed member, who can still be restored. */
export function addressOfRemoved(id: string) {
  return `removed ${id}`
}

const deleteOf =
  (
    table:
      | 'rsvp'
      | 'cantCome'
      | 'lateWithdrawal'
      | 'noShowExcuse'
      | 'reminder'
      | 'profileDraft'
      | 'feedEvent'
      | 'feedToken'
      | 'newsOff'
      | 'pushSubscription',
  ): Erasure =>
  (tx, { id }) =>
    tx.deleteFrom(table).where('memberId', '=', id).execute()

/**
 * What happens to a person's rows in each table when they are erased permanently. A new table must be listed here, or this
 * doesn't compile.
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
  // The calendar may name them as the organizer; if it still does, the next sync restores it.
  practice: (tx, { email }) =>
    tx.updateTable('practice').set({ organizer: '' }).where(sql`lower(organizer)`, '=', email).execute(),
  rsvp: deleteOf('rsvp'),
  cantCome: deleteOf('cantCome'),
  lateWithdrawal: deleteOf('lateWithdrawal'),
  // Kept as an anonymous attendee so that past counts stay correct; the reason may name the person.
  attendance: (tx, { id }) => tx.updateTable('attendance').set({ reason: '' }).where('memberId', '=', id).execute(),
  reminder: deleteOf('reminder'),
  kiosk: (tx, { id }) => endKiosksOf(tx, id),
  // Without an RSVP there is no absence left to excuse.
  noShowExcuse: deleteOf('noShowExcuse'),
  carpoolCredit: { stays: 'ids only, and the ledger counts it' },
  async preRegistration(tx, person) {
    const email = await ownAddress(tx, person)
    await tx.deleteFrom('preRegistration').where('email', '=', email).execute()
    await tx.updateTable('preRegistration').set({ hostId: null }).where('hostId', '=', person.id).execute()
  },
  // Their visits as a guest stay counted, as attendance does.
  async guest(tx, person) {
    const email = await ownAddress(tx, person)
    const rows = await tx
      .selectFrom('guest')
      .select(['id', 'name', 'email'])
      .where((eb) => eb.or([eb('memberId', '=', person.id), eb('identity', '=', email)]))
      .where('erasedAt', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const row of rows) await eraseGuest(tx, row, person.now)
  },
  // The row stays, so importing the same file again doesn't add it twice; a waiting one no longer belongs to anyone.
  async storeLine(tx, person) {
    const { id, now } = person
    const email = await ownAddress(tx, person)
    const theirs = tx
      .selectFrom('storeAddress')
      .select('email')
      .where((eb) => eb.or([eb('memberId', '=', id), eb('forEmail', '=', email)]))
    const rows = await tx
      .selectFrom('storeLine')
      .select(['id', 'memberId', 'state'])
      .where((eb) =>
        eb.or([
          eb('memberId', '=', id),
          eb('forEmail', '=', email),
          eb('email', '=', email),
          eb('email', 'in', theirs),
        ]),
      )
      .execute()
    for (const some of chunk(rows.map((row) => row.id)))
      await tx
        .updateTable('storeLine')
        .set({ email: '', name: '', reason: '', forEmail: null })
        .where('id', 'in', some)
        .execute()
    // Lines they bought for someone else keep waiting for that person.
    const forNobody = rows.filter(({ state, memberId }) => state === 'waiting' && [null, id].includes(memberId))
    for (const some of chunk(forNobody.map((row) => row.id)))
      await tx.updateTable('storeLine').set({ state: 'dismissed', changedAt: now }).where('id', 'in', some).execute()
  },
  async storeAddress(tx, person) {
    const email = await ownAddress(tx, person)
    await tx
      .deleteFrom('storeAddress')
      .where((eb) => eb.or([eb('memberId', '=', person.id), eb('email', '=', email), eb('forEmail', '=', email)]))
      .execute()
  },
  sale: { stays: 'counts, under a pseudonym; the reason to undo it goes (redact-texts.ts)' },
  storeImport: { stays: 'counts, and the id of the person who imported' },
  ledger: { stays: 'append-only, under a pseudonym; the words in it go (redact-texts.ts)' },
  audit: { stays: 'append-only, under a pseudonym; the words in it go (redact-texts.ts)' },
  erasing: { stays: 'empty again before this is committed (redact-texts.ts)' },
  importedFact: { stays: 'ids, keyed hashes, and counts, so importing the same files again brings no one back' },
  idempotency: (tx, { id }) => tx.deleteFrom('idempotency').where('actor', '=', id).execute(),
  mailboxGrant: { stays: 'a keyed hash, so each mailbox gets welcome passes only once' },
  profileDraft: deleteOf('profileDraft'),
  calendarEvent: { stays: 'not about a person' },
  calendarCache: { stays: 'not about a person' },
  sampleSettings: { stays: 'not about a person' },
  setting: { stays: 'the club’s own settings; the member who changed one is a pseudonym' },
  weeklyBatch: { stays: 'how far what goes out every week has come; the last member is a pseudonym' },
  awaitingPreview: { stays: 'not about a person' },
  clubFile: { stays: 'the club’s own files; the member who uploaded one is a pseudonym' },
  mailOutbox: (tx, { id }) => tx.deleteFrom('mailOutbox').where('userId', '=', id).execute(),
  rateLimit: { stays: 'keyed hashes and ids, for a day at most' },
  // Backdated, so the next cleanup deletes the files (photos/stored-photos.ts).
  picture: (tx, { id }) =>
    tx.updateTable('picture').set({ unusedSince: '1970-01-01T00:00:00.000Z' }).where('memberId', '=', id).execute(),
  // Deleting their own cards cascades to the sheets.
  async scorecard(tx, person) {
    await tx.deleteFrom('scorecard').where('memberId', '=', person.id).execute()
    await tx.updateTable('scorecard').set({ secondId: null }).where('secondId', '=', person.id).execute()
  },
  scorecardSheet: (tx, { id }) => tx.deleteFrom('scorecardSheet').where('keeperId', '=', id).execute(),
  feedEvent: deleteOf('feedEvent'),
  feedToken: deleteOf('feedToken'),
  newsOff: deleteOf('newsOff'),
  pushSubscription: deleteOf('pushSubscription'),
  topicVersion: { stays: 'a pseudonym and a number that open screens watch for changes' },
  topicOutbox: { stays: 'a pseudonym, for a second at most' },
}

/** Their address, or the erased placeholder if another account has taken the address since they were removed. */
async function ownAddress(tx: Tx, { id, email }: Person) {
  const other = await tx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? addressOfErased(id) : email
}

/**
 * Erases a person permanently: nothing that names them remains, and all counts stay the same. The caller's transaction must
 * hold the locks on user and member, and must call `finishErasure` after the commit.
 */
export async function erase(tx: Tx, announce: Announce, person: Person) {
  await redactTexts(tx, { ...person, email: await ownAddress(tx, person) })
  for (const erasure of Object.values(erasures)) if (typeof erasure === 'function') await erasure(tx, person)
  announce(`member:${person.id}`, 'members', 'practices', 'live')
}

/** After the commit, also clears the write-ahead log and the photo files. If this is interrupted, the hourly cleanup does it. */
export async function finishErasure(ctx: AppContext) {
  await checkpointWal(ctx.database)
  await deleteUnusedPhotos(ctx)
}
