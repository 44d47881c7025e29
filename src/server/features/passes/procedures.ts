import { causes } from '#domain/ledger.ts'
import { decideUsePass, effectivePass } from '#domain/passes.ts'
import { usePassRefusals } from '#domain/text/member-messages.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { getMember, lockMember } from '#server/queries/members.ts'
import { toMyPass } from './my-pass.ts'

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
    await appendLedger(tx, ctx, {
      memberId: me.id,
      currency: 'day-passes',
      amount: -1,
      cause: causes.use(at, 1 + (await countUsesAt(tx, me.id, at))),
      why: 'Used a day pass',
      actor: me.id,
    })
    await saveAudit(tx, ctx, {
      actor: me.id,
      action: 'member.use-pass',
      target: me.id,
      before: { dayPasses: member.dayPasses },
      after: { dayPasses: member.dayPasses - 1 },
      requestId,
    })
    await tx.updateTable('member').set({ pass: 'Day Pass', passUsedAt: at }).where('id', '=', me.id).execute()
    announce(`member:${me.id}`, 'members')
    return toMyPass(ctx, { pass: 'Day Pass', passUsedAt: at, dayPasses: member.dayPasses - 1 })
  }),
)

async function countUsesAt(tx: Tx, memberId: string, at: string) {
  const rows = tx.selectFrom('ledger').select('id').where('memberId', '=', memberId)
  return (await rows.where('cause', 'like', `use:${at}:%`).execute()).length
}

export const passes = { get, use }
