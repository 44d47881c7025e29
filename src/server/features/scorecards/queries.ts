import { sql } from 'kysely'
import type { CardLine, Double } from '#contract/scorecards.ts'
import { displayName, formerMember } from '#domain/names.ts'
import { emptySlots, type Slots, type Summary } from '#domain/scorecards/card.ts'
import { type EndValues, sideBySide } from '#domain/scorecards/double-scoring.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import type { Db, Tx } from '#server/db/database.ts'

type Row = { setup: string; summary: string }

/** Those that a member keeps, of their own and for others, and that were not deleted; the latest first. */
export async function listCards(db: Db, keeperId: string): Promise<CardLine[]> {
  const rows = await db
    .selectFrom('scorecard')
    .innerJoin('member', 'member.id', 'scorecard.memberId')
    .select(['scorecard.id', 'memberId', 'setup', 'summary', 'startedAt', 'updatedAt'])
    .select(['nameFirst', 'nameLast', 'member.removedAt as archerRemovedAt'])
    .where((eb) => eb.or([eb('memberId', '=', keeperId), eb('secondId', '=', keeperId)]))
    .where('scorecard.removedAt', 'is', null)
    .orderBy('startedAt', 'desc')
    .orderBy('scorecard.id')
    .execute()
  return rows.map(({ memberId, nameFirst, nameLast, archerRemovedAt: removedAt, ...row }) => ({
    ...row,
    ...read(row),
    archer: memberId === keeperId ? null : named({ nameFirst, nameLast, removedAt }),
  }))
}

/** Of one's own, deleted or not. */
export async function findCard(db: Db | Tx, id: string, memberId: string) {
  const card = await findAnyCard(db, id)
  return card?.memberId === memberId ? card : undefined
}

/** Whoever's it is, deleted or not. */
export async function findAnyCard(db: Db | Tx, id: string) {
  const row = await db.selectFrom('scorecard').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, ...read(row) }
}

/** @returns undefined where nobody's has such a code; with `lock`, locked until the transaction ends */
export async function findInvited(db: Db | Tx, code: string, lock = false) {
  const query = db.selectFrom('scorecard').selectAll().where('inviteCode', '=', code)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && { ...row, ...read(row), removed: row.removedAt !== null }
}

/** Codes that a member has shown let no one onto their cards anymore. */
export async function endInvites(tx: Tx, memberId: string) {
  const ended = { inviteCode: null, inviteUntil: null }
  await tx.updateTable('scorecard').set(ended).where('memberId', '=', memberId).execute()
}

export async function countCards(tx: Tx, memberId: string) {
  const { cards } = await tx
    .selectFrom('scorecard')
    .select((eb) => eb.fn.countAll<number>().as('cards'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return cards
}

/** What is stored of all that a member has written down. Of a long text the engine knows the length without reading it. */
export async function countSheetBytes(tx: Tx, keeperId: string) {
  const { bytes } = await tx
    .selectFrom('scorecardSheet')
    .select(sql<number | string | null>`sum(octet_length(slots))`.as('bytes'))
    .where('keeperId', '=', keeperId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export type Sheet = { slots: Slots; version: number; confirmed: (EndValues | null)[] }

/** What a keeper has written down on a card; nothing yet is version 0. */
export async function findSheet(db: Db | Tx, card: { id: string; setup: Setup }, keeperId: string): Promise<Sheet> {
  return (await findKeptSheet(db, card.id, keeperId)) ?? { slots: emptySlots(card.setup), version: 0, confirmed: [] }
}

export async function findKeptSheet(db: Db | Tx, cardId: string, keeperId: string): Promise<Sheet | undefined> {
  const row = await db
    .selectFrom('scorecardSheet')
    .select(['slots', 'version', 'confirmed'])
    .where('cardId', '=', cardId)
    .where('keeperId', '=', keeperId)
    .executeTakeFirst()
  return row && { version: row.version, slots: JSON.parse(row.slots), confirmed: JSON.parse(row.confirmed) }
}

type Kept = { id: string; setup: Setup; memberId: string; secondId: string | null }

/** What the other keeper of a card has beside this one's sheet; null where there is no other. */
export async function findDouble(db: Db | Tx, card: Kept, me: string, mine: Sheet): Promise<Double | null> {
  const { memberId, secondId } = card
  if (secondId === null) return null
  const otherId = memberId === me ? secondId : memberId
  const theirs = await findSheet(db, card, otherId)
  return { other: await findName(db, otherId), ends: sideBySide(card.setup, mine, theirs) }
}

export async function findName(db: Db | Tx, memberId: string) {
  const row = await db
    .selectFrom('member')
    .select(['nameFirst', 'nameLast', 'removedAt'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return named(row)
}

function named(member: { nameFirst: string; nameLast: string; removedAt: string | null }) {
  return member.removedAt === null ? displayName(member) : formerMember
}

function read({ setup, summary }: Row) {
  return { setup: JSON.parse(setup) as Setup, summary: JSON.parse(summary) as Summary }
}
