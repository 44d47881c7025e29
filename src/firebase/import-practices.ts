import { isStarted } from '#domain/practices.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { saveAudits } from '#server/features/audit/save-audit.ts'
import { findStartedPractice, lockAnyPractice } from '#server/queries/practices.ts'
import { fromDocumentId } from './export-ids.ts'
import { factOf, findImported, recordImported, updateImported } from './import-record.ts'
import {
  type ActivePractice,
  notStarted,
  type PracticeFacts,
  type PracticeState,
  sourceState,
} from './practice-document.ts'

/**
 * What an import does with a practice: nothing ("there"), create it, merge it into a record from the calendar or
 * another document ("joins"), or, if it was imported before and has since been started in the old app, set its start
 * ("starts").
 */
export type PracticePlan = {
  facts: PracticeFacts
  outcome: 'there' | 'new' | 'joins' | 'starts'
  /** The id of the existing or new record. */
  id: string
  /** When it was started and ended, for a record that has no such times. */
  state: PracticeState
  /**
   * `said` is what these files say about start and end; `before` what the last import stored, undefined if the practice
   * is new.
   */
  said: Said
  before: Before | undefined
  /** Why it isn't live here although it was live in the old app. */
  notLive: { why: string; done: string } | null
}

type Said = { startedAt: string | null; endedEarly: boolean; isActive: boolean }
type Before = { id: string; said?: Said }

/** Finds each practice as the calendar sync does: by event id, or by series and original start. */
export async function planPractices(
  db: Db | Tx,
  practices: PracticeFacts[],
  { active, now }: { active: ActivePractice | null; now: string },
): Promise<PracticePlan[]> {
  const taken = await findImported(
    db,
    practices.map(({ id }) => factOf.practice(id)),
  )
  const idsBefore = [...taken.values()].map(({ value }) => (value as Before).id)
  const startable = await findStartable(db, idsBefore)
  const plans: PracticePlan[] = []
  for (const facts of practices) {
    const before = taken.get(factOf.practice(facts.id))?.value as Before | undefined
    const said = saidOf(facts, active)
    if (before) {
      const { id } = before
      // If the files haven't changed, the decision stays, even though the time has moved on.
      const row = isSaidBefore(said, before) ? undefined : startable.get(id)
      const decided = row && (await decideState(db, id, row, { facts, active, now }))
      const { state, notLive } = decided ?? { state: notStarted, notLive: null }
      plans.push({ facts, outcome: state.startedAt === null ? 'there' : 'starts', id, state, said, before, notLive })
      continue
    }
    const row = await findRow(db, facts)
    const same = row ?? plans.find((plan) => plan.outcome === 'new' && isSame(plan.facts, facts))
    const [outcome, id] = same ? (['joins', same.id] as const) : (['new', fromDocumentId(facts.id)] as const)
    const decided = await decideState(db, id, row, { facts, active, now })
    plans.push({ facts, outcome, id, said, before, ...decided })
  }
  return plans
}

function saidOf({ id, startedAt, endedEarly }: PracticeFacts, active: ActivePractice | null): Said {
  return { startedAt, endedEarly, isActive: active?.practiceId === id }
}

function isSaidBefore(said: Said, before: Before) {
  return JSON.stringify(said) === JSON.stringify(before.said)
}

type DecisionInput = { facts: PracticeFacts; active: ActivePractice | null; now: string }

/**
 * A practice that was live there is live here too, unless another one is, or this one was ended, canceled, or deleted
 * here.
 */
async function decideState(
  db: Db | Tx,
  id: string,
  row: PracticeRow | undefined,
  { facts, active, now }: DecisionInput,
) {
  // The times stored here win.
  const { startsAt, endsAt } = row ?? facts.copy
  const wanted = sourceState({ ...facts, copy: { ...facts.copy, startsAt, endsAt } }, active, now)
  if (!isStarted(wanted) || (row && isStarted(row))) return { state: wanted, notLive: null }
  const live = await findStartedPractice(db)
  const notLive =
    live && live.id !== id
      ? { why: `“${live.title}” is live here`, done: 'That one stays live; this one is imported as not live.' }
      : whyNot(row)
  return { state: notLive ? notStarted : wanted, notLive }
}

function whyNot(row: PracticeRow | undefined) {
  const why = row?.deletedAt
    ? 'it’s been deleted here'
    : row?.cancelledAt
      ? 'it’s canceled here'
      : row?.startedAt
        ? 'it has ended here'
        : null
  return why === null ? null : { why, done: 'That doesn’t change; it isn’t live.' }
}

/** Those of the practices that can still be started. */
async function findStartable(db: Db | Tx, ids: string[]) {
  const startable = new Map<string, PracticeRow>()
  for (const portion of chunk(ids)) {
    const rows = await db
      .selectFrom('practice')
      .selectAll()
      .where('id', 'in', portion)
      .where('startedAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .where('deletedAt', 'is', null)
      .execute()
    for (const row of rows) startable.set(row.id, row)
  }
  return startable
}

/** The same match as in `findRow`, between two documents of one import. */
function isSame({ id, copy }: PracticeFacts, { id: otherId, copy: other }: PracticeFacts) {
  const { icalUid, originalStart } = copy
  const isOccurrence = originalStart !== '' && icalUid === other.icalUid && originalStart === other.originalStart
  return id === otherId || copy.eventId === other.eventId || isOccurrence
}

function findRow(db: Db | Tx, { id, copy }: PracticeFacts) {
  return db
    .selectFrom('practice')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', fromDocumentId(id)),
        eb('eventId', '=', copy.eventId).and('source', '=', 'google'),
        // Without an original start, an event of a series matches no occurrence.
        eb('icalUid', '=', copy.icalUid)
          .and('originalStart', '=', copy.originalStart)
          .and(eb.or([eb('source', '!=', 'google'), eb('originalStart', '!=', '')])),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
}

type By = { actor: string; requestId: string }

/** Imports these practices and returns the final plan for each. */
export async function importPractices(
  tx: Tx,
  announce: Announce,
  ctx: Pick<AppContext, 'clock'>,
  { practices, active, by }: { practices: PracticeFacts[]; active: ActivePractice | null; by: By },
) {
  const now = nowAsText(ctx)
  const plans = await planPractices(tx, practices, { active, now })
  const added = plans.filter(({ outcome }) => outcome !== 'there')
  for (const plan of added) {
    const { facts, outcome, id } = plan
    const row = outcome === 'new' ? undefined : await lockAnyPractice(tx, id)
    // Decide again, now that the record is locked.
    Object.assign(plan, await decideState(tx, id, row, { facts, active, now }))
    if (plan.notLive && outcome === 'starts') plan.outcome = 'there'
    else if (row) await joinPractice(tx, row, outcome === 'joins' ? facts.attendanceLimit : null, plan.state)
    else await insertPractice(tx, id, facts, { ...plan.state, now })
  }
  const changed = added.filter(({ outcome }) => outcome !== 'there')
  const factIn = ({ facts, id, said }: PracticePlan) => ({
    fact: factOf.practice(facts.id),
    value: { id, said } satisfies Before,
  })
  for (const plan of plans)
    if (plan.before && !isSaidBefore(plan.said, plan.before)) await updateImported(tx, now, plan.before, factIn(plan))
  if (changed.length === 0) return plans
  await recordImported(tx, now, changed.filter(({ before }) => before === undefined).map(factIn))
  await saveAudits(
    tx,
    now,
    changed.map(({ id }) => ({ ...by, action: 'practice.import' as const, target: id })),
  )
  announce('practices', 'live')
  return plans
}

async function insertPractice(
  tx: Tx,
  id: string,
  { copy, cancelled, attendanceLimit }: PracticeFacts,
  { now, ...state }: PracticeState & { now: string },
) {
  await tx
    .insertInto('practice')
    .values({
      ...copy,
      ...state,
      id,
      attendanceLimit,
      allDay: copy.allDay ? 1 : 0,
      // A practice that was started wasn't canceled.
      cancelledAt: cancelled && state.startedAt === null ? now : null,
      startedBy: null,
      deletedAt: null,
      sample: 0,
      createdAt: now,
    })
    .execute()
}

/** The calendar's data stays; only data that the calendar doesn't have is added. */
async function joinPractice(tx: Tx, row: PracticeRow, attendanceLimit: number | null, state: PracticeState) {
  if (row.deletedAt !== null) return
  await tx
    .updateTable('practice')
    .set({
      attendanceLimit: row.attendanceLimit ?? attendanceLimit,
      ...(row.startedAt === null && row.cancelledAt === null ? state : {}),
    })
    .where('id', '=', row.id)
    .execute()
}
