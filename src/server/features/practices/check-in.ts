import { checkInModeOf, decideCheckIn } from '#domain/check-in.ts'
import { lateCodeReason } from '#domain/check-in-code.ts'
import { effectivePass } from '#domain/passes.ts'
import { isLive } from '#domain/practices.ts'
import { checkInRefusals } from '#domain/text/member-messages.ts'
import { createBatches } from '#server/batches.ts'
import { type AppContext, type CheckedIn, type CheckInRequest, nowAsText } from '#server/context.ts'
import { spendDayPass } from '#server/features/passes/spend-day-pass.ts'
import { refuse, signedOut, tooManyTries } from '#server/http/errors.ts'
import { writeTogether } from '#server/http/idempotent-write.ts'
import { listAttendancesOf, saveCheckIns } from '#server/queries/attendance.ts'
import { lockMembers } from '#server/queries/members.ts'
import { asPractice, lockPracticesForCheckIn } from '#server/queries/practices.ts'
import { loadCodeTries } from './code-tries.ts'

/** Check-ins that arrive together share one transaction and its queries: most members of a practice check in within minutes. */
export function createCheckIns(ctx: AppContext) {
  const checkIn = createBatches((requests: CheckInRequest[]) => checkInTogether(ctx, requests), { lingersForMs: 4 })
  return async (request: CheckInRequest) => (await checkIn(request))()
}

/** Checks a member in without waiting for others. */
export async function checkInAlone(ctx: AppContext, request: CheckInRequest): Promise<CheckedIn> {
  const [answer] = await checkInTogether(ctx, [request])
  if (answer === undefined) throw new Error('a check-in was not decided')
  return answer()
}

/** @returns for each request a function that returns its result, or throws its refusal */
export function checkInTogether(ctx: AppContext, requests: CheckInRequest[]) {
  const identities = requests.map(({ identity }) => identity)
  return writeTogether<CheckedIn>(ctx, identities, async (tx, announce, fresh) => {
    const asked = fresh.flatMap((i) => requests[i] ?? [])
    const practiceIds = [...new Set(asked.map(({ practiceId }) => practiceId))]
    const memberIds = [...new Set(asked.map(({ memberId }) => memberId))]
    const [practices, members, attended] = await Promise.all([
      lockPracticesForCheckIn(tx, practiceIds),
      lockMembers(tx, memberIds),
      listAttendancesOf(tx, practiceIds, memberIds),
    ])
    const tries = await loadCodeTries(tx, ctx, asked)
    // Read the clock after the locks: a check-in that waited while the practice ended must be refused (T32).
    const at = nowAsText(ctx)
    const startOfToday = ctx.days.startOfToday(ctx.clock.now())
    const checkedIn: { practiceId: string; memberId: string; reason: string }[] = []
    const used: { requestId: string; memberId: string; dayPasses: number }[] = []
    const responses = asked.map((request) => {
      const { practiceId, memberId, usePass, requestId } = request
      const practice = practices.get(practiceId)
      const member = members.get(memberId)
      // Removed since the session was looked up: nothing is written to a removed or erased record (T11).
      if (member === undefined) return signedOut()
      const live = practice !== undefined && isLive(asPractice(practice), at)
      const already = attended.has(`${practiceId} ${memberId}`)
      const mode = practice === undefined ? 'tap' : checkInModeOf(practice)
      const asksForCode = live && !already && mode === 'code'
      const waitMs = asksForCode && request.code !== null ? tries.waitOf(request) : null
      if (waitMs !== null) return tooManyTries(waitMs)
      const decision = decideCheckIn({
        live,
        already,
        mode,
        code: asksForCode ? tries.judge(request) : null,
        pass: effectivePass(member, startOfToday),
        dayPasses: usePass ? member.dayPasses : null,
      })
      if (decision.outcome === 'refused') return refuse(decision.reason, checkInRefusals[decision.reason])
      attended.add(`${practiceId} ${memberId}`)
      checkedIn.push({ practiceId, memberId, reason: decision.late ? lateCodeReason : '' })
      const answer = { checkedInAt: at, ...(decision.late && { lateCode: true as const }) }
      if (!decision.usesDayPass) return answer
      used.push({ requestId, memberId, dayPasses: member.dayPasses })
      return { ...answer, dayPassesLeft: member.dayPasses - 1 }
    })
    if (checkedIn.length > 0)
      announce('live', 'members', ...checkedIn.map(({ memberId }) => `member:${memberId}` as const))
    const saved = [
      saveCheckIns(tx, checkedIn, at),
      tries.save(),
      ...used.map((member) => spendDayPass(tx, ctx, member, at)),
    ]
    return { responses, saved: Promise.all(saved) }
  })
}
