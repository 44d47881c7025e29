import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { returnDayPass, spendDayPass } from '#server/features/passes/spend-day-pass.ts'
import { isPassRefunded } from './rain-out.ts'

/** The practice and the member are locked. */
type Entry = { practiceId: string; memberId: string; actor: string; reason: string; requestId: string }
type Scanned = Omit<Entry, 'memberId'> & { member: MemberRow }
type Attendance = { checkedInAt: string; checkedInBy: string | null; reason: string }

/** Enters an attendance for an officer, with its audit row. */
export async function enterAttendance(
  tx: Tx,
  ctx: AppContext,
  { practiceId, memberId, actor, reason, requestId }: Entry,
  at: string,
) {
  await tx
    .insertInto('attendance')
    .values({ practiceId, memberId, checkedInAt: at, checkedInBy: actor, reason })
    .execute()
  await saveAudit(tx, ctx, {
    ...{ actor, action: 'attendance.enter', target: `${practiceId} ${memberId}`, reason, requestId },
    after: { checkedInAt: at },
  })
}

/** Removes one. */
export async function removeAttendance(
  tx: Tx,
  ctx: AppContext,
  { practiceId, memberId, actor, reason, requestId }: Entry,
  before: Attendance,
) {
  await tx.deleteFrom('attendance').where('practiceId', '=', practiceId).where('memberId', '=', memberId).execute()
  await saveAudit(tx, ctx, {
    ...{ actor, action: 'attendance.remove', target: `${practiceId} ${memberId}`, before, reason, requestId },
  })
}

/** Enters someone an officer let in at the door, by a scan or a sale. The day pass that it uses is of the same instant. */
export async function enterScanned(
  tx: Tx,
  ctx: AppContext,
  { member, ...entry }: Scanned,
  { at, usesDayPass }: { at: string; usesDayPass: boolean },
) {
  await enterAttendance(tx, ctx, { ...entry, memberId: member.id }, at)
  if (!usesDayPass) return
  const { id: memberId, dayPasses } = member
  await spendDayPass(tx, ctx, { memberId, dayPasses, requestId: entry.requestId, officerId: entry.actor }, at)
}

/** Undoes that. @returns whether the day pass that it used came back, which it doesn't after a rain-out that gave it back */
export async function removeScanned(tx: Tx, ctx: AppContext, { member, ...entry }: Scanned, before: Attendance) {
  await removeAttendance(tx, ctx, { ...entry, memberId: member.id }, before)
  const use = { at: before.checkedInAt, memberId: member.id }
  if (await isPassRefunded(tx, ctx, use)) return false
  return returnDayPass(tx, ctx, { member, actor: entry.actor, at: before.checkedInAt })
}
