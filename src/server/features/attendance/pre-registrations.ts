import { randomUUID } from 'node:crypto'
import { checkEmail } from '#domain/email.ts'
import type { ListedKind } from '#domain/manage-practices.ts'
import { emailRefusals } from '#domain/text/public-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { refuseField } from '#server/http/errors.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { listUnclaimed } from '#server/queries/practice-people.ts'
import { setCredit } from './carpool-credits.ts'

/** @returns the canonical form of an address that someone can sign up with */
export function acceptedEmail(email: string, { club }: Pick<AppContext, 'club'>) {
  const checked = checkEmail(email, club.emailDomain)
  if (checked.outcome === 'refused') throw refuseField('email', emailRefusals[checked.reason](club.emailDomain))
  return checked.email
}

/** Locks and returns the member with this verified address, whether or not they have finished the wizard. */
export async function lockAccountOf(tx: Tx, email: string) {
  const account = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  if (account === undefined) return undefined
  const member = await lockRoleHolder(tx, account.id)
  return member?.emailVerified === 1 && member.removedAt === null ? member : undefined
}

/** An address on one of a practice's lists whose owner has no account yet. */
type Listed = { practiceId: string; email: string; kind: ListedKind }

/** @returns the row's id; null if the address is already listed */
export async function preRegister(tx: Tx, { practiceId, email, kind }: Listed) {
  const existing = await tx
    .selectFrom('preRegistration')
    .select(['id', 'consumedAt'])
    .where('practiceId', '=', practiceId)
    .where('email', '=', email)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (existing?.consumedAt === null) return null
  if (existing) {
    // The member who claimed it has been removed since then, so the address is free again.
    await tx.updateTable('preRegistration').set({ consumedAt: null }).where('id', '=', existing.id).execute()
    return existing.id
  }
  const id = randomUUID()
  const row = { id, email, kind, practiceId, paid: null, consumedAt: null }
  await tx.insertInto('preRegistration').values(row).execute()
  return id
}

/** Removes an unclaimed address. A row that doesn't exist is `unchanged`. */
export async function removePreRegistration(tx: Tx, { practiceId, emailId }: { practiceId: string; emailId: string }) {
  const deleted = await tx
    .deleteFrom('preRegistration')
    .where('id', '=', emailId)
    .where('practiceId', '=', practiceId)
    .where('consumedAt', 'is', null)
    .where('guestId', 'is', null)
    .executeTakeFirst()
  if (deleted.numDeletedRows > 0n) return 'removed' as const
  const claimed = await tx
    .selectFrom('preRegistration')
    .select('id')
    .where('id', '=', emailId)
    .where('practiceId', '=', practiceId)
    .where('guestId', 'is', null)
    .executeTakeFirst()
  return claimed === undefined ? ('unchanged' as const) : ('claimed' as const)
}

type Claim = { id: string; practiceId: string; kind: ListedKind; memberId: string; now: string; requestId: string }

/**
 * Turns a pre-registration into its owner's attendance or credit.
 * @returns whether that changed anything: an officer may have entered them by name before
 */
export async function claimPreRegistration(tx: Tx, ctx: AppContext, claim: Claim) {
  const { id, practiceId, kind, memberId, now, requestId } = claim
  await tx.updateTable('preRegistration').set({ consumedAt: now }).where('id', '=', id).execute()
  if (kind === 'carpool') {
    const reason = 'The address was on the carpool list'
    return setCredit(tx, ctx, { practiceId, memberId, actor: 'system', requestId, reason }, true)
  }
  const there = { practiceId, memberId, checkedInAt: now, checkedInBy: null, reason: 'Pre-registered by email' }
  const inserted = await tx
    .insertInto('attendance')
    .values(there)
    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Claims a practice's pre-registrations for members who signed up while it was deleted. @returns their ids */
export async function claimForMembers(
  tx: Tx,
  ctx: AppContext,
  { practiceId, ...when }: { practiceId: string; now: string; requestId: string },
) {
  const claimed: string[] = []
  for (const { id, email, kind } of await listUnclaimed(tx, practiceId)) {
    const member = await lockAccountOf(tx, email)
    if (member?.hasLoggedIn !== 1) continue
    const came = await claimPreRegistration(tx, ctx, { ...when, id, practiceId, kind, memberId: member.id })
    if (came && kind === 'attendance')
      await saveAudit(tx, ctx, {
        actor: 'system',
        action: 'pre-registration.claim',
        target: member.id,
        after: { practices: 1, paidPractices: 0 },
        requestId: when.requestId,
      })
    claimed.push(member.id)
  }
  return claimed
}
