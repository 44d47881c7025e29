import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { returnDayPass, spendDayPass } from '#server/features/passes/spend-day-pass.ts'

/** The practice and the member are locked. */
type Entry = { practiceId: string; member: MemberRow; actor: string; reason: string; requestId: string }

/** Enters whom an officer let in at the door, by a scan or a sale. The day pass that it uses is of the same instant. */
export async function enterScanned(
  tx: Tx,
  ctx: AppContext,
  { practiceId, member, actor, reason, requestId }: Entry,
  { at, usesDayPass }: { at: string; usesDayPass: boolean },
) {
  await tx
    .insertInto('attendance')
    .values({ practiceId, memberId: member.id, checkedInAt: at, checkedInBy: actor, reason })
    .execute()
  if (usesDayPass) {
    const { dayPasses } = member
    await spendDayPass(tx, ctx, { memberId: member.id, dayPasses, requestId, officerId: actor }, at)
  }
  await saveAudit(tx, ctx, {
    ...{ actor, action: 'attendance.enter', target: `${practiceId} ${member.id}`, reason, requestId },
    after: { checkedInAt: at },
  })
}

/** Undoes that. @returns whether the day pass that it used came back */
export async function removeScanned(
  tx: Tx,
  ctx: AppContext,
  { practiceId, member, actor, reason, requestId }: Entry,
  before: { checkedInAt: string; checkedInBy: string | null; reason: string },
) {
  await tx.deleteFrom('attendance').where('practiceId', '=', practiceId).where('memberId', '=', member.id).execute()
  const dayPassReturned = await returnDayPass(tx, ctx, { member, actor, at: before.checkedInAt })
  await saveAudit(tx, ctx, {
    ...{ actor, action: 'attendance.remove', target: `${practiceId} ${member.id}`, before, reason, requestId },
  })
  return dayPassReturned
}
