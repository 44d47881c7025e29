import { signedInProcedure } from '#server/http/procedures.ts'

/** As the club's settings have them. */
const get = signedInProcedure.info.get.handler(({ context: { ctx } }) => ctx.club.info)

export const info = { get }
