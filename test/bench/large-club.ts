import { addManyMembers } from '#test/support/many-members.ts'
import { manyPractices } from '#test/support/past-practices.ts'
import { alterData, quickMember } from '#test/support/quick-member.ts'
import { startServerProcess } from '#test/support/server.ts'
import { quantile } from './figure.ts'
import type { PartContext } from './part.ts'
import { watchStolen } from './stolen.ts'

const size = { members: 5000, practices: 2000, attendance: 60_000 }

/** The built server on a club that is larger than any it will see, an officer's session, and a watch of what others took meanwhile. */
export async function startLargeClub({ onEnd }: Pick<PartContext, 'onEnd'>) {
  const watch = watchStolen()
  onEnd(watch.stop)
  const server = await startServerProcess()
  onEnd(server.dispose)
  const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  addManyMembers(server, size.members)
  manyPractices(server, size.practices)
  // About thirty at each practice, spread over the members.
  alterData(
    server,
    `with recursive nth (n) as (select 0 union all select n + 1 from nth where n < ? - 1)
     insert or ignore into attendance (practice_id, member_id, checked_in_at, checked_in_by, reason)
     select 'many ' || (1 + n % cast(? as integer)), 'many-' || ((n * 7919) % cast(? as integer)), '2026-01-01T23:04:00.000Z', null, '' from nth`,
    ...[size.attendance, size.practices, size.members],
  )
  return { server, officer, watch }
}
export type LargeClub = Awaited<ReturnType<typeof startLargeClub>>

/** In ms, to a tenth. */
export function percentile(times: number[], percent: number) {
  return Math.round(quantile(times, percent) * 10) / 10
}
