import { checkInModeOf } from '#domain/check-in.ts'
import { codePath, codeStepAt, codeStepMs } from '#domain/check-in-code.ts'
import { isLive } from '#domain/practices.ts'
import { checkInMessages } from '#domain/text/check-in-messages.ts'
import { nowAsText } from '#server/context.ts'
import { missing, refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { asPractice, findPractice } from '#server/queries/practices.ts'

/** As many as a screen needs that is without a connection for a while. */
const codesAhead = 10

const get = signedInProcedure.checkInCode.get.handler(async ({ input, context: { ctx } }) => {
  const row = (await findPractice(ctx.database.db, input.practiceId)) ?? missing()
  const nowMs = ctx.clock.now()
  if (!isLive(asPractice(row), nowAsText(ctx)) || checkInModeOf(row) !== 'code')
    throw refuse('no-code', checkInMessages.hasNoCode)
  const first = codeStepAt(nowMs)
  return {
    codes: Array.from({ length: codesAhead }, (_, ahead) => {
      const step = first + ahead
      const code = ctx.secrets.checkInCode(row.id, step)
      return {
        code,
        from: new Date(step * codeStepMs).toISOString(),
        until: new Date((step + 1) * codeStepMs).toISOString(),
        link: ctx.baseUrl + codePath({ practiceId: row.id, code, step }),
      }
    }),
  }
})

export const checkInCode = { get }
