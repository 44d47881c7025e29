import { person } from '#server/http/procedures.ts'

/** As the club's settings have them. */
const get = person.info.get.handler(({ context: { ctx } }) => ctx.club.info)

export const info = { get }
