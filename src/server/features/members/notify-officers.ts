import { displayName, formerMember } from '#domain/names.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { addEmail, type EmailContext } from '#server/email/add-email.ts'
import type { Told } from '#server/email/email-template.ts'
import type { OfficerMailKind } from '#server/email/officer-templates.ts'
import { listPeople } from '#server/features/audit/queries.ts'
import { actingOfficers } from './queries.ts'

type Act = { kind: OfficerMailKind; by: string; memberId?: string }

/** A mail to each of the other officers, in the caller's transaction. It waits with ids, and gets its names when it leaves. */
export async function notifyOfficers(tx: Tx, ctx: EmailContext, { kind, by, memberId = '' }: Act) {
  const officers = await actingOfficers(tx).where('member.id', 'not in', [by, memberId]).execute()
  const token = JSON.stringify({ by, memberId })
  for (const { id } of officers) await addEmail(tx, ctx, { kind, userId: id, token })
}

/** @param token as above */
export async function readTold(db: Db, token: string): Promise<Told> {
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
