import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Write } from '#server/db/write.ts'
import { setRole } from '#server/features/members/roles.ts'
import { insert } from '../insert.ts'
import { attendanceRow, auditRow, type CorruptionInput, ledgerRow, withoutKeys } from './used-club.ts'

const at = '2026-11-24T22:50:00.000Z'
const before = '2026-11-24T22:00:00.000Z'

const attend = (db: Db, ...ids: Parameters<typeof attendanceRow>) => insert(db, 'attendance', attendanceRow(...ids))
const setMember = (db: Db, { id }: { id: string }, row: Updateable<Schema['member']>) =>
  db.updateTable('member').set(row).where('id', '=', id).execute()
const setUnverified = (db: Db, { id }: { id: string }) =>
  db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', id).execute()
const setPractice = (db: Db, id: string, row: Updateable<Schema['practice']>) =>
  db.updateTable('practice').set(row).where('id', '=', id).execute()
const plantKiosk = (db: Db, startedBy: string, practiceId: string) =>
  insert(db, 'kiosk', { id: 'planted', practiceId, startedBy, startedAt: before, tokenHash: 'x', pinHash: 'x' })
const moveCheckIn = ({ db, ana, live }: CorruptionInput, checkedInAt: string) =>
  db
    .updateTable('attendance')
    .set({ checkedInAt })
    .where('memberId', '=', ana.id)
    .where('practiceId', '=', live)
    .execute()

async function plantStoreOrder(db: Db, memberId: string, state: 'booked' | 'waiting') {
  const counts = { booked: 0, waiting: 0, unread: 0, there: 0 }
  await insert(db, 'storeImport', { id: 'planted', at, actor: memberId, ...counts })
  const order = { id: 'planted', importId: 'planted', orderId: '#planted', lineId: '1', memberId, state, changedAt: at }
  const bought = { email: '', name: '', product: 'Practice', quantity: 1, boughtOn: '' }
  const worth = { paidPractices: 1, dayPasses: 0, forEmail: null, byHand: 0, times: 0, reason: '' } as const
  await insert(db, 'storeLine', { ...order, ...bought, ...worth })
}

const erase = (who: 'ana' | 'kai', left: string): Planted => ({
  plant: ({ db, [who]: member }) => setMember(db, member, { removedAt: before, erasedAt: before }),
  says: ({ [who]: { id } }) => `member ${id} was erased but still has ${left}`,
})

type Planted = {
  plant: (facts: CorruptionInput) => Promise<unknown>
  /** The reported finding, including ids. */
  says: (facts: CorruptionInput) => string | RegExp
}

/** At least one for each check of `verify`, in the order of the checks. */
const faultsByCheck: Record<string, Record<string, Planted>> = {
  'The database is intact': {
    'a file or an index that is broken': {
      plant: ({ db, engine, ana }) =>
        engine === 'sqlite'
          ? setMember(db, ana, { carCapacity: 99 })
          : sql`update pg_index set indisvalid = false where indexrelid = 'rsvp_member'::regclass`.execute(db),
      says: ({ engine }) =>
        engine === 'sqlite' ? 'CHECK constraint failed in member' : 'index rsvp_member is invalid',
    },
  },
  'No row refers to a missing one': {
    'an RSVP by no member': {
      plant: ({ db, live }) =>
        insert(db, 'rsvp', { practiceId: live, memberId: 'ghost', kind: 'archer', answeredAt: at }),
      says: ({ live }) => `rsvp (practice_id ${live}, member_id ghost): member_id ghost isn’t a member`,
    },
  },
  'The database’s own guards are in place': {
    'a ledger without its guard': {
      plant: ({ db, engine }) =>
        engine === 'sqlite'
          ? sql`drop trigger ledger_no_update`.execute(db)
          : sql`alter table ledger disable trigger ledger_append_only`.execute(db),
      says: () => /^nothing stops "update"(, "delete", and "truncate")? on ledger$/,
    },
    'an audit log whose guard lets everything pass': {
      async plant({ db, engine }) {
        if (engine === 'sqlite') {
          await sql`drop trigger audit_no_delete`.execute(db)
          await sql`create trigger audit_no_delete before delete on audit begin select 1; end`.execute(db)
        } else
          await sql`create or replace function audit_append_only() returns trigger language plpgsql
            as $$ begin return null; end $$`.execute(db)
      },
      says: () => /^nothing stops ("update", )?"delete"(, and "truncate")? on audit$/,
    },
    'no guard for the live practice': {
      plant: ({ db }) => sql`drop index practice_one_live`.execute(db),
      says: () => 'the unique index practice_one_live is missing',
    },
  },
  'Every account has a user, a password, and a member record': {
    'a person without a credential': {
      plant: ({ db, ana }) => db.deleteFrom('account').where('userId', '=', ana.id).execute(),
      says: ({ ana }) => `user ${ana.id} has 0 credentials`,
    },
    'a person without a member record': {
      plant: ({ db, ana }) => db.deleteFrom('member').where('id', '=', ana.id).execute(),
      says: ({ ana }) => `user ${ana.id} has no member record`,
    },
  },
  'The club has an officer who can log in': {
    'only an officer who never verified their address': {
      plant: ({ db, kai }) => setUnverified(db, kai),
      says: ({ kai }) => `no officer can log in: member ${kai.id} is unverified`,
    },
    'a club whose officer is one no more, by no rule': {
      async plant({ db, club, ana, kai }) {
        const write: Write = (act) => act(db as Tx, () => {})
        await setRole({ ...club.ctx, write }, { email: ana.email, role: 'Officer' })
        for (const officer of [ana, kai]) await setMember(db, officer, { role: 'Member' })
      },
      says: ({ ana }) => `no officer can log in: member ${ana.id} used to be one`,
    },
  },
  'No removed or unverified person is logged in': {
    'a session of a removed member': {
      plant: ({ db, ana }) => setMember(db, ana, { removedAt: before }),
      says: ({ ana }) => new RegExp(`^session \\S+ belongs to ${ana.id}, who was removed$`),
    },
    'a session of an unverified person': {
      plant: ({ db, ana }) => setUnverified(db, ana),
      says: ({ ana }) => new RegExp(`^session \\S+ belongs to user ${ana.id}, whose email isn’t verified$`),
    },
  },
  'Kiosks were started by officers': {
    'a kiosk that no officer started': {
      plant: ({ db, ana, live }) => plantKiosk(db, ana.id, live),
      says: () => 'kiosk planted was started by no officer',
    },
    'a kiosk of a practice that wasn’t started': {
      plant: ({ db, ana, ahead }) => plantKiosk(db, ana.id, ahead),
      says: ({ ahead }) => `kiosk planted is for practice ${ahead}, which wasn’t started`,
    },
  },
  'Erased members have only a pseudonym left': {
    'an erased person with a name': erase('ana', 'profile details'),
    'an erased person with an address': erase('ana', 'an email address'),
    'an erased officer': erase('kai', 'their membership'),
    'an erased person whose RSVP still counts': erase('ana', 'an RSVP'),
  },
  'Everyone named in the records exists': {
    'an act of no one': {
      plant: ({ db }) => insert(db, 'audit', auditRow({ actor: 'ghost', action: 'x', target: 'y' })),
      says: () => /^audit \S+: actor ghost$/,
    },
  },
  'Every profile photo has its files': {
    'a member whose photo is none of theirs': {
      plant: ({ db, ana }) => setMember(db, ana, { pictureUrl: '/files/pictures/x/512.webp' }),
      says: ({ ana }) => `member ${ana.id} shows /files/pictures/x/512.webp, expected /default-pfp.png`,
    },
    'a photo whose file is gone': {
      plant: ({ db, ana }) => insert(db, 'picture', { id: 'x', memberId: ana.id, createdAt: at, unusedSince: null }),
      says: ({ ana }) => `photo x of member ${ana.id} is missing its 96-pixel file`,
    },
  },
  'Every file that a setting names is stored': {
    'a logo that is gone': {
      plant: ({ db }) => {
        const value = JSON.stringify(`/files/club/${'x'.repeat(24)}/logo.webp`)
        return insert(db, 'setting', { name: 'logo', value, revision: 1, changedAt: at, changedBy: 'command' })
      },
      says: () => `setting logo names file ${'x'.repeat(24)}, which isn’t stored`,
    },
  },
  'Totals match the ledger, and no one has negative day passes': {
    'a total that the ledger does not give': {
      plant: ({ db, ana }) => setMember(db, ana, { dayPasses: 7 }),
      says: ({ ana }) => `member ${ana.id} has 7 day passes but the ledger says 2`,
    },
    'a changed ledger row': {
      async plant({ db, engine, ana }) {
        if (engine === 'sqlite') await sql`drop trigger ledger_no_update`.execute(db)
        const changed = db.updateTable('ledger').set({ amount: 50 }).where('memberId', '=', ana.id)
        await changed.where('currency', '=', 'paid-practices').execute()
      },
      says: ({ ana }) => `member ${ana.id} has 5 paid practices but the ledger says 50`,
    },
    'more day passes used than there were': {
      plant({ db, ana }) {
        const row = ledgerRow(ana, { amount: -9, cause: 'use:2026-11-20T22:50:00.000Z:1' })
        return insert(db, 'ledger', { ...row, currency: 'day-passes' })
      },
      says: ({ ana }) => `member ${ana.id} used more day passes than they had`,
    },
  },
  'Nothing is counted twice for a member': {
    'a cause that counts twice': {
      async plant({ db, engine, ana }) {
        await withoutKeys(db, engine, 'ledger', 'ledger_once')
        for (const _ of [1, 2]) await insert(db, 'ledger', ledgerRow(ana, { amount: 1, cause: 'claim:x:1' }))
      },
      says: ({ ana }) => `member ${ana.id}: claim:x:1 (paid-practices) counts 2 times`,
    },
  },
  'Carpool credits match the ledger, one per member and practice': {
    'a carpool credit that the ledger does not know': {
      plant: ({ db, kai, live }) => insert(db, 'carpoolCredit', { practiceId: live, memberId: kai.id, creditedAt: at }),
      says: ({ kai, live }) => `carpool credit (practice ${live}, member ${kai.id}) counts 0 times in the ledger`,
    },
    'a credit that only the ledger knows': {
      plant: ({ db, kai, live }) => insert(db, 'ledger', ledgerRow(kai, { amount: 1, cause: `credit:${live}:1` })),
      says: ({ kai, live }) =>
        new RegExp(`^ledger \\S+ counts a carpool credit \\(practice ${live}, member ${kai.id}\\) that doesn’t exist$`),
    },
  },
  'Each store order line counts exactly once in the ledger': {
    'a booked order that isn’t in the ledger': {
      plant: ({ db, ana }) => plantStoreOrder(db, ana.id, 'booked'),
      says: () => 'store line planted gives 1 paid-practices but the ledger says 0',
    },
    'a waiting order that is in the ledger': {
      async plant({ db, ana, kai }) {
        await plantStoreOrder(db, ana.id, 'waiting')
        await insert(db, 'ledger', ledgerRow(kai, { amount: 1, cause: 'import:%23planted:1:1' }))
      },
      says: () => 'store line planted counts 1 paid-practices for someone else',
    },
    'a ledger row of no order': {
      plant: ({ db, ana }) => insert(db, 'ledger', ledgerRow(ana, { amount: 1, cause: 'import:gone:1:1' })),
      says: () => /^ledger \S+ refers to a store order line that doesn’t exist$/,
    },
  },
  'Each sale at the door, and its undo, counts exactly once in the ledger': {
    'a sale that adds something else': {
      plant: ({ db }) => db.updateTable('sale').set({ dayPasses: 2 }).where('product', '=', 'Day pass').execute(),
      says: () => /^sale \S+ gives 2 day-passes but the ledger says 1$/,
    },
    'a sale that isn’t undone after all': {
      plant: ({ db }) => db.updateTable('sale').set({ undoneAt: null, practicesTaken: 0 }).execute(),
      says: () => /^the undo of sale \S+ takes 0 paid-practices but the ledger says -10$/,
    },
    'an undo of more than was sold': {
      plant: ({ db }) => db.updateTable('sale').set({ passesTaken: 2 }).where('product', '=', 'Day pass').execute(),
      says: () => /^sale \S+ was undone by more than there was to undo$/,
    },
    'a sale to someone else': {
      plant: ({ db, ana }) =>
        db.updateTable('sale').set({ memberId: ana.id }).where('product', '=', 'Day pass').execute(),
      says: () => /^sale:\S+:1 counts for someone else$/,
    },
    'entries of no sale': {
      plant: ({ db }) => db.deleteFrom('sale').execute(),
      says: () => /^ledger \S+ refers to a sale that doesn’t exist$/,
    },
  },
  'Payments before sign-up are saved once per email address': {
    'a paid count below zero': {
      plant({ db }) {
        const paid = { email: 'x@purdue.edu', kind: 'paid', practiceId: null, paid: -1, consumedAt: null } as const
        return insert(db, 'preRegistration', { id: 'planted', ...paid })
      },
      says: () => 'paid count planted is below zero',
    },
  },
  'At most one practice is live': {
    'two live practices': {
      async plant({ db, early }) {
        await sql`drop index practice_one_live`.execute(db)
        await setPractice(db, early, { endedAt: null, endedEarly: 0 })
      },
      says: ({ live }) => `practice ${live} isn’t the only live one`,
    },
  },
  'Practices were started by officers and ended by officers or the clock': {
    'a practice that no one made live again after its early end': {
      async plant({ db, live, early }) {
        await setPractice(db, live, { endedAt: at })
        await setPractice(db, early, { endedAt: null, endedEarly: 0 })
      },
      says: ({ early }) => `practice ${early} is live again after its early end, but no officer reopened it`,
    },
    'a practice that no one started': {
      plant: ({ db, ahead }) => setPractice(db, ahead, { startedAt: before, endedAt: '2026-11-24T22:10:00.000Z' }),
      says: ({ ahead }) => `practice ${ahead} was started by someone who isn’t an officer`,
    },
    'a practice with a check-in mode that isn’t one': {
      plant: ({ db, live }) => sql`update practice set check_in_mode = 'shout' where id = ${live}`.execute(db),
      says: ({ live }) => `practice ${live} has the check-in mode shout`,
    },
    'a practice that ended before it began': {
      plant: ({ db, ahead }) => setPractice(db, ahead, { endedAt: '2026-11-24T22:10:00.000Z' }),
      says: ({ ahead }) => `practice ${ahead} ended without being started`,
    },
    'a live practice that was deleted': {
      plant: ({ db, live }) => setPractice(db, live, { deletedAt: at }),
      says: ({ live }) => `practice ${live} is live but deleted`,
    },
    'an early end that no officer made': {
      plant: ({ db, live }) => setPractice(db, live, { endedAt: at, endedEarly: 1 }),
      says: ({ live }) => `practice ${live} was ended early by someone who isn’t an officer`,
    },
  },
  'Each member has at most one RSVP per practice': {
    'two RSVPs by one member': {
      async plant({ db, engine, ana, live }) {
        await withoutKeys(db, engine, 'rsvp', 'rsvp_key')
        await insert(db, 'rsvp', { practiceId: live, memberId: ana.id, kind: 'driver', answeredAt: at })
      },
      says: ({ ana, live }) => `RSVP (practice ${live}, member ${ana.id}) exists 2 times`,
    },
  },
  'No one is waitlisted while spots are free': {
    'someone who waits for a free spot': {
      plant: ({ db, ahead, ana }) =>
        insert(db, 'rsvp', { practiceId: ahead, memberId: ana.id, kind: 'archer', answeredAt: at, waiting: 1 }),
      says: ({ ahead }) => `practice ${ahead} has free spots but 1 on the waitlist`,
    },
  },
  'Attendance refers to existing members and practices, each pair once': {
    'attendance of no member': {
      plant: ({ db, live }) => attend(db, live, 'ghost', 'ghost'),
      says: ({ live }) => `attendance (practice ${live}, member ghost) belongs to no member`,
    },
    'attendance at no practice': {
      plant: ({ db, ana }) => attend(db, 'nowhere', ana.id, ana.id),
      says: ({ ana }) => `attendance (practice nowhere, member ${ana.id}) belongs to no practice`,
    },
    'attendance twice': {
      async plant({ db, engine, ana, live }) {
        await withoutKeys(db, engine, 'attendance', 'attendance_key')
        await attend(db, live, ana.id, ana.id)
      },
      says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) exists more than once`,
    },
    'attendance entered by no one': {
      plant: ({ db, kai, live }) => attend(db, live, kai.id, 'ghost'),
      says: ({ kai, live }) => `attendance (practice ${live}, member ${kai.id}) was entered by an unknown person`,
    },
  },
  'Every check-in was allowed': {
    'a check-in without a pass': {
      plant: ({ db, kai, live }) => attend(db, live, kai.id, kai.id),
      says: ({ kai, live }) => `attendance (practice ${live}, member ${kai.id}) had no valid pass`,
    },
    'a check-in with the pass of the day before': {
      plant: (facts) => moveCheckIn(facts, '2026-11-25T05:00:00.000Z'),
      says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) had no valid pass`,
    },
    'a check-in before the start': {
      plant: (facts) => moveCheckIn(facts, '2026-11-24T22:49:59.999Z'),
      says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) was before the practice started`,
    },
    'a member’s own check-in where officers check members in': {
      plant: ({ db, live }) => setPractice(db, live, { checkInMode: 'officer' }),
      says: ({ ana, live }) =>
        `attendance (practice ${live}, member ${ana.id}) wasn’t made by an officer, who check members in there`,
    },
    'a check-in at a kiosk that no officer started': {
      plant: ({ db, live }) =>
        db.updateTable('attendance').set({ reason: 'Kiosk' }).where('practiceId', '=', live).execute(),
      says: ({ ana, live }) =>
        `attendance (practice ${live}, member ${ana.id}) was made at a kiosk, and there was none`,
    },
    'an officer’s entry without an audit log entry': {
      plant: ({ db, kai, ana, early }) => attend(db, early, ana.id, kai.id),
      says: ({ kai, ana, early }) =>
        `attendance (practice ${early}, member ${ana.id}) was entered by ${kai.id} without an audit log entry`,
    },
    'a claim of no pre-registration': {
      plant: ({ db, ana, early }) => attend(db, early, ana.id, null),
      says: ({ ana, early }) => `attendance (practice ${early}, member ${ana.id}) doesn’t match any pre-registration`,
    },
  },
  'Guests are counted as often as officers entered them': {
    'a guest that no officer entered': {
      plant: ({ db }) =>
        db.updateTable('preRegistration').set({ id: 'planted' }).where('guestId', 'is not', null).execute(),
      says: () => 'guest visit planted was entered by no officer',
    },
    'a guest who is gone': {
      plant: ({ db }) => db.deleteFrom('preRegistration').where('guestId', 'is not', null).execute(),
      says: ({ live }) => new RegExp(`^guest visit \\(practice ${live} \\S+\\) is missing$`),
    },
    'a guest without a visit': {
      plant: ({ db }) =>
        insert(db, 'guest', {
          id: 'planted',
          identity: 'name planted',
          name: 'Planted',
          email: null,
          memberId: null,
          erasedAt: null,
        }),
      says: () => 'guest planted has no visit',
    },
    'a visit of no guest': {
      plant: ({ db }) => db.deleteFrom('guest').execute(),
      says: () => /^guest visit \S+ belongs to no guest$/,
    },
  },
}

export const faults = Object.entries(faultsByCheck).flatMap(([finds, planted]) =>
  Object.entries(planted).map(([name, fault]) => ({ name, finds, ...fault })),
)
