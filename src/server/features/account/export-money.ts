import { mailboxOf } from '#domain/email.ts'
import type { Exporters } from './exporter.ts'

/** Store orders, paid practices, and passes. */
export const ofMoney = {
  async storeLine({ db, id, email }) {
    const rows = await db
      .selectFrom('storeLine')
      .select(['orderId as order', 'product', 'quantity', 'boughtOn', 'email', 'name', 'state', 'changedAt'])
      .where((eb) => eb.or([eb('memberId', '=', id), eb('email', '=', email), eb('forEmail', '=', email)]))
      .orderBy('orderId')
      .orderBy('lineId')
      .execute()
    return { storeLines: rows }
  },
  async storeAddress({ db, id, email }) {
    const rows = await db
      .selectFrom('storeAddress')
      .select(['email', 'createdAt as rememberedAt'])
      .where((eb) => eb.or([eb('memberId', '=', id), eb('email', '=', email), eb('forEmail', '=', email)]))
      .orderBy('email')
      .execute()
    return { storeAddresses: rows }
  },
  async storeImport({ db, id }) {
    const rows = await db
      .selectFrom('storeImport')
      .select(['at', 'booked', 'waiting', 'unread', 'there'])
      .where('actor', '=', id)
      .orderBy('at')
      .execute()
    return { storeImports: rows }
  },
  async sale({ db, id, say }) {
    const rows = await db
      .selectFrom('sale')
      .innerJoin('practice', 'practice.id', 'sale.practiceId')
      .select(['practice.title as practice', 'sale.product', 'sale.paidPractices', 'sale.dayPasses', 'sale.cents'])
      .select(['sale.paidBy', 'sale.soldAt', 'sale.soldBy', 'sale.undoneAt', 'sale.reason as undoneBecause'])
      .where('sale.memberId', '=', id)
      .orderBy('sale.soldAt')
      .execute()
    return { boughtAtTheDoor: rows.map(({ soldBy, ...row }) => ({ ...row, soldBy: say(soldBy) })) }
  },
  async ledger({ db, id, say }) {
    const rows = await db
      .selectFrom('ledger')
      .select(['at', 'currency', 'amount', 'why', 'cause', 'actor'])
      .where('memberId', '=', id)
      .orderBy('at')
      .execute()
    return { ledger: rows.map(({ actor, cause, ...row }) => ({ ...row, cause: say(cause), by: say(actor) })) }
  },
  async mailboxGrant({ db, ctx, email }) {
    const mailboxHash = ctx.secrets.hashAddress(mailboxOf(email))
    const rows = await db.selectFrom('mailboxGrant').selectAll().where('mailboxHash', '=', mailboxHash).execute()
    return { welcomeGrants: rows }
  },
} satisfies Exporters
