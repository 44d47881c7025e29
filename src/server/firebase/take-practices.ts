import type { Db, Tx } from '../db/database.ts'
import { inPortions } from '../db/portions.ts'
import type { PracticeRow } from '../db/schema.ts'
import type { Announce } from '../db/write.ts'
import { saveAudits } from '../ledger/audit.ts'
import { nowText, type Parts } from '../parts.ts'
import { findStartedPractice, lockAnyPractice } from '../practices/queries.ts'
import { factOf, findTaken, noteTaken } from './facts.ts'
import type { FormerClub } from './former-club.ts'
import type { PracticeFacts } from './practice-document.ts'

/**
 * What becomes of a practice: nothing; a new record; one that the calendar, or another document, has brought already; or it
 * was taken over before, and has been started there since.
 */
export type PracticePlan = {
  facts: PracticeFacts
  outcome: 'there' | 'new' | 'joins' | 'starts'
  /** Of the record that it is, or becomes. */
  id: string
}

/** A practice is found as the calendar finds it: by its event's id, or by series and original start (D23). */
export async function planPractices(
  db: Db | Tx,
  practices: PracticeFacts[],
  { active, now }: { active: FormerClub['active']; now: string },
): Promise<PracticePlan[]> {
  const taken = await findTaken(
    db,
    practices.map(({ id }) => factOf.practice(id)),
  )
  const idsBefore = [...taken.values()].map(({ value }) => (value as { id: string }).id)
  const startable = await findStartable(db, idsBefore)
  const plans: PracticePlan[] = []
  for (const facts of practices) {
    const before = taken.get(factOf.practice(facts.id))
    if (before) {
      const { id } = before.value as { id: string }
      const starts = startable.has(id) && stateOf(facts, active, now).startedAt !== null
      plans.push({ facts, outcome: starts ? 'starts' : 'there', id })
      continue
    }
    const same = (await findRow(db, facts)) ?? plans.find((plan) => plan.outcome === 'new' && isSame(plan.facts, facts))
    plans.push(same ? { facts, outcome: 'joins', id: same.id } : { facts, outcome: 'new', id: facts.id })
  }
  return plans
}

/** Those of them that could be started yet. */
async function findStartable(db: Db | Tx, ids: string[]) {
  const startable = new Set<string>()
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('practice')
      .select('id')
      .where('id', 'in', portion)
      .where('startedAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .where('deletedAt', 'is', null)
      .execute()
    for (const { id } of rows) startable.add(id)
  }
  return startable
}

/** As `findRow` finds them, once the first is a record. */
function isSame({ id, copy }: PracticeFacts, { id: otherId, copy: other }: PracticeFacts) {
  const { icalUid, originalStart } = copy
  const isOccurrence = originalStart !== '' && icalUid === other.icalUid && originalStart === other.originalStart
  return id === otherId || copy.eventId === other.eventId || isOccurrence
}

function findRow(db: Db | Tx, { id, copy }: PracticeFacts) {
  return db
    .selectFrom('practice')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('eventId', '=', copy.eventId).and('source', '=', 'google'),
        // A copy that does not say which of a series it is, is none of them.
        eb('icalUid', '=', copy.icalUid)
          .and('originalStart', '=', copy.originalStart)
          .and(eb.or([eb('source', '!=', 'google'), eb('originalStart', '!=', '')])),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
}

type By = { actor: string; requestId: string }

/** @returns what became of each, and why the one that was live there is not live here */
export async function takePractices(
  tx: Tx,
  announce: Announce,
  parts: Pick<Parts, 'clock'>,
  { practices, active, by }: { practices: PracticeFacts[]; active: FormerClub['active']; by: By },
) {
  const now = nowText(parts)
  const plans = await planPractices(tx, practices, { active, now })
  const added = plans.filter(({ outcome }) => outcome !== 'there')
  let notLive: string | null = null
  for (const plan of added) {
    const { facts, outcome, id } = plan
    const row = outcome === 'new' ? undefined : await lockAnyPractice(tx, id)
    const wanted = stateOf(facts, active, now)
    const isLive = wanted.startedAt !== null && wanted.endedAt === null
    const other = isLive ? await findStartedPractice(tx) : undefined
    if (other && other.id !== id) notLive = other.title
    const state = other ? notStarted : wanted
    if (other && outcome === 'starts') plan.outcome = 'there'
    else if (row) await joinPractice(tx, row, facts, state)
    else await insertPractice(tx, facts, { ...state, now })
  }
  const changed = added.filter(({ outcome }) => outcome !== 'there')
  if (changed.length === 0) return { plans, notLive }
  await noteTaken(
    tx,
    now,
    changed
      .filter(({ outcome }) => outcome !== 'starts')
      .map(({ facts, id }) => ({ fact: factOf.practice(facts.id), value: { id } })),
  )
  await saveAudits(
    tx,
    now,
    changed.map(({ id }) => ({ ...by, action: 'practice.import' as const, target: id })),
  )
  announce('practices', 'live')
  return { plans, notLive }
}

type State = Pick<PracticeRow, 'startedAt' | 'endedAt' | 'endedEarly'>
const notStarted: State = { startedAt: null, endedAt: null, endedEarly: 0 }

/** Live is what the setting says, until its end; any other that was started has ended. */
function stateOf({ id, copy, startedAt, endedEarly }: PracticeFacts, active: FormerClub['active'], now: string): State {
  const isOver = copy.endsAt <= now
  if (active?.practiceId === id && !isOver)
    return { startedAt: earlier(active.startedAt ?? startedAt ?? copy.startsAt, now), endedAt: null, endedEarly: 0 }
  if (endedEarly) return { startedAt: startedAt ?? copy.startsAt, endedAt: earlier(copy.endsAt, now), endedEarly: 1 }
  return startedAt !== null && isOver ? { startedAt, endedAt: copy.endsAt, endedEarly: 0 } : notStarted
}

function earlier(one: string, other: string) {
  return one < other ? one : other
}

async function insertPractice(
  tx: Tx,
  { id, copy, cancelled, attendanceLimit }: PracticeFacts,
  { now, ...state }: State & { now: string },
) {
  await tx
    .insertInto('practice')
    .values({
      ...copy,
      ...state,
      id,
      attendanceLimit,
      allDay: copy.allDay ? 1 : 0,
      cancelledAt: cancelled ? now : null,
      startedBy: null,
      deletedAt: null,
      sample: 0,
      createdAt: now,
    })
    .execute()
}

/** What the calendar says of it stays; what only the former app knew comes to it. */
async function joinPractice(tx: Tx, row: PracticeRow, { attendanceLimit }: PracticeFacts, state: State) {
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
