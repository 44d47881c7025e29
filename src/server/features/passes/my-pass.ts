import type { MyPass } from '#contract/passes.ts'
import { effectivePass } from '#domain/passes.ts'
import type { AppContext } from '#server/context.ts'
import type { MemberRow } from '#server/db/schema.ts'

/** The pass in effect right now and the day passes left. A Day Pass from an earlier day has expired. */
export function toMyPass(ctx: AppContext, member: Pick<MemberRow, 'pass' | 'passUsedAt' | 'dayPasses'>): MyPass {
  const current = effectivePass(member, ctx.days.startOfToday(ctx.clock.now()))
  const usedAt = current === 'Day Pass' ? member.passUsedAt : null
  return {
    current,
    dayPasses: member.dayPasses,
    usedAt,
    validUntil: usedAt === null ? null : ctx.days.startOfTomorrow(Date.parse(usedAt)),
  }
}
