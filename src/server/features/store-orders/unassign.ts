import type { Totals } from '#domain/ledger.ts'
import { decideNew, type Whose, whoseAddress, withGain } from '#domain/store-orders/import-plan.ts'
import { storeLineRefusals } from '#domain/text/store-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { StoreLineRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { lockRoleHolder } from '#server/features/members/queries.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { missing, refuse } from '#server/http/refusals.ts'
import { auditMembers } from './apply-import.ts'
import { findLine, gainOfRow, lockLines, settleLine, takeBackInLedger, totalsOf, worthOfRow } from './order-lines.ts'
import { readOwners, whoseRow } from './plan-import.ts'

/**
 * Lines of which an officer takes back what was said: they wait again, or belong at once to whoever owns the address, and may have
 * become a member meanwhile. Members are locked before lines.
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
        await takeBackInLedger(tx, ctx, line, { memberId: member.id, actor: me.id })
        after = next
      }
      if (line.email !== '') await forget(tx, line)
      const address = whoseAddress(line.email, owners)
      const waiting = await waitAgain(tx, ctx, line, {
        ...{ memberId: null, byHand: 0 },
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
      // Not theirs, an officer has just said; whose address it is gets it.
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

/** That the buyer's address is this owner's; another's memory of it stays. */
async function forget(tx: Tx, { email, memberId, forEmail }: StoreLineRow) {
  const remembered = tx.deleteFrom('storeAddress').where('email', '=', email)
  const own =
    memberId === null ? remembered.where('forEmail', '=', forEmail) : remembered.where('memberId', '=', memberId)
  await own.execute()
}
