import { signedInProcedure } from '#server/http/procedures.ts'

const get = signedInProcedure.info.get.handler(({ context: { ctx } }) => ctx.club.info)

export const info = { get }
