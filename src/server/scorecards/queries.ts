import { emptySlots, type Slots, type Summary } from '#domain/scorecard/card.ts'
import type { Setup } from '#domain/scorecard/setup.ts'
import type { Db, Tx } from '../db/database.ts'

type Row = { setup: string; summary: string }

/** The rows of a member that were not deleted, the latest first. */
export async function listCards(db: Db, memberId: string) {
  const rows = await db
    .selectFrom('scorecard')
    .select(['id', 'setup', 'summary', 'startedAt', 'updatedAt'])
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, ...read(row) }))
}

/** Deleted or not. */
export async function findCard(db: Db | Tx, id: string, memberId: string) {
  const row = await db
    .selectFrom('scorecard')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row && { ...row, ...read(row) }
}

/** Whoever's it is, deleted or not. */
export async function findAnyCard(tx: Tx, id: string) {
  const row = await tx.selectFrom('scorecard').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, ...read(row) }
}

export async function countCards(tx: Tx, memberId: string) {
  const { cards } = await tx
    .selectFrom('scorecard')
    .select((eb) => eb.fn.countAll<number>().as('cards'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return cards
}

/** What a keeper has written down on a card; nothing yet is version 0. */
export async function findSheet(db: Db | Tx, card: { id: string; setup: Setup }, keeperId: string) {
  const row = await db
    .selectFrom('scorecardSheet')
    .select(['slots', 'version'])
    .where('cardId', '=', card.id)
    .where('keeperId', '=', keeperId)
    .executeTakeFirst()
  return row
    ? { slots: JSON.parse(row.slots) as Slots, version: row.version }
    : { slots: emptySlots(card.setup), version: 0 }
}

function read({ setup, summary }: Row) {
  return { setup: JSON.parse(setup) as Setup, summary: JSON.parse(summary) as Summary }
}
