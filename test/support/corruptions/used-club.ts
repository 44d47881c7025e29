import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { createTestClub, type EngineName, type TestClub, type TestMember } from '../club.ts'
import { doorStore, oneDayPass, tenPractices } from '../sales.ts'

/** A club with one of everything, made through its own API: a live practice with check-ins, one ended early, RSVPs, passes. */
export async function createUsedClub(engine: EngineName) {
  const club = await createTestClub(engine, { now: '2026-11-24T22:48:00.000Z', club: { storeImport: doorStore } })
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
  await kai.api.guests.add({ practiceId: live, name: 'Gus Keller' })
  await kai.api.sales.add({ practiceId: live, memberId: ben.id, ...oneDayPass })
  const { saleId } = await kai.api.sales.add({ practiceId: live, memberId: ben.id, ...tenPractices })
  await kai.api.sales.undo({ practiceId: live, saleId, reason: 'Wrong person' })
  return { club, kai, ana, ben, early, live, ahead }
}

export type CorruptionInput = Awaited<ReturnType<typeof createUsedClub>> & { db: Db; engine: EngineName }

/**
 * Runs `plant` without foreign keys, checks, and triggers, as a damaged disk or a manual edit would change rows, then
 * `look`, in a transaction that is rolled back.
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

/** Drops the constraint that would prevent duplicate rows. */
export async function withoutKeys(db: Db, engine: string, table: 'rsvp' | 'ledger' | 'attendance', constraint: string) {
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
