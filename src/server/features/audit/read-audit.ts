import type { AnyContractProcedure } from '@orpc/contract'
import { sql } from 'kysely'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { contract } from '#contract/contract.ts'
import { startOf, startOfNextDay } from '#domain/calendar-day.ts'
import { cleanLine, cleanLines } from '#domain/clean-text.ts'
import { inLine } from '#domain/isolated-text.ts'
import { displayName, pseudonymOf } from '#domain/names.ts'
import { type AuditAct, asAct, targetOf } from '#domain/text/audit-acts.ts'
import { changesOf } from '#domain/text/audit-changes.ts'
import { auditSentence, dayInWords, type Party } from '#domain/text/audit-sentences.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Db } from '#server/db/database.ts'

/**
 * Resolves ids to what they are called now: a name, the address of someone without one yet, or the pseudonym of someone
 * erased.
 */
type Names = { person: (id: string) => string; practice: (id: string) => string | null }

export async function readNames(db: Db, ids: { people: string[] | 'everybody'; practices: string[] }): Promise<Names> {
  const people = ids.people === 'everybody' ? 'everybody' : [...new Set(ids.people)]
  const practices = [...new Set(ids.practices)]
  const names = new Map<string, string>([
    ['system', officerMessages.byTheClub],
    ['command', officerMessages.byCommand],
  ])
  if (people.length > 0)
    for (const row of await listPeople(db, people)) {
      const address = row.removedEmail ?? row.email
      names.set(row.id, row.erasedAt === null ? displayName(row) || address : pseudonymOf(row.id))
    }
  const titles = new Map<string, string>()
  if (practices.length > 0)
    for (const { id, title, startsOn } of await listPracticeNames(db, practices))
      titles.set(id, inLine`${title} (${dayInWords(startsOn)})`)
  return {
    // Unverified sign-ups are deleted completely, so their ids are unknown.
    person: (id) => names.get(id) ?? pseudonymOf(id),
    practice: (id) => titles.get(id) ?? null,
  }
}

/** Converts audit rows to entries, with names in place of ids. */
export async function toEntries(db: Db, rows: AuditRow[]): Promise<AuditEntry[]> {
  const parsed = rows.map((row) => ({
    row,
    before: valuesOf(row.before),
    after: valuesOf(row.after),
    ...targetOf(row.action, row.target),
  }))
  const names = await readNames(db, {
    people: parsed.flatMap(({ row, memberId, before, after }) =>
      [row.actor, memberId, before.checkedInBy, after.checkedInBy].filter((id) => typeof id === 'string'),
    ),
    practices: parsed.flatMap(({ practiceId }) => practiceId ?? []),
  })
  return parsed.map(({ row, before, after, memberId, practiceId }) => {
    const act = asAct(row.action)
    const sentence = auditSentence({
      act,
      action: row.action,
      target: row.target,
      actor: { id: isPerson(row.actor) ? row.actor : null, name: names.person(row.actor) },
      member: memberId === null ? null : { id: memberId, name: names.person(memberId) },
      practice: practiceId === null ? null : names.practice(practiceId),
      operation: act === 'refused' ? summaryOf(row.target) : null,
      before,
      after,
    })
    return {
      id: row.id,
      at: row.at,
      act,
      sentence: sentence.map((piece) => (typeof piece === 'string' ? { text: piece, memberId: null } : asPiece(piece))),
      changes: changesOf(act, before, after, names.person),
      reason: cleanLine(row.reason),
      requestId: row.requestId,
    }
  })
}

/** What an operation does, such as `Start a practice`; null for other routes, and for operations of other releases. */
function summaryOf(operation: string) {
  const [feature = '', name = ''] = operation.split('.')
  const part: Record<string, AnyContractProcedure> | undefined = contract[feature as keyof typeof contract]
  return part?.[name]?.['~orpc'].route.summary ?? null
}

function asPiece({ id, name }: Party) {
  return { text: name, memberId: id }
}

function isPerson(actor: string) {
  return actor !== 'system' && actor !== 'command'
}

/** Parses a row's values, whose texts may be older than their cleaning on input; anything but an object has none that could be named. */
function valuesOf(json: string | null): Record<string, unknown> {
  const value: unknown =
    json === null ? {} : JSON.parse(json, (_key, part) => (typeof part === 'string' ? cleanLines(part) : part))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The last row of a page, identified by its time and id. */
export type AuditCursor = { at: string; id: string }
type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

/** Newest first, after the cursor. Rows added in the meantime sort before the cursor and shift no page. */
export function listAudit(
  db: Db,
  facts: { filter: AuditFilter; timeZone: string; after: AuditCursor | null; most: number },
) {
  const { after } = facts
  const query = filtered(db, facts.filter, facts.timeZone)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(facts.most)
  if (after === null) return query.execute()
  return (
    query
      // A row-value comparison, which can use the index; two conditions would sort the whole log.
      .where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)))
      .execute()
  )
}

export async function countAuditRows(db: Db, filter: AuditFilter, timeZone: string) {
  const { rows } = await filtered(db, filter, timeZone)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

/** Actions that set a value: if it's the same before and after, nothing has happened. */
const settingActions: AuditAct[] = [
  'member.day-passes',
  'member.paid-practices',
  'member.pass',
  'member.role',
  'member.rm01',
  'member.store',
  'paid-count.set',
  'practice.limit',
]
/** What a sign-up without records wrote. */
const claimsOfNothing = ['{"practices":0,"paidPractices":0,"dayPasses":0}', '{"practices":0,"paidPractices":0}']

/** Leaves out rows of earlier releases that record no change; such rows are no longer written. */
function filtered(db: Db, { person, act, from, to }: AuditFilter, timeZone: string) {
  let query = db
    .selectFrom('audit')
    .where((eb) =>
      eb.or([
        eb('action', 'not in', [...settingActions, 'pre-registration.claim']),
        eb('before', 'is', null).and('after', 'not in', claimsOfNothing),
        eb('before', '<>', eb.ref('after')),
      ]),
    )
  if (person !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('actor', '=', person),
        eb('target', '=', person),
        // Rows of attendance and carpool credits have `<practice id> <member id>` as their target.
        sql<boolean>`target like ${`% ${person.replace(/[\\%_]/g, '\\$&')}`} escape '\\'`,
      ]),
    )
  if (act !== undefined) query = query.where('action', '=', act)
  if (from !== undefined) query = query.where('at', '>=', startOf(from, timeZone))
  if (to !== undefined) query = query.where('at', '<', startOfNextDay(Date.parse(startOf(to, timeZone)), timeZone))
  return query
}

/** Members with these ids, including removed and erased ones. */
export function listPeople(db: Db, ids: string[] | 'everybody') {
  const people = db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.id', 'nameFirst', 'nameLast', 'erasedAt', 'removedEmail', 'user.email'])
  return (ids === 'everybody' ? people : people.where('member.id', 'in', ids)).execute()
}

function listPracticeNames(db: Db, ids: string[]) {
  return db.selectFrom('practice').select(['id', 'title', 'startsOn']).where('id', 'in', ids).execute()
}
