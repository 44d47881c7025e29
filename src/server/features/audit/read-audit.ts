import { sql } from 'kysely'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { startOf, startOfNextDay } from '#domain/calendar-day.ts'
import { displayName, pseudonymOf } from '#domain/names.ts'
import { asAct, auditSentence, changesOf, type Party, targetOf } from '#domain/text/audit-sentences.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Db } from '#server/db/database.ts'

/** Who stands behind ids, as they are now: a name, the address of who has none yet, a pseudonym of who was erased (D39). */
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
      titles.set(id, `${title} (${dateOf(startsOn)})`)
  return {
    // A sign-up that was never verified is cleared away with its record.
    person: (id) => names.get(id) ?? pseudonymOf(id),
    practice: (id) => titles.get(id) ?? null,
  }
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 24, 2026`: formatted away from any clock change. */
function dateOf(day: string) {
  return dateFormat.format(Date.parse(`${day}T00:00:00.000Z`))
}

/** Rows of the log with everybody's names put in. */
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
      actor: { id: isSomebody(row.actor) ? row.actor : null, name: names.person(row.actor) },
      member: memberId === null ? null : { id: memberId, name: names.person(memberId) },
      practice: practiceId === null ? null : names.practice(practiceId),
      before,
      after,
    })
    return {
      id: row.id,
      at: row.at,
      act,
      sentence: sentence.map((piece) => (typeof piece === 'string' ? { text: piece, memberId: null } : asPiece(piece))),
      changes: changesOf(before, after, names.person),
      reason: row.reason,
      requestId: row.requestId,
    }
  })
}

function asPiece({ id, name }: Party) {
  return { text: name, memberId: id }
}

function isSomebody(actor: string) {
  return actor !== 'system' && actor !== 'command'
}

/** What a row holds, whatever wrote it: anything but an object says nothing that can be named. */
function valuesOf(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Where a page ends: rows are told apart by their time and, within one, their id. */
export type AuditCursor = { at: string; id: string }
type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

/** Newest first, after the cursor: a row that is added meanwhile comes before all of them and moves no page. */
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
      // As a pair, which the index answers; two conditions would sort the whole log.
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

function filtered(db: Db, { person, act, from, to }: AuditFilter, timeZone: string) {
  let query = db.selectFrom('audit')
  if (person !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('actor', '=', person),
        eb('target', '=', person),
        // After a practice's id, as in attendance and carpool credits.
        sql<boolean>`target like ${`% ${person.replace(/[\\%_]/g, '\\$&')}`} escape '\\'`,
      ]),
    )
  if (act !== undefined) query = query.where('action', '=', act)
  if (from !== undefined) query = query.where('at', '>=', startOf(from, timeZone))
  if (to !== undefined) query = query.where('at', '<', startOfNextDay(Date.parse(startOf(to, timeZone)), timeZone))
  return query
}

/** Those of these ids that are people, whatever has become of them. */
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
