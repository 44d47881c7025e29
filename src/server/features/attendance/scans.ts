import type { ScannedPerson, ScanResult } from '#contract/scans.ts'
import { clockTimeAt } from '#domain/calendar-day.ts'
import { displayName } from '#domain/names.ts'
import { effectivePass } from '#domain/passes.ts'
import { isLive } from '#domain/practices.ts'
import { decideScan, scanMoment } from '#domain/scans.ts'
import { scanReasons, scanRefusals } from '#domain/text/scan-messages.ts'
import { limitsOf } from '#server/auth/sessions.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { missing, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { findAttendance } from '#server/queries/attendance.ts'
import { lockIfPresent, lockOfficer } from '#server/queries/members.ts'
import { asPractice, findPractice, lockPractice } from '#server/queries/practices.ts'
import { findByPassCode, listScannable } from '#server/queries/scannable.ts'
import { enterScanned, removeScanned } from './enter-scanned.ts'

/** How long a phone may keep the list at most. */
const longestKeptMs = 12 * 3_600_000

const list = signedInProcedure.scanList.get.handler(async ({ input, context: { ctx } }) => {
  const { db } = ctx.database
  const practice = (await findPractice(db, input.practiceId)) ?? missing()
  const rows = await listScannable(db, practice.id)
  const forgetAtMs = Math.min(Date.parse(practice.endsAt), ctx.clock.now() + longestKeptMs)
  return {
    forgetAt: new Date(forgetAtMs).toISOString(),
    people: rows.map(({ passCodeHash, checkedInAt, ...row }) => ({ ...toPerson(ctx, row), passCodeHash, checkedInAt })),
  }
})

export const scanList = { get: list }

/** Locks the practice, then the member, so that two officers who scan the same person in the same second count once. */
const add = signedInProcedure.scans.add.handler(async ({ input, context: { ctx, me, now, write, requestId } }) => {
  const { passCodeHash, usePass } = input
  if ((passCodeHash === undefined) === (input.memberId === undefined))
    throw refuseField('passCodeHash', 'Name either the code of a pass or a member.')
  return write<ScanResult>(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const memberId = input.memberId ?? (await findByPassCode(tx, passCodeHash ?? ''))
    const member = memberId === undefined ? undefined : await lockIfPresent(tx, memberId)
    if (member === undefined) return { outcome: 'unknown', person: null, checkedInAt: null, usedDayPass: false }
    const before = await findAttendance(tx, row.id, member.id)
    // Read the clock after the locks: the practice may have ended since (T32).
    const at = now()
    const practice = asPractice(row)
    const scannedAt = input.scannedAt === undefined ? null : scanMoment(practice, input.scannedAt, at)
    const decision = decideScan({
      practice,
      already: before !== undefined,
      scannedAt,
      pass: effectivePass(member, ctx.days.startOfToday(Date.parse(scannedAt ?? at))),
      dayPasses: usePass ? member.dayPasses : null,
      now: at,
    })
    if (decision.outcome === 'refused') throw refuse(decision.reason, scanRefusals[decision.reason])
    if (decision.outcome !== 'checked-in') {
      const checkedInAt = before?.checkedInAt ?? null
      return { outcome: decision.outcome, person: toPerson(ctx, member), checkedInAt, usedDayPass: false }
    }
    const reason = scannedAt === null ? '' : offlineReason(ctx, scannedAt, decision.hadPass)
    await enterScanned(tx, ctx, { practiceId: row.id, member, actor: me.id, reason, requestId }, decision)
    announce('live', `member:${member.id}`, 'members', 'practices')
    const used = { pass: 'Day Pass' as const, passUsedAt: decision.at, dayPasses: member.dayPasses - 1 }
    return {
      outcome: 'checked-in',
      person: toPerson(ctx, decision.usesDayPass ? { ...member, ...used } : member),
      checkedInAt: decision.at,
      usedDayPass: decision.usesDayPass,
    }
  })
})

/**
 * Removes what an officer has entered, also for themselves; the day pass that the scan used comes back. Once it's removed, nothing
 * changes.
 */
const undo = signedInProcedure.scans.undo.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const member = (await lockIfPresent(tx, input.memberId)) ?? missing()
    const before = await findAttendance(tx, row.id, member.id)
    const isOwn = before?.checkedInBy === member.id && member.id !== me.id
    if (before === undefined || isOwn) return { dayPassReturned: false }
    const entry = { practiceId: row.id, member, actor: me.id, reason: scanReasons.undone, requestId }
    const dayPassReturned = await removeScanned(tx, ctx, entry, before)
    announce('live', `member:${member.id}`, 'members', 'practices')
    return { dayPassReturned }
  }),
)

/** While an officer scans at a live practice, possibly without a connection, their session lasts until it ends. */
const hold = signedInProcedure.scans.hold.handler(async ({ input, context: { ctx, me, write } }) =>
  write(async (tx) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    await lockOfficer(tx, me.id)
    const holds = input.open && isLive(asPractice(row), nowAsText(ctx))
    const leftMs = Date.parse(row.endsAt) - ctx.clock.now()
    const heldUntil = holds ? new Date(ctx.clock.monotonic() + leftMs).toISOString() : null
    await tx.updateTable('session').set({ heldUntil }).where('id', '=', me.sessionId).execute()
    return limitsOf(ctx, { ...me.times, heldUntil })
  }),
)

export const scans = { add, undo, hold }

type Scanned = Pick<MemberRow, 'id' | 'nameFirst' | 'nameLast' | 'pictureUrl' | 'pass' | 'passUsedAt' | 'dayPasses'>

function toPerson(ctx: AppContext, member: Scanned): ScannedPerson {
  const { id, pictureUrl, dayPasses } = member
  const pass = effectivePass(member, ctx.days.startOfToday(ctx.clock.now()))
  return { id, name: displayName(member), pictureUrl, pass, dayPasses }
}

function offlineReason({ club }: AppContext, scannedAt: string, hadPass: boolean) {
  const time = clockTimeAt(scannedAt, club.timeZone)
  return hadPass ? scanReasons.offline(time) : scanReasons.offlineWithoutPass(time)
}
