import { randomUUID } from 'node:crypto'
import type { Totals } from '#domain/ledger.ts'
import { decideNew, type Whose, whoseAddress, withGain } from '#domain/store-orders/import-plan.ts'
import { productKey } from '#domain/store-orders/order-settings.ts'
import { storeLineRefusals, storeMessages } from '#domain/text/store-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { StoreLineRow } from '#server/db/schema.ts'
import { type Announce, OvertakenError } from '#server/db/write.ts'
import { acceptedEmail, lockAccountOf } from '#server/features/attendance/pre-registrations.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { missing, notFound, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { auditMembers } from './apply-import.ts'
import { findLine, gainOfRow, lockLines, reverseInLedger, settleLine, totalsOf, worthOfRow } from './order-lines.ts'
import { readOwners, whoseRow } from './plan-import.ts'

/** Officers assign waiting order lines to members and set what products are worth. Lock order: members before lines. */

export const assign = signedInProcedure.storeImport.assign.handler(
  async ({ input, context: { ctx, me, write, requestId } }) => {
    const email = 'email' in input.to ? acceptedEmail(input.to.email, ctx) : null
    return write(async (tx, announce) => {
      const chosen = 'memberId' in input.to ? await lockRoleHolder(tx, input.to.memberId) : undefined
      if ('memberId' in input.to && (!chosen || chosen.removedAt !== null || chosen.emailVerified !== 1))
        throw notFound()
      const member = chosen ?? (email === null ? undefined : await lockAccountOf(tx, email))
      // Anyone who hasn't finished the wizard receives it at the end, like people yet to sign up.
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
      // Owners may have changed before the lines were locked.
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

/** Purchases before refunds. */
function inOrder(lines: StoreLineRow[]) {
  return lines.toSorted((a, b) => b.quantity - a.quantity)
}

/** Remembers whose the buyer's address is, unless it is the owner's own club address. */
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

/**
 * Undoes an officer's assignment: the line waits again, or is booked right away for the owner of the buyer's address, who may
 * have signed up since. Lock order: members before lines.
 */
export const unassign = signedInProcedure.storeImport.unassign.handler(
  async ({ input, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      const found = (await findLine(tx, input.lineId)) ?? missing()
      const { owners } = await readOwners(tx, ctx)
      const own = memberOf(whoseAddress(found.email, owners))
      const members = await lockAll(tx, [found.memberId, own])
      const [line] = await lockLines(tx, [found.id])
      if (!line || line.memberId !== found.memberId || line.state === 'dismissed')
        throw refuse('line-changed', storeLineRefusals['line-changed'])
      if (line.memberId === null && line.byHand === 0) return {}
      if (line.byHand === 0) throw refuse('not-by-hand', storeLineRefusals['not-by-hand'])
      const member = line.memberId === null ? undefined : members.get(line.memberId)
      const before = member && totalsOf(member)
      let after = before
      if (line.state === 'booked' && member && before) {
        const { paidPractices, dayPasses } = gainOfRow(line)
        const next = withGain(before, { paidPractices: -paidPractices, dayPasses: -dayPasses })
        if (next === null || member.erasedAt !== null) throw refuse('spent-since', storeLineRefusals['spent-since'])
        await reverseInLedger(tx, ctx, line, { memberId: member.id, actor: me.id })
        after = next
      }
      if (line.email !== '') await forget(tx, line)
      const address = whoseAddress(line.email, owners)
      const waiting = await waitAgain(tx, ctx, line, {
        memberId: null,
        byHand: 0,
        forEmail: address !== null && 'email' in address ? address.email : null,
      })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'store.unassign',
        target: member ? `${line.id} ${member.id}` : line.id,
        ...(line.state === 'booked' ? { before, after } : {}),
        requestId,
      })
      if (member) announce(`member:${member.id}`)
      announce('members')
      // Goes to the owner of the buyer's address, unless the officer just said it isn't theirs.
      const next = own === line.memberId || own === null ? undefined : members.get(own)
      if (next) await book(tx, ctx, { line: waiting, member: next, by: { actor: me.id, requestId }, announce })
      return {}
    }),
)

export const reopen = signedInProcedure.storeImport.reopen.handler(
  async ({ input, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      const found = (await findLine(tx, input.lineId)) ?? missing()
      const { owners } = await readOwners(tx, ctx)
      const owner = memberOf(whoseRow(found, owners))
      const members = await lockAll(tx, [owner])
      const [line] = await lockLines(tx, [found.id])
      if (!line) return missing()
      if (line.state === 'waiting') return {}
      if (line.state !== 'dismissed') throw refuse('line-changed', storeLineRefusals['line-changed'])
      const waiting = await waitAgain(tx, ctx, line, { reason: '' })
      await saveAudit(tx, ctx, { actor: me.id, action: 'store.reopen', target: line.id, requestId })
      announce('members')
      const member = owner === null ? undefined : members.get(owner)
      if (member) await book(tx, ctx, { line: waiting, member, by: { actor: me.id, requestId }, announce })
      return {}
    }),
)

function memberOf(owner: Whose) {
  return owner !== null && 'memberId' in owner ? owner.memberId : null
}

type Holder = NonNullable<Awaited<ReturnType<typeof lockRoleHolder>>>

async function lockAll(tx: Tx, ids: (string | null)[]) {
  const members = new Map<string, Holder>()
  for (const id of [...new Set(ids)].filter((each) => each !== null).toSorted()) {
    const member = await lockRoleHolder(tx, id)
    if (member) members.set(id, member)
  }
  return members
}

type Waiting = Partial<Pick<StoreLineRow, 'memberId' | 'byHand' | 'forEmail' | 'reason'>>

async function waitAgain(tx: Tx, ctx: AppContext, line: StoreLineRow, facts: Waiting): Promise<StoreLineRow> {
  const next = { state: 'waiting' as const, changedAt: nowAsText(ctx), ...facts }
  await tx.updateTable('storeLine').set(next).where('id', '=', line.id).execute()
  return { ...line, ...next }
}

type Booking = { line: StoreLineRow; member: Holder; by: { actor: string; requestId: string }; announce: Announce }

async function book(tx: Tx, ctx: AppContext, { line, member, by, announce }: Booking) {
  if (member.removedAt !== null || member.hasLoggedIn === 0) return
  const totals = new Map<string, Totals>([[member.id, totalsOf(member)]])
  const after = new Map<string, Totals>()
  const result = decideNew({ ...line, worth: worthOfRow(line) }, { memberId: member.id }, after, totals)
  await settleLine(tx, ctx, line, { result, actor: by.actor })
  await auditMembers(tx, ctx, { before: totals, after, by })
  announce(`member:${member.id}`)
}

/** Forgets that the buyer's address belongs to this line's owner, but not if it is remembered for someone else. */
async function forget(tx: Tx, { email, memberId, forEmail }: StoreLineRow) {
  const remembered = tx.deleteFrom('storeAddress').where('email', '=', email)
  const own =
    memberId === null ? remembered.where('forEmail', '=', forEmail) : remembered.where('memberId', '=', memberId)
  await own.execute()
}
