import { randomUUID } from 'node:crypto'
import type { Totals } from '#domain/ledger.ts'
import { decideNew, type Whose, whoseAddress } from '#domain/store-orders/import-plan.ts'
import { productKey } from '#domain/store-orders/order-file.ts'
import { storeLineRefusals, storeMessages } from '#domain/text/store-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { StoreLineRow } from '#server/db/schema.ts'
import { OvertakenError } from '#server/db/write.ts'
import { acceptedEmail, lockAccountOf } from '#server/features/attendance/pre-registrations.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { lockRoleHolder } from '#server/features/members/queries.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { missing, notFound, refuse, refuseField } from '#server/http/refusals.ts'
import { auditMembers } from './apply-import.ts'
import { findLine, lockLines, settleLine, totalsOf, worthOfRow } from './order-lines.ts'
import { readOwners, whoseRow } from './plan-import.ts'

/** Whose the waiting lines are, and what their products are worth: said by officers (D37). Members are locked before lines. */

export const assign = signedInProcedure.storeImport.assign.handler(
  async ({ input, context: { ctx, me, write, requestId } }) => {
    const email = 'email' in input.to ? acceptedEmail(input.to.email, ctx) : null
    return write(async (tx, announce) => {
      const chosen = 'memberId' in input.to ? await lockRoleHolder(tx, input.to.memberId) : undefined
      if ('memberId' in input.to && (!chosen || chosen.removedAt !== null || chosen.emailVerified !== 1))
        throw notFound()
      const member = chosen ?? (email === null ? undefined : await lockAccountOf(tx, email))
      // Who has not finished the wizard gets it at its end, like everybody who has yet to sign up.
      const owner: Whose = member?.hasLoggedIn === 1 ? { memberId: member.id } : { email: member?.email ?? email ?? '' }
      const line = (await findLine(tx, input.lineId)) ?? missing()
      const others = input.remember && line.email !== '' ? await listOfBuyer(tx, line.email) : []
      const lines = await lockLines(tx, [...new Set([line.id, ...others])])
      const chosenLine = lines.find(({ id }) => id === line.id)
      if (chosenLine?.state !== 'waiting') throw refuse('line-changed', storeLineRefusals['line-changed'])
      if (others.length > 0) await remember(tx, ctx, { buyer: line.email, owner })

      const totals = new Map(member ? [[member.id, totalsOf(member)]] : [])
      const after = new Map<string, Totals>()
      const done = { booked: 0, waiting: 0 }
      for (const each of inOrder(lines)) {
        if (each.state !== 'waiting' || (each.id !== line.id && each.byHand === 1)) continue
        const result = decideNew({ ...each, worth: worthOfRow(each) }, owner, after, totals)
        if (each.id === line.id && result.outcome === 'wait' && result.why === 'short')
          throw refuse('short', storeLineRefusals.short)
        const booked = await settleLine(tx, ctx, each, { result, actor: me.id, byHand: true })
        if (booked) done.booked += 1
        else done.waiting += 1
      }
      const [before, now] = member ? [totals.get(member.id), after.get(member.id)] : []
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'store.assign',
        target: 'memberId' in owner ? `${line.id} ${owner.memberId}` : line.id,
        ...(now ? { before } : {}),
        after: { ...now, lines: done.booked + done.waiting },
        requestId,
      })
      if (member) announce(`member:${member.id}`)
      announce('members')
      return done
    })
  },
)

export const setWorth = signedInProcedure.storeImport.setWorth.handler(
  async ({ input, context: { ctx, me, write, requestId } }) => {
    const { paidPractices, dayPasses } = input
    if (paidPractices + dayPasses === 0) throw refuseField('paidPractices', storeMessages.worthNothing)
    return write(async (tx, announce) => {
      const line = (await findLine(tx, input.lineId)) ?? missing()
      const earlier = await readOwners(tx, ctx)
      const same = (await listUnknown(tx)).filter((each) => productKey(each.product) === productKey(line.product))
      const totals = new Map<string, Totals>()
      for (const id of memberIdsOf(same.map((each) => whoseRow(each, earlier.owners)))) {
        const member = await lockRoleHolder(tx, id)
        if (member) totals.set(id, totalsOf(member))
      }
      const ids = same.map(({ id }) => id)
      const lines = (ids.length === 0 ? [] : await lockLines(tx, ids)).filter(isUnknown)
      if (!lines.some(({ id }) => id === line.id)) throw refuse('line-changed', storeLineRefusals['line-changed'])
      // Whose they are may have been said, or come about, until they were locked.
      const { owners } = await readOwners(tx, ctx)
      if (memberIdsOf(lines.map((each) => whoseRow(each, owners))).some((id) => !totals.has(id)))
        throw new OvertakenError()
      const after = new Map<string, Totals>()
      const done = { booked: 0, waiting: 0 }
      for (const each of inOrder(lines)) {
        const valued = { ...each, paidPractices, dayPasses }
        const result = decideNew({ ...valued, worth: worthOfRow(valued) }, whoseRow(each, owners), after, totals)
        if (await settleLine(tx, ctx, valued, { result, actor: me.id })) done.booked += 1
        else done.waiting += 1
      }
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'store.worth',
        target: line.id,
        after: { paidPractices, dayPasses, lines: lines.length },
        requestId,
      })
      await auditMembers(tx, ctx, { before: totals, after, by: { actor: me.id, requestId } })
      for (const id of after.keys()) announce(`member:${id}`)
      announce('members')
      return done
    })
  },
)

async function listOfBuyer(tx: Tx, email: string) {
  const rows = await tx
    .selectFrom('storeLine')
    .select('id')
    .where('email', '=', email)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ id }) => id)
}

function listUnknown(tx: Tx) {
  return tx
    .selectFrom('storeLine')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('paidPractices', 'is', null)
    .execute()
}

function isUnknown(line: StoreLineRow) {
  return line.state === 'waiting' && worthOfRow(line) === null
}

function memberIdsOf(owners: Whose[]) {
  const ids = owners.flatMap((owner) => (owner !== null && 'memberId' in owner ? owner.memberId : []))
  return [...new Set(ids)].toSorted()
}

/** What was bought counts before what was given back. */
function inOrder(lines: StoreLineRow[]) {
  return lines.toSorted((a, b) => b.quantity - a.quantity)
}

/** An address of the club's that is the owner's own needs no remembering. */
async function remember(tx: Tx, ctx: AppContext, { buyer, owner }: { buyer: string; owner: Whose }) {
  if (owner === null || ('email' in owner && owner.email === buyer)) return
  const { owners } = await readOwners(tx, ctx)
  const own = whoseAddress(buyer, owners)
  if (own !== null && 'memberId' in own && 'memberId' in owner && own.memberId === owner.memberId) return
  const whose =
    'memberId' in owner ? { memberId: owner.memberId, forEmail: null } : { memberId: null, forEmail: owner.email }
  await tx
    .insertInto('storeAddress')
    .values({ id: randomUUID(), email: buyer, ...whose, createdAt: nowAsText(ctx) })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(whose))
    .execute()
}
