import type { Db } from '#server/db/database.ts'
import { asDocumentId, type Documents, listsBy, noDocuments } from './export-ids.ts'

/**
 * Addresses that something was put down for: what waits, and what was given to a member who has it still. The rest would be
 * given to whoever signs up with the address where these files are read.
 */

/** The addresses on a list of the practices. */
export function exportListed(db: Db, kind: 'attendance' | 'carpool') {
  const table = kind === 'attendance' ? 'attendance' : 'carpoolCredit'
  return listsBy(
    db
      .selectFrom('preRegistration')
      .select(['practiceId as of', 'email as is'])
      .where('kind', '=', kind)
      .where('practiceId', 'is not', null)
      .where((eb) => {
        const owner = eb
          .selectFrom(table)
          .innerJoin('member', 'member.id', `${table}.memberId`)
          .innerJoin('user', 'user.id', 'member.id')
          .select('member.id')
          .whereRef(`${table}.practiceId`, '=', 'preRegistration.practiceId')
          .whereRef('user.email', '=', 'preRegistration.email')
          .where('member.removedAt', 'is', null)
          .where('member.hasLoggedIn', '=', 1)
        return eb.or([eb('consumedAt', 'is', null), eb.exists(owner)])
      })
      .orderBy('email')
      .$narrowType<{ of: string }>()
      .execute(),
  )
}

/** What was paid for addresses. */
export async function exportPaid(db: Db, left: string[]): Promise<Documents> {
  const rows = await db
    .selectFrom('preRegistration')
    .select(['email', 'paid', 'dayPasses', 'consumedAt'])
    .where('kind', '=', 'paid')
    .where((eb) => {
      const owner = eb
        .selectFrom('user')
        .innerJoin('member', 'member.id', 'user.id')
        .select('member.id')
        .whereRef('user.email', '=', 'preRegistration.email')
        .where('member.removedAt', 'is', null)
        .where('member.hasLoggedIn', '=', 1)
      return eb.or([eb('consumedAt', 'is', null), eb.exists(owner)])
    })
    .orderBy('email')
    .execute()
  const documents = noDocuments()
  for (const [email, theirs] of Map.groupBy(rows, (row) => row.email)) {
    const open = theirs.filter(({ consumedAt }) => consumedAt === null)
    const paid = (open.length > 0 ? open : theirs).reduce((sum, row) => sum + (row.paid ?? 0), 0)
    if (paid > 0) documents[asDocumentId(email)] = { paid }
  }
  const waiting = rows.filter(({ dayPasses, consumedAt }) => dayPasses > 0 && consumedAt === null).length
  if (waiting > 0) left.push(`the day passes waiting for ${waiting} emails.`)
  return documents
}
