import { isOver } from '#domain/practices.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { waitingPosition } from '#server/features/practices/spots.ts'
import { asPractice, lockPractice } from '#server/queries/practices.ts'
import { listWaiting } from '#server/queries/rsvps.ts'
import type { PracticePlan } from './import-practices.ts'
import { factOf, findImported, recordImported } from './import-record.ts'
import type { PersonPlan, PracticeIds } from './plan-people.ts'

type ImportedRsvp = { fact: string; memberId: string; kind: 'archer' | 'driver'; position: number }
/** All RSVPs of the old app for a practice, in the order of its lists; `fresh` is how many are new. */
export type RsvpPlan = { practiceId: string; comesNow: boolean; rsvps: ImportedRsvp[]; fresh: number }

type RsvpPlanInput = { people: PersonPlan[]; practices: PracticePlan[]; ids: PracticeIds }

/** The practices that have new RSVPs of imported members. */
export async function planRsvps(db: Db, { people, practices, ids }: RsvpPlanInput): Promise<RsvpPlan[]> {
  const byPractice = new Map<string, ImportedRsvp[]>()
  for (const { person, memberId, brings } of people)
    for (const { practiceId: formerId, kind, position } of brings ? person.rsvps : []) {
      const rsvps = byPractice.get(formerId) ?? []
      rsvps.push({ fact: factOf.answered(formerId, person.uid), memberId, kind, position })
      byPractice.set(formerId, rsvps)
    }
  const comesNow = new Set(practices.filter(({ before }) => before === undefined).map(({ facts }) => facts.id))
  const plans: RsvpPlan[] = []
  for (const [formerId, rsvps] of byPractice) {
    const practiceId = ids.get(formerId)
    if (practiceId === undefined) continue
    const { fresh } = await findFresh(db, rsvps)
    const inOrder = rsvps.toSorted((a, b) => a.position - b.position || (a.kind < b.kind ? -1 : 1))
    if (fresh.length > 0)
      plans.push({ practiceId, comesNow: comesNow.has(formerId), rsvps: inOrder, fresh: fresh.length })
  }
  return plans
}

async function findFresh(db: Db | Tx, rsvps: ImportedRsvp[]) {
  const taken = await findImported(
    db,
    rsvps.map(({ fact }) => fact),
  )
  return { fresh: rsvps.filter(({ fact }) => !taken.has(fact)), taken: taken.size }
}

/**
 * Imports the RSVPs for one practice, dated before now; an RSVP made here wins. RSVPs of a new practice have spots, as
 * in the old app. If there is a waitlist here, or the practice was imported earlier, a new RSVP gets a spot or waits as
 * if made here.
 * @returns how many were imported
 */
export async function importRsvps(tx: Tx, announce: Announce, ctx: Pick<AppContext, 'clock'>, plan: RsvpPlan) {
  const now = nowAsText(ctx)
  const practice = await lockPractice(tx, plan.practiceId)
  if (!practice) return 0
  const { fresh, taken } = await findFresh(tx, plan.rsvps)
  const present = await findPresent(
    tx,
    fresh.map(({ memberId }) => memberId),
  )
  const all = fresh.filter(({ memberId }) => present.has(memberId))
  if (all.length === 0) return 0
  await recordImported(
    tx,
    now,
    all.map(({ fact, memberId }) => ({ fact, memberId })),
  )
  const cantCome = await findCantCome(tx, practice.id)
  const rsvps = all.filter(({ memberId }) => !cantCome.has(memberId))
  const row = ({ memberId, kind, position }: ImportedRsvp, waiting: number | null) => ({
    practiceId: practice.id,
    memberId,
    kind,
    waiting,
    answeredAt: new Date(Date.parse(now) - 86_400_000 + position).toISOString(),
  })
  const isFirst = plan.comesNow || (taken === 0 && !(await hasRsvps(tx, practice)))
  if (await needsWaitlist(tx, practice, { isFirst, now }))
    for (const each of rsvps) await insert(tx, [row(each, await waitingPosition(tx, practice, newcomer))])
  else
    for (const some of chunk(rsvps))
      await insert(
        tx,
        some.map((each) => row(each, null)),
      )
  announce('practices', 'live', ...rsvps.map(({ memberId }) => `member:${memberId}` as const))
  return rsvps.length
}

const newcomer = { before: undefined, cutOff: false }

/** Whether new RSVPs compete for spots: the old app had no waitlist, so those of the first import all have one. */
async function needsWaitlist(tx: Tx, practice: PracticeRow, { isFirst, now }: { isFirst: boolean; now: string }) {
  if (practice.attendanceLimit === null || isOver(asPractice(practice), now)) return false
  return !isFirst || (await listWaiting(tx, practice.id)).length > 0
}

async function findCantCome(tx: Tx, practiceId: string) {
  const rows = await tx.selectFrom('cantCome').select('memberId').where('practiceId', '=', practiceId).execute()
  return new Set(rows.map(({ memberId }) => memberId))
}

async function hasRsvps(tx: Tx, { id }: PracticeRow) {
  const rsvp = await tx.selectFrom('rsvp').select('memberId').where('practiceId', '=', id).executeTakeFirst()
  return rsvp !== undefined
}

/** Without members who were removed or erased in the meantime. */
async function findPresent(tx: Tx, memberIds: string[]) {
  const present = new Set<string>()
  for (const some of chunk(memberIds)) {
    const rows = await tx
      .selectFrom('member')
      .select('id')
      .where('id', 'in', some)
      .where('removedAt', 'is', null)
      .execute()
    for (const { id } of rows) present.add(id)
  }
  return present
}

type RsvpRow = {
  practiceId: string
  memberId: string
  kind: 'archer' | 'driver'
  waiting: number | null
  answeredAt: string
}

async function insert(tx: Tx, rows: RsvpRow[]) {
  await tx
    .insertInto('rsvp')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
    .execute()
}
