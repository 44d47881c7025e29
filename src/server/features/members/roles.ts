import { randomUUID } from 'node:crypto'
import { displayName, formerMember } from '#domain/names.ts'
import { decideRole, type Role, type RoleRefusal } from '#domain/roles.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { endOfficerSessions } from '#server/auth/kiosks.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'
import { addEmail, type EmailContext } from '#server/email/add-email.ts'
import type { OfficerNotice } from '#server/email/email-template.ts'
import type { OfficerMailKind } from '#server/email/templates.ts'
import { listPeople } from '#server/features/audit/read-audit.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { actingOfficers, lockActingOfficers, lockRoleHolder } from '#server/queries/members.ts'

export type RoleOutcome =
  | { outcome: 'no-account' }
  | { outcome: 'refused'; reason: RoleRefusal }
  | { outcome: 'changed' | 'unchanged'; hasLoggedIn: boolean }

type By = { actor: string; requestId: string }

/**
 * The role command: makes the account with this address an officer or a member.
 * @param facts.email in canonical form
 */
export function setRole(ctx: Pick<AppContext, 'write' | 'clock' | 'secrets'>, facts: { email: string; role: Role }) {
  return ctx.write(async (tx, announce): Promise<RoleOutcome> => {
    const by = { actor: 'command', requestId: randomUUID() }
    const officers = await lockActingOfficers(tx)
    const account = await tx.selectFrom('user').select('id').where('email', '=', facts.email).executeTakeFirst()
    if (!account) return { outcome: 'no-account' }
    return changeRole(tx, announce, ctx, { id: account.id, role: facts.role, officers, by })
  })
}

/**
 * Changes a role, with audit entry and emails. Officers are counted under a lock in the same transaction, so two concurrent
 * demotions can't both count as "not the last one" (T26).
 * @param facts.officers from `lockActingOfficers`, which must be the first lock taken
 */
export async function changeRole(
  tx: Tx,
  announce: Announce,
  ctx: Pick<AppContext, 'clock' | 'secrets'>,
  facts: { id: string; role: Role; officers: { id: string }[]; by: By },
): Promise<RoleOutcome> {
  const account = await lockRoleHolder(tx, facts.id)
  if (!account) return { outcome: 'no-account' }
  const decision = decideRole({
    person: { role: account.role, verified: account.emailVerified === 1, removed: account.removedAt !== null },
    role: facts.role,
    otherOfficers: facts.officers.filter((officer) => officer.id !== account.id).length,
  })
  if (decision.outcome === 'refused') return decision
  if (decision.outcome === 'changed') {
    await tx.updateTable('member').set({ role: facts.role }).where('id', '=', account.id).execute()
    if (facts.role !== 'Officer') await endOfficerSessions(tx, account.id)
    await saveAudit(tx, ctx, {
      ...facts.by,
      action: 'member.role',
      target: account.id,
      before: { role: account.role },
      after: { role: facts.role },
    })
    const kind = facts.role === 'Officer' ? 'officer-made' : 'officer-unmade'
    await notifyOfficers(tx, ctx, { kind, by: facts.by.actor, memberId: account.id })
    announce(`member:${account.id}`, 'members')
    // All dashboards said that the club has no officer.
    if (facts.officers.length === 0) announce('practices')
  }
  return { outcome: decision.outcome, hasLoggedIn: account.hasLoggedIn === 1 }
}

/** Current officers, sorted by address; without removed ones. */
export function listOfficers(db: Db) {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.id', 'user.email', 'member.nameFirst', 'member.nameLast', 'member.hasLoggedIn'])
    .where('member.role', '=', 'Officer')
    .where('member.removedAt', 'is', null)
    .orderBy('user.email')
    .execute()
}

type OfficerChange = { kind: OfficerMailKind; by: string; memberId?: string }

/**
 * Queues an email to every other officer, in the caller's transaction. The row stores only IDs; names are added when it is
 * sent.
 */
export async function notifyOfficers(tx: Tx, ctx: EmailContext, { kind, by, memberId = '' }: OfficerChange) {
  const officers = await actingOfficers(tx).where('member.id', 'not in', [by, memberId]).execute()
  const token = JSON.stringify({ by, memberId })
  for (const { id } of officers) await addEmail(tx, ctx, { kind, userId: id, token })
}

/** Resolves the IDs that `notifyOfficers` stored to names. @param token its JSON */
export async function readTold(db: Db, token: string): Promise<OfficerNotice> {
  const { by, memberId } = JSON.parse(token) as { by: string; memberId: string }
  const rows = await listPeople(db, [by, memberId])
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id)
    return (row && displayName(row)) || formerMember
  }
  return {
    by: by === 'command' ? officerMessages.byCommand : nameOf(by),
    member: nameOf(memberId),
    self: by === memberId,
  }
}
