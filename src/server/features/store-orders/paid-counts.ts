import { randomUUID } from 'node:crypto'
import type { Totals } from '#domain/ledger.ts'
import { paidCountRefusals, storeMessages } from '#domain/text/store-messages.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptedEmail, lockAccountOf } from '#server/features/attendance/pre-registrations.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { notFound, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { gainOfRow } from './order-lines.ts'

/** Paid practices and day passes of addresses without an account: entered by officers, next to those from the store. */

const get = signedInProcedure.paidCounts.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  const rows = await db
    .selectFrom('preRegistration')
    .selectAll()
    .where('kind', '=', 'paid')
    .where('consumedAt', 'is', null)
    .execute()
  const lines = await db
    .selectFrom('storeLine')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('forEmail', 'is not', null)
    .execute()
  const counts = new Map(
    rows.map(({ id, email, paid, dayPasses }) => [
      email,
      { id, email, ...amounts(paid, dayPasses), store: amounts(0, 0) },
    ]),
  )
  for (const line of lines) {
    const email = line.forEmail ?? ''
    const count = counts.get(email) ?? { id: '', email, ...amounts(0, 0), store: amounts(0, 0) }
    const gain = gainOfRow(line)
    count.store = amounts(count.store.paidPractices + gain.paidPractices, count.store.dayPasses + gain.dayPasses)
    counts.set(email, count)
  }
  return { counts: [...counts.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1)) }
})

const set = signedInProcedure.paidCounts.set.handler(async ({ input, context: { ctx, me, write, requestId } }) => {
  const email = acceptedEmail(input.email, ctx)
  const { value, expected } = input
  if (value.paidPractices + value.dayPasses === 0) throw refuseField('paidPractices', storeMessages.countNothing)
  return write(async (tx, announce) => {
    const row = await lockCount(tx, email)
    const current = row ? amounts(row.paid, row.dayPasses) : null
    if (isSame(current, value)) return {}
    if (!isSame(current, expected)) throw refuse('count-changed', paidCountRefusals['count-changed'])
    const id = row?.id ?? randomUUID()
    const stored = { paid: value.paidPractices, dayPasses: value.dayPasses }
    if (row) await tx.updateTable('preRegistration').set(stored).where('id', '=', id).execute()
    else
      await tx
        .insertInto('preRegistration')
        .values({ id, email, kind: 'paid', practiceId: null, consumedAt: null, ...stored })
        .execute()
    const before = current ?? amounts(0, 0)
    await saveAudit(tx, ctx, { actor: me.id, action: 'paid-count.set', target: id, before, after: value, requestId })
    announce('members')
    return {}
  })
})

const remove = signedInProcedure.paidCounts.remove.handler(
  async ({ input, context: { ctx, me, write, requestId } }) => {
    const email = acceptedEmail(input.email, ctx)
    return write(async (tx, announce) => {
      const row = await lockCount(tx, email)
      if (!row) throw notFound()
      const before = amounts(row.paid, row.dayPasses)
      if (!isSame(before, input.expected)) throw refuse('count-changed', paidCountRefusals['count-changed'])
      await tx.deleteFrom('preRegistration').where('id', '=', row.id).execute()
      await saveAudit(tx, ctx, { actor: me.id, action: 'paid-count.remove', target: row.id, before, requestId })
      announce('members')
      return {}
    })
  },
)

/** The unclaimed count of an address. Locks its owner first, who may be finishing the wizard right now. */
async function lockCount(tx: Tx, email: string) {
  const member = await lockAccountOf(tx, email)
  if (member?.hasLoggedIn === 1) throw refuse('has-account', paidCountRefusals['has-account'])
  return tx
    .selectFrom('preRegistration')
    .selectAll()
    .where('email', '=', email)
    .where('kind', '=', 'paid')
    .where('consumedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

function amounts(paid: number | null, dayPasses: number): Totals {
  return { paidPractices: paid ?? 0, dayPasses }
}

function isSame(one: Totals | null, other: Totals | null) {
  return one?.paidPractices === other?.paidPractices && one?.dayPasses === other?.dayPasses
}

export const paidCounts = { get, set, remove }
