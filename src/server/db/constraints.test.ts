import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestClub, describe, engines, type TestClub, type TestMember, test } from '#test/support/club-test.ts'
import { attendanceRow, ledgerRow } from '#test/support/corruptions/used-club.ts'
import { insert } from '#test/support/insert.ts'
import { openSqlite } from './node-sqlite-dialect.ts'
import type { Schema } from './schema.ts'

type ConstraintFixture = { club: TestClub; ana: TestMember; one: string; two: string }
const at = '2026-11-24T22:50:00.000Z'
const started = { startedAt: at, startedBy: 'x' }

/** Duplicates that the code's own rules prevent: the tables' constraints must reject the second row as well. */
const twice: [what: string, table: keyof Schema, row: (facts: ConstraintFixture) => object][] = [
  ['a check-in', 'attendance', ({ ana, one }) => attendanceRow(one, ana.id, ana.id)],
  ['an RSVP', 'rsvp', ({ ana, one }) => ({ practiceId: one, memberId: ana.id, kind: 'archer', answeredAt: at })],
  ['a carpool credit', 'carpoolCredit', ({ ana, one }) => ({ practiceId: one, memberId: ana.id, creditedAt: at })],
  ['a cause', 'ledger', ({ ana }) => ledgerRow(ana, { amount: 1, cause: 'claim:x:1' })],
  [
    'an order of the store',
    'storeLine',
    () => ({
      ...{ id: randomUUID(), importId: 'one import', orderId: '#1', lineId: '1', email: '', name: '' },
      ...{ product: 'Practice', quantity: 1, boughtOn: '', paidPractices: 1, dayPasses: 0, state: 'waiting' },
      ...{ memberId: null, forEmail: null, byHand: 0, times: 0, reason: '', changedAt: at },
    }),
  ],
  ['an open paid count', 'preRegistration', () => ({ ...waiting(), kind: 'paid', practiceId: null, paid: 1 })],
  ['a welcome', 'mailboxGrant', () => ({ mailboxHash: 'hash', grantedAt: at })],
  [
    'an act under one key',
    'idempotency',
    ({ ana }) => ({ actor: ana.id, key: 'the-key-of-it', fingerprint: 'x', answer: '{}', createdAt: at }),
  ],
  [
    'an address',
    'user',
    () => ({ id: randomUUID(), name: '', email: 'a@b', emailVerified: 0, image: null, createdAt: at, updatedAt: at }),
  ],
  [
    'a pre-registration',
    'preRegistration',
    ({ one }) => ({ ...waiting(), kind: 'attendance', practiceId: one, paid: null }),
  ],
]

function waiting() {
  return { id: randomUUID(), email: 'a@b', consumedAt: null }
}

describe.each(engines)('the tables themselves (%s)', () => {
  async function facts(club: TestClub): Promise<ConstraintFixture> {
    const counts = { booked: 0, waiting: 0, unread: 0, there: 0 }
    await insert(club.db, 'storeImport', { id: 'one import', at, actor: 'command', ...counts })
    return { club, ana: await club.member({ dayPasses: 1 }), one: await club.practice(), two: await club.practice() }
  }

  test('hold each of these once', async ({ club }) => {
    const given = await facts(club)
    for (const [what, table, row] of twice) {
      await insert(club.db, table, row(given) as never)
      await expect(insert(club.db, table, row(given) as never), what).rejects.toThrow()
    }
  })

  test('hold one live practice, no day passes below zero, and no rows of people who don’t exist', async ({ club }) => {
    const { ana, one, two } = await facts(club)
    const { db } = club
    const start = (id: string) => db.updateTable('practice').set(started).where('id', '=', id).execute()
    await start(one)
    await expect(start(two)).rejects.toThrow()
    await expect(db.updateTable('member').set({ dayPasses: -1 }).where('id', '=', ana.id).execute()).rejects.toThrow()
    await expect(insert(db, 'attendance', attendanceRow(one, 'ghost', null))).rejects.toThrow()
  })
})

// Shows: T68
test('a SQLite file is written through at each commit, and keeps its references (T68)', async ({ club }) => {
  const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(club.db)).rows[0] ?? {})
  expect(await pragma('journal_mode')).toEqual(['wal'])
  expect(await pragma('synchronous')).toEqual([2])
  expect(await pragma('foreign_keys')).toEqual([1])
})

// Shows: T69
test('a write on SQLite has the file to itself from its first moment, so that it can’t fail half-way (T69)', async () => {
  await using club = await createTestClub('sqlite')
  const beside = openSqlite(`${club.dataDir}/quiver.db`)
  beside.exec('pragma busy_timeout = 0')
  await club.ctx.write(async (tx) => {
    await tx.selectFrom('member').select('id').execute()
    expect(() => beside.exec('begin immediate')).toThrow('locked')
  })
  beside.exec('begin immediate')
  beside.close()
})
