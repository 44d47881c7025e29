import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { actingOfficers } from '#server/features/members/queries.ts'
import { asTyped, quoted } from '#server/ops/cli/terminal.ts'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'

/** Whether someone could become the first officer here: a club on its own machine that has none. */
export async function lacksOfficers({ database: { db }, baseUrl, clubHome }: AppContext) {
  if (!isLocalhost(new URL(baseUrl).hostname)) return false
  // The last officer can neither step down nor leave.
  clubHome.hasOfficer ||= await hasOfficer(db)
  return !clubHome.hasOfficer
}

/** The command that makes this person an officer, ready to paste. */
export function officerCommand(email: string) {
  // Without the two dashes, one that begins with a dash would be read as an option.
  return asTyped(`officer add ${email.startsWith('-') ? '-- ' : ''}${quoted(email)}`)
}

async function hasOfficer(db: Db) {
  return (await actingOfficers(db).limit(1).executeTakeFirst()) !== undefined
}
