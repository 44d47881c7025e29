import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { setRole } from '#server/members/roles.ts'
import { createTestClub, type EngineName, type TestClub, type TestMember } from './club.ts'

/** A club with one of everything, made by its own API: a live practice with check-ins, one ended early, answers, passes. */
export async function createUsedClub(engine: EngineName) {
  const club = await createTestClub(engine, { now: '2026-11-24T22:48:00.000Z' })
  const kai = await club.officer({ hasCar: 1, carCapacity: 4 })
  const ana = await club.member({ dayPasses: 3, paidPractices: 5 })
  const ben = await club.member({ pass: 'Carpool Range Pass' })
  const early = await club.practice({ title: 'Early', startsAt: '2026-11-24T22:00:00.000Z' })
  await kai.api.practices.start({ practiceId: early })
  club.clock.set('2026-11-24T22:49:00.000Z')
  await kai.api.practices.endEarly({ practiceId: early })
  club.clock.set('2026-11-24T22:50:00.000Z')
  const live = await club.practice()
  const ahead = await club.practice({
    title: 'Next',
    startsAt: '2026-11-26T23:00:00.000Z',
    endsAt: '2026-11-27T01:00:00.000Z',
  })
  await ana.api.practices.answer({ practiceId: live, answer: 'archer' })
  await kai.api.practices.answer({ practiceId: live, answer: 'driver' })
  await kai.api.practices.start({ practiceId: live })
  await ana.api.passes.use({})
  await ana.api.practices.checkIn({ practiceId: live })
  await ben.api.practices.checkIn({ practiceId: live })
  return { club, kai, ana, ben, early, live, ahead }
}

const erased = { removedAt: '2026-11-24T22:00:00.000Z', erasedAt: '2026-11-24T22:00:00.000Z' }

type Facts = Awaited<ReturnType<typeof createUsedClub>> & { db: Db; engine: EngineName }

/**
 * Lets `act` write past foreign keys, checks and triggers, as a damaged disk or a stray hand would, in a transaction that is
 * taken back afterwards.
 */
export async function takenBack(club: TestClub, plant: (db: Db) => Promise<unknown>, look: (db: Db) => Promise<void>) {
  const takeBack = new Error('taken back')
  const { db } = club
  const sqlite = club.engine === 'sqlite'
  if (sqlite) await sql`pragma foreign_keys = off`.execute(db)
  const outcome: Promise<void> = db.transaction().execute(async (tx) => {
    await (sqlite
      ? sql`pragma ignore_check_constraints = on`
      : sql`set local session_replication_role = replica`
    ).execute(tx)
    await plant(tx)
    if (sqlite) await sql`pragma ignore_check_constraints = off`.execute(tx)
    await look(tx)
    throw takeBack
  })
  await outcome.catch((error) => {
    if (error !== takeBack) throw error
  })
  if (sqlite) await sql`pragma foreign_keys = on`.execute(db)
}

/** Makes room for rows that stand twice. */
async function withoutKeys(db: Db, engine: string, table: 'rsvp' | 'ledger' | 'attendance', constraint: string) {
  if (engine === 'postgres')
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(constraint)}`.execute(db)
  else {
    await sql`create table rebuilt as select * from ${sql.table(table)}`.execute(db)
    await sql`drop table ${sql.table(table)}`.execute(db)
    await sql`alter table rebuilt rename to ${sql.table(table)}`.execute(db)
  }
}

export const ledgerRow = (member: TestMember, row: { amount: number; cause: string }) => ({
  id: randomUUID(),
  memberId: member.id,
  currency: 'paid-practices' as const,
  why: 'planted',
  actor: 'system',
  at: '2026-11-24T22:50:00.000Z',
  ...row,
})
export const auditRow = (row: { actor: string; action: string; target: string; before?: string; after?: string }) => ({
  id: randomUUID(),
  at: '2026-11-24T22:50:00.000Z',
  before: null,
  after: null,
  reason: '',
  requestId: 'planted',
  ...row,
})
export const attendanceRow = (practiceId: string, memberId: string, checkedInBy: string | null) => ({
  practiceId,
  memberId,
  checkedInAt: '2026-11-24T22:50:00.000Z',
  checkedInBy,
  reason: '',
})

async function plantStoreLine(db: Db, memberId: string, state: 'booked' | 'waiting') {
  const at = '2026-11-24T22:50:00.000Z'
  const counts = { booked: 0, waiting: 0, unread: 0, there: 0 }
  await db
    .insertInto('storeImport')
    .values({ id: 'planted', at, actor: memberId, ...counts })
    .execute()
  const bought = { email: '', name: '', product: 'Practice', quantity: 1, boughtOn: '' }
  const rest = {
    paidPractices: 1,
    dayPasses: 0,
    forEmail: null,
    byHand: 0,
    times: 0,
    reason: '',
    changedAt: at,
  } as const
  await db
    .insertInto('storeLine')
    .values({
      id: 'planted',
      importId: 'planted',
      orderId: '#planted',
      lineId: '1',
      ...bought,
      ...rest,
      memberId,
      state,
    })
    .execute()
}

type Fault = {
  name: string
  finds: string
  plant: (facts: Facts) => Promise<unknown>
  /** What the line says, ids included. */
  says: (facts: Facts) => string | RegExp
}

export const faults: Fault[] = [
  {
    name: 'a file or an index that is broken',
    finds: 'The database is sound',
    plant: ({ db, engine }) =>
      engine === 'sqlite'
        ? db.updateTable('member').set({ carCapacity: 99 }).execute()
        : sql`update pg_index set indisvalid = false where indexrelid = 'rsvp_member'::regclass`.execute(db),
    says: ({ engine }) => (engine === 'sqlite' ? 'CHECK constraint failed in member' : 'index rsvp_member is invalid'),
  },
  {
    name: 'an answer of nobody',
    finds: 'No row refers to something that is not there',
    plant: ({ db, live }) =>
      db
        .insertInto('rsvp')
        .values({ practiceId: live, memberId: 'ghost', kind: 'archer', answeredAt: '2026-11-24T00:00:00.000Z' })
        .execute(),
    says: ({ live }) => `rsvp (practice_id ${live}, member_id ghost): member_id ghost is no member`,
  },
  {
    name: 'a ledger without its guard',
    finds: 'The guards inside the database stand',
    plant: ({ db, engine }) =>
      engine === 'sqlite'
        ? sql`drop trigger ledger_no_update`.execute(db)
        : sql`alter table ledger disable trigger ledger_append_only`.execute(db),
    says: () => /^nothing stops "update"(, "delete" and "truncate")? on ledger$/,
  },
  {
    name: 'an audit log whose guard lets everything pass',
    finds: 'The guards inside the database stand',
    async plant({ db, engine }) {
      if (engine === 'sqlite') {
        await sql`drop trigger audit_no_delete`.execute(db)
        await sql`create trigger audit_no_delete before delete on audit begin select 1; end`.execute(db)
      } else
        await sql`create or replace function audit_append_only() returns trigger language plpgsql
          as $$ begin return null; end $$`.execute(db)
    },
    says: () => /^nothing stops ("update", )?"delete"( and "truncate")? on audit$/,
  },
  {
    name: 'no guard for the live practice',
    finds: 'The guards inside the database stand',
    plant: ({ db }) => sql`drop index practice_one_live`.execute(db),
    says: () => 'the unique index practice_one_live is missing',
  },
  {
    name: 'a person without a credential',
    finds: 'Every account is whole: user, credential and member record',
    plant: ({ db, ana }) => db.deleteFrom('account').where('userId', '=', ana.id).execute(),
    says: ({ ana }) => `user ${ana.id} has 0 credentials`,
  },
  {
    name: 'a person without a member record',
    finds: 'Every account is whole: user, credential and member record',
    plant: ({ db, ana }) => db.deleteFrom('member').where('id', '=', ana.id).execute(),
    says: ({ ana }) => `user ${ana.id} has no member record`,
  },
  {
    name: 'an officer who never verified the address, and nobody else',
    finds: 'A club that has had an officer has one who can act',
    plant: ({ db, kai }) => db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', kai.id).execute(),
    says: ({ kai }) => `no officer can act: member ${kai.id} is not verified`,
  },
  {
    name: 'a club whose officer is one no more, by nobody’s rule',
    finds: 'A club that has had an officer has one who can act',
    async plant({ db, club, ana, kai }) {
      const write: Write = (act) => act(db as Tx, () => {})
      await setRole({ ...club.parts, write }, { email: ana.email, role: 'Officer' })
      await db.updateTable('member').set({ role: 'Member' }).where('id', 'in', [ana.id, kai.id]).execute()
    },
    says: ({ ana }) => `no officer can act: member ${ana.id} was one`,
  },
  {
    name: 'a session of somebody who was removed',
    finds: 'No removed or unverified person is signed in',
    plant: ({ db, ana }) =>
      db.updateTable('member').set({ removedAt: '2026-11-24T22:00:00.000Z' }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => new RegExp(`^session \\S+ belongs to ${ana.id}, who was removed$`),
  },
  {
    name: 'a session of somebody who is not verified',
    finds: 'No removed or unverified person is signed in',
    plant: ({ db, ana }) => db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => new RegExp(`^session \\S+ belongs to user ${ana.id}, who is not verified$`),
  },
  {
    name: 'an erased person with a name',
    finds: 'Of whoever was erased, nothing is left but a pseudonym',
    plant: ({ db, ana }) => db.updateTable('member').set(erased).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} was erased, but what they told the club is left`,
  },
  {
    name: 'an erased person with an address',
    finds: 'Of whoever was erased, nothing is left but a pseudonym',
    plant: ({ db, ana }) => db.updateTable('member').set(erased).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} was erased, but an address is left`,
  },
  {
    name: 'an erased officer',
    finds: 'Of whoever was erased, nothing is left but a pseudonym',
    plant: ({ db, kai }) => db.updateTable('member').set(erased).where('id', '=', kai.id).execute(),
    says: ({ kai }) => `member ${kai.id} was erased, but a place in the club is left`,
  },
  {
    name: 'an erased person whose answer still counts',
    finds: 'Of whoever was erased, nothing is left but a pseudonym',
    plant: ({ db, ana }) => db.updateTable('member').set(erased).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} was erased, but an answer is left`,
  },
  {
    name: 'an act of nobody',
    finds: 'Whoever is named as having done something exists',
    plant: ({ db }) =>
      db
        .insertInto('audit')
        .values(auditRow({ actor: 'ghost', action: 'x', target: 'y' }))
        .execute(),
    says: () => /^audit \S+: actor ghost$/,
  },
  {
    name: 'a member whose picture is none of theirs',
    finds: 'Every picture that is shown is there',
    plant: ({ db, ana }) =>
      db.updateTable('member').set({ pictureUrl: '/files/pictures/x/512.webp' }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} shows /files/pictures/x/512.webp instead of /default-pfp.png`,
  },
  {
    name: 'a picture whose file is gone',
    finds: 'Every picture that is shown is there',
    async plant({ db, ana }) {
      const createdAt = '2026-11-24T22:50:00.000Z'
      await db.insertInto('picture').values({ id: 'x', memberId: ana.id, createdAt, unusedSince: null }).execute()
    },
    says: ({ ana }) => `picture x of member ${ana.id} has no file of 96 pixels`,
  },
  {
    name: 'a total that the ledger does not give',
    finds: 'Stored totals equal the ledger, with no day passes below zero',
    plant: ({ db, ana }) => db.updateTable('member').set({ dayPasses: 7 }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} has 7 day passes, the ledger says 2`,
  },
  {
    name: 'a ledger row that somebody changed',
    finds: 'Stored totals equal the ledger, with no day passes below zero',
    async plant({ db, engine, ana }) {
      if (engine === 'sqlite') await sql`drop trigger ledger_no_update`.execute(db)
      await db
        .updateTable('ledger')
        .set({ amount: 50 })
        .where('memberId', '=', ana.id)
        .where('currency', '=', 'paid-practices')
        .execute()
    },
    says: ({ ana }) => `member ${ana.id} has 5 paid practices, the ledger says 50`,
  },
  {
    name: 'more day passes used than there were',
    finds: 'Stored totals equal the ledger, with no day passes below zero',
    plant: ({ db, ana }) =>
      db
        .insertInto('ledger')
        .values({ ...ledgerRow(ana, { amount: -9, cause: 'use:2026-11-20T22:50:00.000Z:1' }), currency: 'day-passes' })
        .execute(),
    says: ({ ana }) => `member ${ana.id} has used more day passes than there were`,
  },
  {
    name: 'a cause that counts twice',
    finds: 'No cause counts twice for a member',
    async plant({ db, engine, ana }) {
      await withoutKeys(db, engine, 'ledger', 'ledger_once')
      for (const _ of [1, 2])
        await db
          .insertInto('ledger')
          .values(ledgerRow(ana, { amount: 1, cause: 'claim:x:1' }))
          .execute()
    },
    says: ({ ana }) => `member ${ana.id}: claim:x:1 (paid-practices) counts 2 times`,
  },
  {
    name: 'a carpool credit that the ledger does not know',
    finds: 'Carpool credits and the ledger agree, one per member and practice',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('carpoolCredit')
        .values({ practiceId: live, memberId: kai.id, creditedAt: '2026-11-24T22:50:00.000Z' })
        .execute(),
    says: ({ kai, live }) => `carpool credit (practice ${live}, member ${kai.id}) counts 0 times in the ledger`,
  },
  {
    name: 'a credit in the ledger that stands nowhere else',
    finds: 'Carpool credits and the ledger agree, one per member and practice',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('ledger')
        .values(ledgerRow(kai, { amount: 1, cause: `credit:${live}:1` }))
        .execute(),
    says: ({ kai, live }) =>
      new RegExp(`^ledger \\S+ counts a carpool credit \\(practice ${live}, member ${kai.id}\\) that is none$`),
  },
  {
    name: 'a line of the store that is booked and not in the ledger',
    finds: 'Each line of the store counts in the ledger as often as it is booked',
    plant: ({ db, ana }) => plantStoreLine(db, ana.id, 'booked'),
    says: () => 'store line planted brings 1 paid-practices, the ledger says 0',
  },
  {
    name: 'a line of the store that waits and is in the ledger',
    finds: 'Each line of the store counts in the ledger as often as it is booked',
    async plant({ db, ana, kai }) {
      await plantStoreLine(db, ana.id, 'waiting')
      const cause = 'import:%23planted:1:1'
      await db
        .insertInto('ledger')
        .values(ledgerRow(kai, { amount: 1, cause }))
        .execute()
    },
    says: () => 'store line planted counts 1 paid-practices for somebody else',
  },
  {
    name: 'a row of the ledger of no line of the store',
    finds: 'Each line of the store counts in the ledger as often as it is booked',
    plant: ({ db, ana }) =>
      db
        .insertInto('ledger')
        .values(ledgerRow(ana, { amount: 1, cause: 'import:gone:1:1' }))
        .execute(),
    says: () => /^ledger \S+ speaks of a line of the store that is not there$/,
  },
  {
    name: 'a paid count below zero',
    finds: 'What is paid before signing up waits once for each address',
    plant: ({ db }) =>
      db
        .insertInto('preRegistration')
        .values({ id: 'planted', email: 'x@purdue.edu', kind: 'paid', practiceId: null, paid: -1, consumedAt: null })
        .execute(),
    says: () => 'paid count planted is below zero',
  },
  {
    name: 'two live practices',
    finds: 'At most one practice is live',
    async plant({ db, early }) {
      await sql`drop index practice_one_live`.execute(db)
      await db.updateTable('practice').set({ endedAt: null, endedEarly: 0 }).where('id', '=', early).execute()
    },
    says: ({ live }) => `practice ${live} is live besides others`,
  },
  {
    name: 'a practice that is live again after its early end, by nobody',
    finds: 'Practices were started and ended by officers or the clock',
    async plant({ db, live, early }) {
      await db.updateTable('practice').set({ endedAt: '2026-11-24T22:50:00.000Z' }).where('id', '=', live).execute()
      await db.updateTable('practice').set({ endedAt: null, endedEarly: 0 }).where('id', '=', early).execute()
    },
    says: ({ early }) => `practice ${early} is live again after its early end, by no officer`,
  },
  {
    name: 'a practice that nobody started',
    finds: 'Practices were started and ended by officers or the clock',
    plant({ db, ahead }) {
      const ended = { startedAt: '2026-11-24T22:00:00.000Z', endedAt: '2026-11-24T22:10:00.000Z' }
      return db.updateTable('practice').set(ended).where('id', '=', ahead).execute()
    },
    says: ({ ahead }) => `practice ${ahead} was started by no officer`,
  },
  {
    name: 'a practice that ended before it began',
    finds: 'Practices were started and ended by officers or the clock',
    plant: ({ db, ahead }) =>
      db.updateTable('practice').set({ endedAt: '2026-11-24T22:10:00.000Z' }).where('id', '=', ahead).execute(),
    says: ({ ahead }) => `practice ${ahead} has ended without a start`,
  },
  {
    name: 'a live practice that was deleted',
    finds: 'Practices were started and ended by officers or the clock',
    plant: ({ db, live }) =>
      db.updateTable('practice').set({ deletedAt: '2026-11-24T22:50:00.000Z' }).where('id', '=', live).execute(),
    says: ({ live }) => `practice ${live} is live, but deleted`,
  },
  {
    name: 'an early end that no officer made',
    finds: 'Practices were started and ended by officers or the clock',
    plant: ({ db, live }) =>
      db
        .updateTable('practice')
        .set({ endedAt: '2026-11-24T22:50:00.000Z', endedEarly: 1 })
        .where('id', '=', live)
        .execute(),
    says: ({ live }) => `practice ${live} was ended early by no officer`,
  },
  {
    name: 'two answers of one member',
    finds: 'A member has one answer per practice',
    async plant({ db, engine, ana, live }) {
      await withoutKeys(db, engine, 'rsvp', 'rsvp_key')
      await db
        .insertInto('rsvp')
        .values({ practiceId: live, memberId: ana.id, kind: 'driver', answeredAt: '2026-11-24T22:50:00.000Z' })
        .execute()
    },
    says: ({ ana, live }) => `rsvp (practice ${live}, member ${ana.id}) stands 2 times`,
  },
  {
    name: 'somebody who waits for a free place',
    finds: 'Nobody waits for a place that is free',
    plant: ({ db, ahead, ana }) =>
      db
        .insertInto('rsvp')
        .values({
          practiceId: ahead,
          memberId: ana.id,
          kind: 'archer',
          answeredAt: '2026-11-24T22:50:00.000Z',
          waiting: 1,
        })
        .execute(),
    says: ({ ahead }) => `practice ${ahead} has a free place, and 1 wait`,
  },
  {
    name: 'attendance of nobody',
    finds: 'Attendance names members and practices that exist, once each',
    plant: ({ db, live }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(live, 'ghost', 'ghost'))
        .execute(),
    says: ({ live }) => `attendance (practice ${live}, member ghost) is of nobody`,
  },
  {
    name: 'attendance at no practice',
    finds: 'Attendance names members and practices that exist, once each',
    plant: ({ db, ana }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow('nowhere', ana.id, ana.id))
        .execute(),
    says: ({ ana }) => `attendance (practice nowhere, member ${ana.id}) is at no practice`,
  },
  {
    name: 'attendance twice',
    finds: 'Attendance names members and practices that exist, once each',
    async plant({ db, engine, ana, live }) {
      await withoutKeys(db, engine, 'attendance', 'attendance_key')
      await db
        .insertInto('attendance')
        .values(attendanceRow(live, ana.id, ana.id))
        .execute()
    },
    says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) stands more than once`,
  },
  {
    name: 'attendance entered by nobody',
    finds: 'Attendance names members and practices that exist, once each',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(live, kai.id, 'ghost'))
        .execute(),
    says: ({ kai, live }) => `attendance (practice ${live}, member ${kai.id}) was entered by nobody known`,
  },
  {
    name: 'a check-in without a pass',
    finds: 'Every check-in came about lawfully',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(live, kai.id, kai.id))
        .execute(),
    says: ({ kai, live }) => `attendance (practice ${live}, member ${kai.id}) was without a pass`,
  },
  {
    name: 'a check-in with the pass of the day before',
    finds: 'Every check-in came about lawfully',
    plant: ({ db, ana, live }) =>
      db
        .updateTable('attendance')
        .set({ checkedInAt: '2026-11-25T05:00:00.000Z' })
        .where('memberId', '=', ana.id)
        .where('practiceId', '=', live)
        .execute(),
    says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) was without a pass`,
  },
  {
    name: 'a check-in before the start',
    finds: 'Every check-in came about lawfully',
    plant: ({ db, ana, live }) =>
      db
        .updateTable('attendance')
        .set({ checkedInAt: '2026-11-24T22:49:59.999Z' })
        .where('memberId', '=', ana.id)
        .where('practiceId', '=', live)
        .execute(),
    says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) was before the practice had started`,
  },
  {
    name: 'an officer’s entry without a word in the audit log',
    finds: 'Every check-in came about lawfully',
    plant: ({ db, kai, ana, early }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(early, ana.id, kai.id))
        .execute(),
    says: ({ kai, ana, early }) =>
      `attendance (practice ${early}, member ${ana.id}) was entered by ${kai.id} without a word in the audit log`,
  },
  {
    name: 'a claim of what nobody pre-registered',
    finds: 'Every check-in came about lawfully',
    plant: ({ db, ana, early }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(early, ana.id, null))
        .execute(),
    says: ({ ana, early }) => `attendance (practice ${early}, member ${ana.id}) was claimed from no pre-registration`,
  },
]
