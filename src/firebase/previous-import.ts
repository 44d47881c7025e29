import { causes, foldLedger } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { factOf, findTaken } from './imported-facts.ts'

/**
 * What the former app had put down for an address comes twice: by an import that finds nobody who has it, and again as what its
 * owner has once they have finished the welcome steps there. It counts once.
 */

export type Secrets = Pick<AppContext['secrets'], 'hashAddress'>
type Owner = { memberId: string; email: string }

/** What somebody was given here of what they have been given there, too: the welcome, and the paid count of the former app. */
export async function findPreviousCredits(db: Db | Tx, secrets: Secrets, { memberId, email }: Owner) {
  const rows = await db
    .selectFrom('ledger')
    .select(['currency', 'amount'])
    .where('memberId', '=', memberId)
    .where('cause', '=', causes.welcome)
    .execute()
  const welcome = foldLedger(rows)
  const counts = await db
    .selectFrom('preRegistration')
    .select(['id', 'paid'])
    .where('email', '=', email)
    .where('kind', '=', 'paid')
    .where('consumedAt', 'is not', null)
    .execute()
  if (counts.length === 0) return welcome
  const claims = await db
    .selectFrom('ledger')
    .select(['currency', 'amount'])
    .where('memberId', '=', memberId)
    .where(
      'cause',
      'in',
      counts.map(({ id }) => causes.paidBefore(id)),
    )
    .execute()
  const claimed = foldLedger(claims).paidPractices
  const { paidPractices } = welcome
  return { ...welcome, paidPractices: paidPractices + Math.min(claimed, await findFormerCount(db, secrets, email)) }
}

/** Takes out of what waits for an address what an import has put there: they have been given it in the former app. */
export async function dropPreviousCredits(
  tx: Tx,
  secrets: Secrets,
  { email, practices, now }: { email: string; practices: PracticeIds; now: string },
) {
  const rows = await tx
    .selectFrom('preRegistration')
    .selectAll()
    .where('email', '=', email)
    .where('consumedAt', 'is', null)
    .forUpdate()
    .execute()
  if (rows.length === 0) return
  const hash = secrets.hashAddress(email)
  const facts = (kind: string, practiceId: string | null) =>
    [...practices].filter(([, id]) => id === practiceId).map(([formerId]) => factOf.listed(kind, formerId, hash))
  const taken = await findTaken(
    tx,
    rows.flatMap(({ kind, practiceId }) => facts(kind, practiceId)),
  )
  const former = await findFormerCount(tx, secrets, email)
  for (const { id, kind, practiceId, paid, dayPasses } of rows) {
    // Of a count that an officer has raised since, the rest goes on waiting.
    const rest = Math.max(0, (paid ?? 0) - former)
    const isGiven = kind === 'paid' ? rest + dayPasses === 0 : facts(kind, practiceId).some((fact) => taken.has(fact))
    const change = isGiven ? { consumedAt: now } : { paid: rest }
    if (isGiven || kind === 'paid') await tx.updateTable('preRegistration').set(change).where('id', '=', id).execute()
  }
}

/** How many were paid for an address in the former app, as far as an import has brought them; all, where that was not kept. */
async function findFormerCount(db: Db | Tx, secrets: Secrets, email: string) {
  const fact = factOf.paid(secrets.hashAddress(email))
  const taken = (await findTaken(db, [fact])).get(fact)
  if (!taken) return 0
  return (taken.value as PaidBefore)?.paid ?? Number.POSITIVE_INFINITY
}

/** What an import has taken over of a paid count; not known where it came before this was kept. */
export type PaidBefore = { paid: number } | null

/** Former ids of practices, to those of the records here that were not deleted. */
export type PracticeIds = Map<string, string>
