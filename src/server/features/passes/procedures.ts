import { decideUsePass, effectivePass } from '#domain/passes.ts'
import { usePassRefusals } from '#domain/text/member-messages.ts'
import { refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { getMember, lockMember } from '#server/queries/members.ts'
import { toMyPass } from './my-pass.ts'
import { spendDayPass } from './spend-day-pass.ts'

const get = signedInProcedure.passes.get.handler(async ({ context: { ctx, me } }) =>
  toMyPass(ctx, await getMember(ctx.database.db, me.id)),
)

/** Takes one day pass and stamps the time in one transaction, so two tabs can't spend the same pass (T30). */
const use = signedInProcedure.passes.use.handler(async ({ context: { ctx, me, now, write, requestId } }) =>
  write(async (tx, announce) => {
    const member = await lockMember(tx, me.id)
    const at = now()
    const pass = effectivePass(member, ctx.days.startOfToday(ctx.clock.now()))
    const decision = decideUsePass({ dayPasses: member.dayPasses, pass })
    if (decision.outcome === 'refused') throw refuse(decision.reason, usePassRefusals[decision.reason])
    await spendDayPass(tx, ctx, { memberId: me.id, dayPasses: member.dayPasses, requestId }, at)
    announce(`member:${me.id}`, 'members')
    return toMyPass(ctx, { pass: 'Day Pass', passUsedAt: at, dayPasses: member.dayPasses - 1 })
  }),
)

export const passes = { get, use }
