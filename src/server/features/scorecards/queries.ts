import { sql } from 'kysely'
import type { CardLine, Double } from '#contract/scorecards.ts'
import { displayName, formerMember } from '#domain/names.ts'
import { emptySlots, type Slots, type Summary } from '#domain/scorecards/card.ts'
import { type EndValues, sideBySide } from '#domain/scorecards/double-scoring.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import type { Db, Tx } from '#server/db/database.ts'

type StoredCardJson = { setup: string; summary: string }

/** Cards a member scores, their own and others', without deleted ones; latest first. */
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

/** A card of this archer, deleted or not. */
export async function findCard(db: Db | Tx, id: string, memberId: string) {
  const card = await findAnyCard(db, id)
  return card?.memberId === memberId ? card : undefined
}

/** Any archer's card, deleted or not. */
export async function findAnyCard(db: Db | Tx, id: string) {
  const row = await db.selectFrom('scorecard').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, ...read(row) }
}

/** @param lock locks the row until the transaction ends @returns undefined if no card has this code */
export async function findInvited(db: Db | Tx, code: string, lock = false) {
  const query = db.selectFrom('scorecard').selectAll().where('inviteCode', '=', code)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && { ...row, ...read(row), removed: row.removedAt !== null }
}

/** Invalidates the invite codes of all of a member's cards. */
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

/** Stored size of all of a scorer's sheets. `octet_length` is cheap: the engine knows it without reading the text. */
export async function countSheetBytes(tx: Tx, keeperId: string) {
  const { bytes } = await tx
    .selectFrom('scorecardSheet')
    .select(sql<number | string | null>`sum(octet_length(slots))`.as('bytes'))
    .where('keeperId', '=', keeperId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export type Sheet = { slots: Slots; version: number; confirmed: (EndValues | null)[] }

/** A scorer's sheet of a card; version 0 and empty if they haven't scored yet. */
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

type ScoredCard = { id: string; setup: Setup; memberId: string; secondId: string | null }

/** Compares the other scorer's sheet with this one, end by end; null if there is no other scorer. */
export async function findDouble(db: Db | Tx, card: ScoredCard, me: string, mine: Sheet): Promise<Double | null> {
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

function read({ setup, summary }: StoredCardJson) {
  return { setup: JSON.parse(setup) as Setup, summary: JSON.parse(summary) as Summary }
}
