import { randomUUID } from 'node:crypto'
import { decideRm01 } from '#domain/drivers.ts'
import { type Currency, causes, totalOf } from '#domain/ledger.ts'
import {
  decideCount,
  decideErasure,
  decidePass,
  decideRemoval,
  decideRestore,
  erasableFrom,
  erasedFrom,
  heldFrom,
} from '#domain/members.ts'
import { effectivePass } from '#domain/passes.ts'
import { isOfficer } from '#domain/roles.ts'
import {
  editRefusals,
  erasureRefusals,
  removalRefusals,
  restoreRefusals,
  roleRefusals,
} from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { endSessionsOf } from '#server/auth/accounts.ts'
import { deleteLinks } from '#server/auth/email-tokens.ts'
import type { Tx } from '#server/db/database.ts'
import { inClubZone } from '#server/email/compose-email.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { resetCalendarLink } from '#server/features/calendar-feed/queries.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { dropPassCode } from '#server/features/passes/pass-code.ts'
import { lockSpotsOf, refillSpot, refillSpots } from '#server/features/practices/spots.ts'
import { endInvites } from '#server/features/scorecards/queries.ts'
import { missing, notFound, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import {
  createRowMaker,
  findPresent,
  listLedger,
  listMembersById,
  listRemoved,
  lockActingOfficers,
  lockRoleHolder,
  toRemoved,
  toStatement,
} from '#server/queries/members.ts'
import { readHistory } from '#server/queries/practice-history.ts'
import { addressOfRemoved, erase as eraseMember, finishErasure } from './erase.ts'
import { claimVisits } from './guest-records.ts'
import { changeRole, notifyOfficers } from './roles.ts'

const atATime = 1000

const get = signedInProcedure.members.get.handler(async ({ input: { cursor }, context: { ctx } }) => {
  const { db } = ctx.database
  const toRow = createRowMaker(ctx)
  // Fetch one extra row to see whether there is another page.
  const rows = await listMembersById(db, { after: cursor ?? '', most: atATime + 1 })
  const page = rows.slice(0, atATime)
  return {
    members: page.map(toRow),
    removed: cursor === undefined ? (await listRemoved(db)).map(toRemoved) : [],
    next: rows.length > atATime ? (page.at(-1)?.id ?? null) : null,
  }
})

const record = signedInProcedure.memberRecord.get.handler(async ({ input, context: { ctx } }) => {
  const { db } = ctx.database
  const row = (await findPresent(db, input.memberId)) ?? missing()
  return {
    member: createRowMaker(ctx)(row),
    practices: await readHistory(db, row.id),
    ledger: toStatement(await listLedger(db, row.id)),
  }
})

/** Makes someone an officer or a member. Refused if it would leave the club without an officer. */
const setRole = signedInProcedure.members.setRole.handler(async ({ input, context: { ctx, me, write, requestId } }) => {
  await write(async (tx, announce) => {
    const officers = await lockActingOfficers(tx)
    const row = await lockPresent(tx, input.memberId)
    if (row.role !== input.role && row.role !== input.expected) throw changedMeanwhile()
    const by = { actor: me.id, requestId }
    const done = await changeRole(tx, announce, ctx, { id: row.id, role: input.role, officers, by })
    if (done.outcome === 'no-account') throw notFound()
    if (done.outcome === 'refused') throw refuse(done.reason, roleRefusals[done.reason])
    return {}
  })
  ctx.outbox.wake()
  return {}
})

const setDayPasses = signedInProcedure.members.setDayPasses.handler(({ input, context }) =>
  setCount('day-passes', input, context),
)
const setPaidPractices = signedInProcedure.members.setPaidPractices.handler(({ input, context }) =>
  setCount('paid-practices', input, context),
)

type Context = Parameters<Parameters<typeof signedInProcedure.members.setDayPasses.handler>[0]>[0]['context']
type Count = { memberId: string; expected: number; value: number; reason: string }

/** Appends the difference to the ledger, which is append-only: past entries never change. */
function setCount(currency: Currency, input: Count, { ctx, me, write, requestId }: Context) {
  const total = totalOf[currency]
  return write(async (tx, announce) => {
    const row = await lockPresent(tx, input.memberId)
    const decision = decideCount({ current: row[total], expected: input.expected, value: input.value })
    if (decision.outcome === 'refused') throw changedMeanwhile()
    if (decision.outcome === 'unchanged') return {}
    await appendLedger(tx, ctx, {
      memberId: row.id,
      currency,
      amount: input.value - row[total],
      cause: causes.byHand(randomUUID()),
      why: input.reason === '' ? 'Set by an officer' : input.reason,
      actor: me.id,
    })
    await saveAudit(tx, ctx, {
      actor: me.id,
      action: `member.${currency}`,
      target: row.id,
      before: { [total]: row[total] },
      after: { [total]: input.value },
      reason: input.reason,
      requestId,
    })
    announce(`member:${row.id}`, 'members')
    return {}
  })
}

/** Sets the member's pass. Compare-and-swap on the pass in effect, since a Day Pass expires at midnight. */
const setPass = signedInProcedure.members.setPass.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = await lockPresent(tx, input.memberId)
      const effective = effectivePass(row, ctx.days.startOfToday(ctx.clock.now()))
      const decision = decidePass({ effective, expected: input.expected, pass: input.pass })
      if (decision.outcome === 'refused') throw changedMeanwhile()
      if (decision.outcome === 'unchanged') return {}
      await tx.updateTable('member').set(heldFrom(input.pass, now())).where('id', '=', row.id).execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'member.pass',
        target: row.id,
        before: { pass: effective },
        after: { pass: input.pass },
        requestId,
      })
      announce(`member:${row.id}`, 'members')
      return {}
    }),
)

/** Sets until when the member's driver approval form (RM01) is valid. Compare-and-swap on the stored date. */
const setRm01 = signedInProcedure.members.setRm01.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = await lockPresent(tx, input.memberId)
    const today = ctx.days.today(ctx.clock.now())
    const decision = decideRm01({ ...input, current: row.rm01Until, today })
    if (decision.outcome === 'refused') {
      if (decision.reason === 'past-day') throw refuseField('until', officerMessages.rm01PastDay)
      throw changedMeanwhile()
    }
    if (decision.outcome === 'unchanged') return {}
    await tx.updateTable('member').set({ rm01Until: input.until }).where('id', '=', row.id).execute()
    await saveAudit(tx, ctx, {
      actor: me.id,
      action: 'member.rm01',
      target: row.id,
      before: { rm01Until: row.rm01Until },
      after: { rm01Until: input.until },
      requestId,
    })
    announce(`member:${row.id}`, 'members')
    return {}
  }),
)

/**
 * Hides the member and ends their sessions, live streams and links immediately. Their address is free until they are
 * restored.
 */
const remove = signedInProcedure.members.remove.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) => {
    const removed = await write(async (tx, announce) => {
      const locked = await lockSpotsOf(tx, input.memberId, now())
      const officers = await lockActingOfficers(tx)
      const row = (await lockRoleHolder(tx, input.memberId)) ?? missing()
      if (row.erasedAt !== null) throw notFound()
      const decision = decideRemoval({
        person: { role: row.role, verified: row.emailVerified === 1, removed: row.removedAt !== null },
        otherOfficers: officers.filter(({ id }) => id !== row.id).length,
      })
      if (decision.outcome === 'refused') throw refuse(decision.reason, removalRefusals[decision.reason])
      const at = row.removedAt ?? now()
      if (decision.outcome === 'unchanged') return { erasedFrom: erasedFrom(at) }
      await tx.updateTable('member').set({ removedAt: at, removedEmail: row.email }).where('id', '=', row.id).execute()
      await tx
        .updateTable('user')
        .set({ email: addressOfRemoved(row.id), updatedAt: at })
        .where('id', '=', row.id)
        .execute()
      await endSessionsOf(tx, row.id)
      await deleteLinks(tx, row.id, ['verify', 'reset'])
      await resetCalendarLink(tx, row.id)
      await dropPassCode(tx, row.id)
      await endInvites(tx, row.id)
      await saveAudit(tx, ctx, { actor: me.id, action: 'member.remove', target: row.id, requestId })
      if (isOfficer(row)) await notifyOfficers(tx, ctx, { kind: 'officer-removed', by: me.id, memberId: row.id })
      announce(`member:${row.id}`, 'members', 'practices', 'live')
      for (const practice of await refillSpots(tx, row.id, at, locked))
        await refillSpot(tx, announce, ctx, practice, at)
      return { erasedFrom: erasedFrom(at) }
    })
    ctx.outbox.wake()
    return removed
  },
)

const restore = signedInProcedure.members.restore.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) => {
    await write(async (tx, announce) => {
      const row = (await lockRoleHolder(tx, input.memberId)) ?? missing()
      const email = row.removedEmail ?? ''
      const taken = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
      const { removedAt, erasedAt } = row
      const decision = decideRestore({ removedAt, erasedAt, addressTaken: taken !== undefined, now: now() })
      if (decision.outcome === 'refused') throw refuse(decision.reason, restoreRefusals[decision.reason])
      if (decision.outcome === 'unchanged') return {}
      await tx.updateTable('member').set({ removedAt: null, removedEmail: null }).where('id', '=', row.id).execute()
      await tx.updateTable('user').set({ email, updatedAt: now() }).where('id', '=', row.id).execute()
      // They may have come as a guest since they were removed.
      await claimVisits(tx, { memberId: row.id, email })
      await saveAudit(tx, ctx, { actor: me.id, action: 'member.restore', target: row.id, requestId })
      if (isOfficer(row)) await notifyOfficers(tx, ctx, { kind: 'officer-restored', by: me.id, memberId: row.id })
      announce(`member:${row.id}`, 'members', 'practices', 'live')
      return {}
    })
    ctx.outbox.wake()
    return {}
  },
)

/** "Erase now": permanently erases a member who was removed at least a day ago. */
const erase = signedInProcedure.members.erase.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) => {
    await write(async (tx, announce) => {
      const row = (await lockRoleHolder(tx, input.memberId)) ?? missing()
      const { removedAt, erasedAt } = row
      const decision = decideErasure({ removedAt, erasedAt, now: now() })
      if (decision.outcome === 'refused') {
        const from = inClubZone(Date.parse(erasableFrom(removedAt ?? now())), ctx.club.timeZone)
        throw refuse(decision.reason, erasureRefusals[decision.reason](from))
      }
      if (decision.outcome === 'unchanged') return {}
      await eraseMember(tx, announce, { id: row.id, email: row.removedEmail ?? '', now: now() })
      await saveAudit(tx, ctx, { actor: me.id, action: 'member.erase', target: row.id, requestId })
      await notifyOfficers(tx, ctx, { kind: 'member-erased', by: me.id })
      return {}
    })
    ctx.outbox.wake()
    await finishErasure(ctx)
    return {}
  },
)

/** @throws NOT_FOUND also for removed members, who are no longer in the list */
async function lockPresent(tx: Tx, memberId: string) {
  const row = await lockRoleHolder(tx, memberId)
  if (!row || row.removedAt !== null) throw notFound()
  return row
}

function changedMeanwhile() {
  return refuse('changed-meanwhile', editRefusals['changed-meanwhile'])
}

export const members = { get, setRole, setDayPasses, setPaidPractices, setPass, setRm01, remove, restore, erase }
export const memberRecord = { get: record }
