import { dayOf, startOf, startOfNextDay } from '#domain/calendar-day.ts'
import { displayName } from '#domain/names.ts'
import { decideRainOut, decideTakeBackGifts, giftOf, owedGift, rainOutCauses } from '#domain/rain-out.ts'
import { rainOutRefusals } from '#domain/text/member-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { type AuditEntry, saveAudits } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { missing, refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { listAttendedBy } from '#server/queries/practice-people.ts'
import { findPractice, lockPractice } from '#server/queries/practices.ts'

const get = signedInProcedure.rainOut.get.handler(async ({ input: { practiceId }, context: { ctx } }) => {
  const { db } = ctx.database
  const row = (await findPractice(db, practiceId)) ?? missing()
  const people = await listRainedOn(db, ctx, row)
  return {
    people: people.map(({ memberId, person, owed, gift, hasGift }) => ({
      memberId,
      name: displayName(person),
      email: person.email,
      pictureUrl: person.pictureUrl,
      dayPass: hasGift ? gift.dayPasses > 0 : owed.dayPasses === 1,
      given: hasGift,
    })),
  }
})

/** Locks the practice, then each member in the order of their ids, which prevents deadlocks. */
const give = signedInProcedure.rainOut.give.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    await lockAffectedMembers(tx, row.id)
    const by = { actor: me.id, requestId, reason: input.reason }
    const decision = decideRainOut({ attendees: await listRainedOn(tx, ctx, row), seen: input.seen })
    if (decision.outcome === 'refused') throw refuse(decision.reason, rainOutRefusals[decision.reason])
    if (decision.outcome === 'unchanged') return { people: 0, dayPasses: 0 }
    let dayPasses = 0
    const entries: AuditEntry[] = []
    for (const { memberId, owed, gift } of decision.members) {
      const entry = {
        memberId,
        actor: me.id,
        why: 'Rain-out refund',
        cause: rainOutCauses.given(row.id, gift.times + 1),
      }
      await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: owed.paidPractices })
      if (owed.dayPasses > 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: 1 })
      dayPasses += owed.dayPasses
      const target = `${row.id} ${memberId}`
      entries.push({ ...by, action: 'attendance.rain-out', target, after: owed })
      announce(`member:${memberId}`)
    }
    const given = { people: decision.members.length, dayPasses }
    const whole = { ...by, action: 'practice.rain-out', target: row.id, after: given } as const
    await saveAudits(tx, nowAsText(ctx), [...entries, whole])
    announce('members', 'practices')
    return given
  }),
)

const takeBack = signedInProcedure.rainOut.takeBack.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    await lockAffectedMembers(tx, row.id)
    const by = { actor: me.id, requestId }
    const gifts = await listGifts(tx, row.id)
    const decision = decideTakeBackGifts(gifts)
    if (decision.outcome === 'refused') throw refuse(decision.reason, rainOutRefusals[decision.reason])
    if (decision.outcome === 'unchanged') return { people: 0, dayPasses: 0 }
    let dayPasses = 0
    const entries: AuditEntry[] = []
    for (const { memberId, gift } of decision.members) {
      const cause = rainOutCauses.takenBack(row.id, gift.times)
      const entry = { memberId, actor: me.id, why: 'Rain-out refund undone', cause }
      await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: -gift.paidPractices })
      if (gift.dayPasses > 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: -gift.dayPasses })
      dayPasses += gift.dayPasses
      const target = `${row.id} ${memberId}`
      const before = { paidPractices: gift.paidPractices, dayPasses: gift.dayPasses }
      entries.push({ ...by, action: 'attendance.rain-out-undo', target, before })
      announce(`member:${memberId}`)
    }
    const taken = { people: decision.members.length, dayPasses }
    const whole = { ...by, action: 'practice.rain-out-undo', target: row.id, before: taken } as const
    await saveAudits(tx, nowAsText(ctx), [...entries, whole])
    announce('members', 'practices')
    return taken
  }),
)

/** Locks everyone whose counts may change: attendees, and members who already have a refund. */
async function lockAffectedMembers(tx: Tx, practiceId: string) {
  const there = await tx.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId).execute()
  const ids = new Set([...there, ...(await listGifts(tx, practiceId))].map(({ memberId }) => memberId))
  for (const id of [...ids].toSorted()) await lockRoleHolder(tx, id)
}

/** Attendees who have not been erased or removed, with what they are owed and what they have been refunded. */
async function listRainedOn(db: Db | Tx, ctx: AppContext, row: PracticeRow) {
  const { timeZone } = ctx.club
  const day = await findDay(db, row.startsOn, timeZone)
  const people = (await listAttendedBy(db, row.id)).filter(({ erasedAt }) => erasedAt === null)
  const rows = Map.groupBy(
    await ledgerOf(
      db,
      people.map(({ id }) => id),
    ),
    ({ memberId }) => memberId,
  )
  return people.map((person) => {
    const own = rows.get(person.id) ?? []
    const gift = giftOf(own, row.id)
    return { memberId: person.id, person, owed: owedGift(own, day), gift, hasGift: gift.paidPractices > 0 }
  })
}

/** Whether a rain-out has given back the day pass that was used at this instant, or any of that day. */
export async function isPassRefunded(
  db: Db | Tx,
  { club }: AppContext,
  { memberId, at }: { memberId: string; at: string },
) {
  const day = await findDay(db, dayOf(Date.parse(at), club.timeZone), club.timeZone)
  return owedGift(await ledgerOf(db, [memberId]), day).dayPasses === 0
}

async function findDay(db: Db | Tx, on: string, timeZone: string) {
  const from = startOf(on, timeZone)
  const practices = await db.selectFrom('practice').select('id').where('startsOn', '=', on).execute()
  return { from, until: startOfNextDay(Date.parse(from), timeZone), practiceIds: practices.map(({ id }) => id) }
}

async function ledgerOf(db: Db | Tx, memberIds: string[]) {
  if (memberIds.length === 0) return []
  return db
    .selectFrom('ledger')
    .select(['memberId', 'currency', 'amount', 'cause', 'at'])
    .where('memberId', 'in', memberIds)
    .where((eb) => eb.or(['use:%', 'unuse:%', 'rain:%', 'unrain:%'].map((like) => eb('cause', 'like', like))))
    .execute()
}

/** Members with a refund for this practice, whether or not they still count as attendees. */
export async function listGifts(db: Db | Tx, practiceId: string) {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('member', 'member.id', 'ledger.memberId')
    .select(['ledger.memberId', 'ledger.currency', 'ledger.amount', 'ledger.cause', 'ledger.at', 'member.dayPasses'])
    .where('member.erasedAt', 'is', null)
    .where((eb) => eb.or(['rain:%', 'unrain:%'].map((like) => eb('ledger.cause', 'like', like))))
    .execute()
  return [...Map.groupBy(rows, ({ memberId }) => memberId)]
    .map(([memberId, own]) => {
      const gift = giftOf(own, practiceId)
      return { memberId, gift, dayPasses: gift.dayPasses, hasDayPasses: own[0]?.dayPasses ?? 0 }
    })
    .filter(({ gift }) => gift.paidPractices > 0)
}

export const rainOut = { get, give, takeBack }
