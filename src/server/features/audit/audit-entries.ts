import type { AuditEntry } from '#contract/audit.ts'
import { displayName, pseudonymOf } from '#domain/names.ts'
import { asAct, auditSentence, changesOf, type Party, targetOf } from '#domain/text/audit-sentences.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Db } from '#server/db/database.ts'
import { type AuditRow, listPeople, listPracticeNames } from './queries.ts'

/** Who stands behind ids, as they are now: a name, the address of who has none yet, a pseudonym of who was erased (D39). */
export type Names = { person: (id: string) => string; practice: (id: string) => string | null }

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
