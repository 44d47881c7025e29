import { type CodeVerdict, judgeCode, waitForCode, withWrongCode } from '#domain/check-in-code.ts'
import type { AppContext, CheckInRequest } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/** Longer than any practice; wrong codes are forgotten after it. */
const rememberedMs = 12 * 3_600_000

const keyOf = ({ practiceId, memberId }: Tried) => `check-in code:${practiceId}:${memberId}`

type Tried = Pick<CheckInRequest, 'practiceId' | 'memberId'>

/**
 * The codes that members send while checking in, and how often each was wrong in a row. Only under the locks of the members: a burst of
 * one member's guesses is counted one by one.
 */
export async function loadCodeTries(tx: Tx, ctx: Pick<AppContext, 'secrets' | 'clock'>, requests: CheckInRequest[]) {
  const keys = [...new Set(requests.filter(({ code }) => code !== null).map(keyOf))]
  const rows =
    keys.length === 0 ? [] : await tx.selectFrom('rateLimit').select(['key', 'hits']).where('key', 'in', keys).execute()
  const wrong = new Map(rows.map(({ key, hits }) => [key, JSON.parse(hits) as number[]]))
  const changed = new Map<string, number[]>()
  const nowMs = ctx.clock.now()

  function note(key: string, hits: number[]) {
    wrong.set(key, hits)
    changed.set(key, hits)
  }

  return {
    /** How long the member has to wait before the next code; null if they may try. */
    waitOf: (request: Tried) => waitForCode(wrong.get(keyOf(request)) ?? [], nowMs),
    /** Judges the request's code and counts it; null without one. */
    judge(request: Tried & Pick<CheckInRequest, 'code' | 'codeStep'>): CodeVerdict | null {
      const { practiceId, code, codeStep: step } = request
      if (code === null) return null
      const codeAt = (each: number) => ctx.secrets.checkInCode(practiceId, each)
      const verdict = judgeCode({ code, step, nowMs, codeAt })
      const before = wrong.get(keyOf(request)) ?? []
      if (verdict === 'wrong') note(keyOf(request), withWrongCode(before, nowMs))
      else if (before.length > 0) note(keyOf(request), [])
      return verdict
    },
    async save() {
      const expiresAt = new Date(nowMs + rememberedMs).toISOString()
      const values = [...changed].map(([key, hits]) => ({ key, hits: JSON.stringify(hits), expiresAt }))
      if (values.length === 0) return
      await tx
        .insertInto('rateLimit')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            hits: eb.ref('excluded.hits'),
            expiresAt: eb.ref('excluded.expiresAt'),
          })),
        )
        .execute()
    },
  }
}
