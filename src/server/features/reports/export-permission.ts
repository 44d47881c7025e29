import { signedInProcedure } from '#server/http/procedures.ts'

/** The ladder has asked already. */
const get = signedInProcedure.exportPermission.get.handler(async () => ({}))

export const exportPermission = { get }
