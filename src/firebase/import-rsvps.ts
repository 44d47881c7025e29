import { isOver } from '#domain/practices.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { waitingPosition } from '#server/features/practices/spots.ts'
import { asPractice, lockPractice } from '#server/queries/practices.ts'
import { listWaiting } from '#server/queries/rsvps.ts'
import type { PracticePlan } from './import-practices.ts'
import { factOf, findTaken, noteTaken } from './imported-facts.ts'
import type { PersonPlan, PracticeIds } from './plan-people.ts'

type Answer = { fact: string; memberId: string; kind: 'archer' | 'driver'; place: number }
/** All RSVPs of the old app for a practice, in the order of its lists; `fresh` is how many are new. */
export type RsvpPlan = { practiceId: string; comesNow: boolean; answers: Answer[]; fresh: number }

type Facts = { people: PersonPlan[]; practices: PracticePlan[]; ids: PracticeIds }

/** The practices that have new RSVPs of imported members. */
export async function planRsvps(db: Db, { people, practices, ids }: Facts): Promise<RsvpPlan[]> {
  const byPractice = new Map<string, Answer[]>()
  for (const { person, memberId, brings } of people)
    for (const { practiceId: formerId, kind, place } of brings ? person.answers : []) {
      const answers = byPractice.get(formerId) ?? []
      answers.push({ fact: factOf.answered(formerId, person.uid), memberId, kind, place })
      byPractice.set(formerId, answers)
    }
  const comesNow = new Set(practices.filter(({ before }) => before === undefined).map(({ facts }) => facts.id))
  const plans: RsvpPlan[] = []
  for (const [formerId, answers] of byPractice) {
    const practiceId = ids.get(formerId)
    if (practiceId === undefined) continue
    const { fresh } = await findFresh(db, answers)
    const inOrder = answers.toSorted((a, b) => a.place - b.place || (a.kind < b.kind ? -1 : 1))
    if (fresh.length > 0)
      plans.push({ practiceId, comesNow: comesNow.has(formerId), answers: inOrder, fresh: fresh.length })
  }
  return plans
}

async function findFresh(db: Db | Tx, answers: Answer[]) {
  const taken = await findTaken(
    db,
    answers.map(({ fact }) => fact),
  )
  return { fresh: answers.filter(({ fact }) => !taken.has(fact)), taken: taken.size }
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
  const { fresh, taken } = await findFresh(tx, plan.answers)
  const present = await findPresent(
    tx,
    fresh.map(({ memberId }) => memberId),
  )
  const all = fresh.filter(({ memberId }) => present.has(memberId))
  if (all.length === 0) return 0
  await noteTaken(
    tx,
    now,
    all.map(({ fact, memberId }) => ({ fact, memberId })),
  )
  const cantCome = await findCantCome(tx, practice.id)
  const answers = all.filter(({ memberId }) => !cantCome.has(memberId))
  const row = ({ memberId, kind, place }: Answer, waiting: number | null) => ({
    practiceId: practice.id,
    memberId,
    kind,
    waiting,
    answeredAt: new Date(Date.parse(now) - 86_400_000 + place).toISOString(),
  })
  const isFirst = plan.comesNow || (taken === 0 && !(await hasAnswers(tx, practice)))
  if (await haveToQueue(tx, practice, { isFirst, now }))
    for (const each of answers) await insert(tx, [row(each, await waitingPosition(tx, practice))])
  else
    for (const some of chunk(answers))
      await insert(
        tx,
        some.map((each) => row(each, null)),
      )
  announce('practices', 'live', ...answers.map(({ memberId }) => `member:${memberId}` as const))
  return answers.length
}

/** Whether new RSVPs compete for spots: the old app had no waitlist, so those of the first import all have one. */
async function haveToQueue(tx: Tx, practice: PracticeRow, { isFirst, now }: { isFirst: boolean; now: string }) {
  if (practice.attendanceLimit === null || isOver(asPractice(practice), now)) return false
  return !isFirst || (await listWaiting(tx, practice.id)).length > 0
}

async function findCantCome(tx: Tx, practiceId: string) {
  const rows = await tx.selectFrom('cantCome').select('memberId').where('practiceId', '=', practiceId).execute()
  return new Set(rows.map(({ memberId }) => memberId))
}

async function hasAnswers(tx: Tx, { id }: PracticeRow) {
  const answer = await tx.selectFrom('rsvp').select('memberId').where('practiceId', '=', id).executeTakeFirst()
  return answer !== undefined
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

type Row = {
  practiceId: string
  memberId: string
  kind: 'archer' | 'driver'
  waiting: number | null
  answeredAt: string
}

async function insert(tx: Tx, rows: Row[]) {
  await tx
    .insertInto('rsvp')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
    .execute()
}
