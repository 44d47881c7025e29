import { signedInProcedure } from '#server/http/procedures.ts'
import { type AuditCursor, countAuditRows, listAudit, readNames, toEntries } from './read-audit.ts'

const pageSize = 50

const get = signedInProcedure.audit.get.handler(async ({ input: { cursor, ...filter }, context: { ctx } }) => {
  const { db } = ctx.database
  const { timeZone } = ctx.club
  const after = cursor === undefined ? null : readCursor(cursor)
  // One row more than shown tells whether there is a next page.
  const rows = await listAudit(db, { filter, timeZone, after, most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const about = filter.person
  return {
    entries: await toEntries(db, shown),
    total: await countAuditRows(db, filter, timeZone),
    next: rows.length > pageSize && last ? writeCursor(last) : null,
    personName: about === undefined ? null : (await readNames(db, { people: [about], practices: [] })).person(about),
  }
})

function writeCursor({ at, id }: AuditCursor) {
  return `${at} ${id}`
}

/** A forged cursor does no harm: it only selects the rows that sort after it. */
function readCursor(cursor: string): AuditCursor {
  const [at = '', ...rest] = cursor.split(' ')
  return { at, id: rest.join(' ') }
}

export const audit = { get }
