import { person } from '#server/http/procedures.ts'

/** The ladder has asked already. */
const get = person.exportPermission.get.handler(async () => ({}))

export const exportPermission = { get }
