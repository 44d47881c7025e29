import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type Fault, ledgerRow, withoutKeys } from './used-club.ts'

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

export const ledgerFaults: Fault[] = [
  {
    name: 'a total that the ledger does not give',
    finds: 'Totals match the ledger, and no one has negative day passes',
    plant: ({ db, ana }) => db.updateTable('member').set({ dayPasses: 7 }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} has 7 day passes but the ledger says 2`,
  },
  {
    name: 'a ledger row that somebody changed',
    finds: 'Totals match the ledger, and no one has negative day passes',
    async plant({ db, engine, ana }) {
      if (engine === 'sqlite') await sql`drop trigger ledger_no_update`.execute(db)
      await db
        .updateTable('ledger')
        .set({ amount: 50 })
        .where('memberId', '=', ana.id)
        .where('currency', '=', 'paid-practices')
        .execute()
    },
    says: ({ ana }) => `member ${ana.id} has 5 paid practices but the ledger says 50`,
  },
  {
    name: 'more day passes used than there were',
    finds: 'Totals match the ledger, and no one has negative day passes',
    plant: ({ db, ana }) =>
      db
        .insertInto('ledger')
        .values({ ...ledgerRow(ana, { amount: -9, cause: 'use:2026-11-20T22:50:00.000Z:1' }), currency: 'day-passes' })
        .execute(),
    says: ({ ana }) => `member ${ana.id} used more day passes than they had`,
  },
  {
    name: 'a cause that counts twice',
    finds: 'Nothing is counted twice for a member',
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
    finds: 'Carpool credits match the ledger, one per member and practice',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('carpoolCredit')
        .values({ practiceId: live, memberId: kai.id, creditedAt: '2026-11-24T22:50:00.000Z' })
        .execute(),
    says: ({ kai, live }) => `carpool credit (practice ${live}, member ${kai.id}) counts 0 times in the ledger`,
  },
  {
    name: 'a credit in the ledger that stands nowhere else',
    finds: 'Carpool credits match the ledger, one per member and practice',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('ledger')
        .values(ledgerRow(kai, { amount: 1, cause: `credit:${live}:1` }))
        .execute(),
    says: ({ kai, live }) =>
      new RegExp(`^ledger \\S+ counts a carpool credit \\(practice ${live}, member ${kai.id}\\) that doesn’t exist$`),
  },
  {
    name: 'a line of the store that is booked and not in the ledger',
    finds: 'Each store order line counts exactly once in the ledger',
    plant: ({ db, ana }) => plantStoreLine(db, ana.id, 'booked'),
    says: () => 'store line planted gives 1 paid-practices but the ledger says 0',
  },
  {
    name: 'a line of the store that waits and is in the ledger',
    finds: 'Each store order line counts exactly once in the ledger',
    async plant({ db, ana, kai }) {
      await plantStoreLine(db, ana.id, 'waiting')
      const cause = 'import:%23planted:1:1'
      await db
        .insertInto('ledger')
        .values(ledgerRow(kai, { amount: 1, cause }))
        .execute()
    },
    says: () => 'store line planted counts 1 paid-practices for someone else',
  },
  {
    name: 'a row of the ledger of no line of the store',
    finds: 'Each store order line counts exactly once in the ledger',
    plant: ({ db, ana }) =>
      db
        .insertInto('ledger')
        .values(ledgerRow(ana, { amount: 1, cause: 'import:gone:1:1' }))
        .execute(),
    says: () => /^ledger \S+ refers to a store order line that doesn’t exist$/,
  },
  {
    name: 'a paid count below zero',
    finds: 'Payments before sign-up are saved once per email address',
    plant: ({ db }) =>
      db
        .insertInto('preRegistration')
        .values({ id: 'planted', email: 'x@purdue.edu', kind: 'paid', practiceId: null, paid: -1, consumedAt: null })
        .execute(),
    says: () => 'paid count planted is below zero',
  },
]
