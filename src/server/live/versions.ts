import { topicsFor } from '#domain/live-topics.ts'
import { isOfficer } from '#domain/roles.ts'
import type { SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'

/** The topics that this person may follow, with the browser's names for them. */
export function topicsOf(me: SignedIn) {
  return topicsFor({ memberId: me.id, officer: isOfficer(me) })
}

/** The version of each topic that this person may follow, under the browser's names for them. */
export async function readVersions({ database }: AppContext, me: SignedIn): Promise<Record<string, number>> {
  const topics = topicsOf(me)
  const rows = await database.db
    .selectFrom('topicVersion')
    .select(['topic', 'version'])
    .where('topic', 'in', [...topics.keys()])
    .execute()
  return Object.fromEntries(
    [...topics].map(([topic, name]) => [name, rows.find((row) => row.topic === topic)?.version ?? 0]),
  )
}
