import {
  arrowsOn,
  type Change,
  isArrowOf,
  type Slots,
  tableOf,
  takeChange,
  thinChanges,
} from '#domain/scorecards/card.ts'
import { confirmEnds } from '#domain/scorecards/double-scoring.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { problemsOf } from '#domain/scorecards/setup-choices.ts'
import { type CardRefusal, cardRefusals, setupProblemTexts } from '#domain/text/scorecard-messages.ts'
import type { Tx } from '#server/db/database.ts'
import { missing, notFound, refuse, refuseFields } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockMember } from '#server/queries/members.ts'
import { announceTo, invite, mayKeep, part } from './double-scoring.ts'
import {
  countCards,
  countSheetBytes,
  findAnyCard,
  findCard,
  findDouble,
  findKeptSheet,
  findName,
  findSheet,
  listCards,
  type Sheet,
} from './queries.ts'

/** Per member, including deleted ones: ten a week for four years. */
const mostCards = 2000
/** All sheets of one scorer together: 2,000 rounds of 72 arrows, with every fifth arrow changed. */
export const mostCardBytes = 24 * 1024 * 1024

const list = signedInProcedure.scorecards.get.handler(async ({ context: { ctx, me } }) => ({
  cards: await listCards(ctx.database.db, me.id),
}))

const get = signedInProcedure.scorecard.get.handler(async ({ input, context: { ctx, me } }) => {
  const { db } = ctx.database
  const card = (await findAnyCard(db, input.cardId)) ?? missing()
  if (!mayKeep(card, me.id)) throw notFound()
  const sheet = await findSheet(db, card, me.id)
  return {
    ...card,
    ...sheet,
    removed: card.removedAt !== null,
    archer: card.memberId === me.id ? null : await findName(db, card.memberId),
    double: await findDouble(db, card, me.id, sheet),
  }
})

/**
 * Syncs a device's changes into the scorer's sheet, creating the card if needed. Changes made to a value that another device has
 * changed since are returned as `overtaken`, so offline edits never overwrite each other silently.
 */
const save = signedInProcedure.scorecard.save.handler(async ({ input, context: { me, now, write } }) => {
  const { cardId: id, setup, startedAt, seen, changes, confirms } = input
  const problems = setupProblemTexts(setup, problemsOf(setup))
  const [first] = Object.values(problems)
  if (first) throw refuseFields(problems, first)
  return write(async (tx, announce) => {
    // Serializes all devices of one scorer.
    await lockMember(tx, me.id)
    const there = await findAnyCard(tx, id)
    const begun = there === undefined
    const card = there ?? (await createCard(tx, { id, memberId: me.id, setup, startedAt, now: now() }))
    // Anyone who never scored this card gets NOT_FOUND, so IDs can't be probed.
    if (!mayKeep(card, me.id)) throw (await findKeptSheet(tx, id, me.id)) ? refused('keeping-ended') : notFound()
    if (!isSameSetup(card.setup, setup)) throw refused('other-setup')
    const before = await findSheet(tx, card, me.id)
    const { slots: all, taken, overtaken } = takeAll(setup, before.slots, changes)
    const slots = taken > 0 ? thinChanges(all) : all
    if (taken > 0 && (await countSheetBytes(tx, me.id)) > mostCardBytes) throw refused('cards-too-large')
    const version = before.version + taken
    const confirmed = confirmEnds(setup, { slots, confirmed: before.confirmed }, confirms)
    const sheet = { slots, version, confirmed }
    if (taken > 0 || confirms.length > 0) await saveSheet(tx, { cardId: id, keeperId: me.id, ...sheet })
    if (taken > 0) {
      const summary = card.memberId === me.id && { summary: JSON.stringify(tableOf(setup, arrowsOn(slots)).summary) }
      await tx
        .updateTable('scorecard')
        .set({ ...summary, updatedAt: now() })
        .where('id', '=', id)
        .execute()
    }
    if (taken > 0 || confirms.length > 0 || begun) announceTo(card, announce)
    return {
      version,
      overtaken,
      removed: card.removedAt !== null,
      // A client that was up to date can apply its own changes, so the slots aren't sent.
      slots: before.version === seen ? null : slots,
      double: await findDouble(tx, card, me.id, sheet),
    }
  })
})

type NewCard = { id: string; memberId: string; setup: Setup; startedAt: string; now: string }

async function createCard(tx: Tx, { now, setup, ...card }: NewCard) {
  if ((await countCards(tx, card.memberId)) >= mostCards) throw refused('too-many-cards')
  const { summary } = tableOf(setup, [])
  const row = {
    ...card,
    summary: JSON.stringify(summary),
    updatedAt: now,
    removedAt: null,
    secondId: null,
    inviteCode: null,
    inviteUntil: null,
  }
  await tx
    .insertInto('scorecard')
    .values({ ...row, setup: JSON.stringify(setup) })
    .execute()
  return { ...row, setup }
}

function takeAll(setup: Setup, before: Slots, changes: Change[]) {
  let slots = before
  let count = 0
  const overtaken = []
  for (const change of changes) {
    if (change.slot < 0 || change.slot >= slots.length) throw refused('not-an-arrow')
    if (change.arrow !== null && !isArrowOf(setup, change.arrow)) throw refused('not-an-arrow')
    const taken = takeChange(slots, change)
    if (taken.outcome === 'taken') {
      slots = taken.slots
      count += 1
    }
    if (taken.outcome === 'overtaken')
      overtaken.push({ id: change.id, slot: change.slot, now: slots[change.slot] ?? null })
  }
  return { slots, taken: count, overtaken }
}

async function saveSheet(tx: Tx, { slots, version, confirmed, ...key }: Sheet & { cardId: string; keeperId: string }) {
  const sheet = { slots: JSON.stringify(slots), version, confirmed: JSON.stringify(confirmed) }
  await tx
    .insertInto('scorecardSheet')
    .values({ ...key, ...sheet })
    .onConflict((conflict) => conflict.columns(['cardId', 'keeperId']).doUpdateSet(sheet))
    .execute()
}

const remove = signedInProcedure.scorecard.remove.handler(async ({ input, context: { me, now, write } }) =>
  write(async (tx, announce) => {
    const card = await lockOwn(tx, input.cardId, me.id)
    if (card.removedAt !== null) return {}
    await tx.updateTable('scorecard').set({ removedAt: now() }).where('id', '=', card.id).execute()
    announceTo(card, announce)
    return {}
  }),
)

const restore = signedInProcedure.scorecard.restore.handler(async ({ input, context: { me, write } }) =>
  write(async (tx, announce) => {
    const card = await lockOwn(tx, input.cardId, me.id)
    await tx.updateTable('scorecard').set({ removedAt: null }).where('id', '=', card.id).execute()
    announceTo(card, announce)
    return {}
  }),
)

async function lockOwn(tx: Tx, id: string, memberId: string) {
  await lockMember(tx, memberId)
  return (await findCard(tx, id, memberId)) ?? missing()
}

/** Both were parsed by the contract, so their keys are in the same order. */
function isSameSetup(one: Setup, other: Setup) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function refused(reason: CardRefusal) {
  return refuse(reason, cardRefusals[reason])
}

export const scorecards = { get: list }
export const scorecard = { get, save, remove, restore, invite, part }
