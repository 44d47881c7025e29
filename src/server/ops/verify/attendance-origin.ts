import { count } from '#server/ops/cli/terminal.ts'
import type { Finding, Snapshot } from './check.ts'

/**
 * Where each attendance row came from (I7): a member's own check-in once the practice had started, with a pass; an
 * officer's act with its audit row; the claim of a pre-registration; or what came along from the former app. A pass was used that day (ledger) or set by an
 * officer (audit); before an officer first set one, it is the one that they found. A check-in after the end that is stored
 * now is no fault: the calendar may have moved the end forward (D26).
 */
export async function lookAtOrigins({ db, startOfDay }: Snapshot): Promise<Finding> {
  const rows = await db
    .selectFrom('attendance')
    .innerJoin('practice', 'practice.id', 'attendance.practiceId')
    .innerJoin('member', 'member.id', 'attendance.memberId')
    .select(['attendance.practiceId', 'attendance.memberId', 'attendance.checkedInAt', 'attendance.checkedInBy'])
    .select(['practice.startedAt', 'member.pass'])
    .orderBy('attendance.practiceId')
    .orderBy('attendance.memberId')
    .execute()
  const used = await db
    .selectFrom('ledger')
    .select(['memberId', 'at'])
    .where('currency', '=', 'day-passes')
    .where('cause', 'like', 'use:%')
    .execute()
  const usedBy = Map.groupBy(used, (row) => row.memberId)
  const audit = await db
    .selectFrom('audit')
    .select(['actor', 'action', 'target', 'before', 'after', 'at'])
    .orderBy('at')
    .execute()
  const passesSet = Map.groupBy(audit.flatMap(asPassSet), (set) => set.memberId)
  const claims = new Set(audit.filter((row) => row.action === 'pre-registration.claim').map((row) => row.target))
  const cameAlong = await findCameAlong(db)
  const byOfficers = new Set(
    audit.filter((row) => row.action === 'attendance.enter').map((row) => `${row.actor} ${row.target}`),
  )

  const hadPass = (row: (typeof rows)[number]) => {
    const from = startOfDay(row.checkedInAt)
    if ((usedBy.get(row.memberId) ?? []).some((use) => use.at >= from && use.at <= row.checkedInAt)) return true
    const sets = passesSet.get(row.memberId) ?? []
    // Which came first at one very instant, nobody knows any more: each of them may have.
    const setAt = (at: string | undefined) => sets.filter((set) => set.at === at)
    const last = setAt(sets.findLast((set) => set.at < row.checkedInAt)?.at)
    const first = setAt(sets[0]?.at)
    const valid = (pass: unknown, at: string) => pass === 'Carpool Range Pass' || (pass === 'Day Pass' && at >= from)
    if ([...last, ...setAt(row.checkedInAt)].some(({ pass, at }) => valid(pass, at))) return true
    if (last.length > 0) return false
    const found = first.length > 0 ? first.map((set) => set.found ?? row.pass) : [row.pass]
    return found.includes('Carpool Range Pass')
  }
  const fault = (row: (typeof rows)[number]) => {
    if (row.checkedInBy === null && cameAlong.has(`${row.practiceId} ${row.memberId}`)) return null
    if (row.checkedInBy === null) return claims.has(row.memberId) ? null : 'doesn’t match any pre-registration'
    if (byOfficers.has(`${row.checkedInBy} ${row.practiceId} ${row.memberId}`)) return null
    if (row.checkedInBy !== row.memberId) return `was entered by ${row.checkedInBy} without an audit log entry`
    if (row.startedAt === null || row.checkedInAt < row.startedAt) return 'was before the practice started'
    return hadPass(row) ? null : 'had no valid pass'
  }
  const wrong = rows.flatMap((row) => {
    const what = fault(row)
    return what === null ? [] : [`attendance (practice ${row.practiceId}, member ${row.memberId}) ${what}`]
  })
  return { looked: count(rows.length, 'check-in'), wrong }
}

/** Which attendance the former app had, by the ids of here. */
async function findCameAlong(db: Snapshot['db']) {
  const facts = await db
    .selectFrom('importedFact')
    .select(['fact', 'memberId', 'value'])
    .where('fact', 'like', 'practices/%')
    .execute()
  const idOf = new Map<string, string>()
  for (const { fact, value } of facts) {
    const [, formerId, more] = fact.split('/')
    if (formerId !== undefined && more === undefined) idOf.set(formerId, (JSON.parse(value) as { id: string }).id)
  }
  return new Set(
    facts.flatMap(({ fact, memberId }) => {
      const [, formerId = '', kind] = fact.split('/')
      return kind === 'members' ? [`${idOf.get(formerId)} ${memberId}`] : []
    }),
  )
}

/** An audit row by which an officer set a member's pass: its `after` has the pass, whatever else it has. */
function asPassSet(row: { target: string; before: string | null; after: string | null; at: string }) {
  const [pass, found] = [passIn(row.after), passIn(row.before)]
  return pass === undefined ? [] : [{ memberId: row.target, pass, found, at: row.at }]
}

function passIn(side: string | null): unknown {
  const facts: unknown = side?.includes('"pass"') ? JSON.parse(side) : null
  return typeof facts === 'object' && facts !== null && 'pass' in facts ? facts.pass : undefined
}
