import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { countOutstanding, listOutstanding } from './queries.ts'

/**
 * Who has attended more practices than they have paid for, found by looking at those alone of whom something has changed since.
 * Owner: the app's `ClubHome`. Key: nothing, it is of now. Void: all of it when another process has written (`data_version`), and of each
 * member when a row is written that says something of it: SQLite itself tells by triggers of this connection, whoever wrote and
 * whether or not they thought of it. What was rolled back is only looked at once more.
 *
 * One for each opened database: what its triggers call is its own.
 *
 * On PostgreSQL nothing tells, and all are looked at each time; that keeps nobody waiting here.
 */
export type Outstanding = { count: () => Promise<number> }

/** Beyond these, looking at everybody is as fast. */
const mostLookedAt = 500

export function createOutstanding(database: Database): Outstanding {
  const { db, defineFunction } = database
  if (defineFunction === null) return { count: () => countOutstanding(db) }
  const changed = new Set<string>()
  let known: { ids: Set<string>; version: number } | null = null
  let isNoted = false
  let turn: Promise<unknown> = Promise.resolve()

  async function find() {
    if (!isNoted) {
      defineFunction?.(noteMember, (id) => void changed.add(String(id)))
      for (const trigger of triggers) await sql.raw(trigger).execute(db)
      isNoted = true
    }
    const before = known
    // Until it is known again.
    known = null
    const version = await versionOf(db)
    const among = [...changed]
    changed.clear()
    const isFew = before !== null && before.version === version && among.length <= mostLookedAt
    const found = isFew && among.length === 0 ? [] : await listOutstanding(db, isFew ? among : undefined)
    const ids = isFew ? before.ids : new Set<string>()
    for (const id of isFew ? among : []) ids.delete(id)
    for (const id of found) ids.add(id)
    known = { ids, version }
    return ids.size
  }

  return {
    count() {
      const counted = turn.then(find)
      turn = counted.catch(() => {})
      return counted
    },
  }
}

/** Another one when somebody else has written to the file. */
async function versionOf(db: Db) {
  const { rows } = await sql<{ dataVersion: number }>`pragma data_version`.execute(db)
  return rows[0]?.dataVersion ?? 0
}

const noteMember = 'note_member'
const ofMember = (id: string) => `select ${noteMember}(${id});`

/** After which writes whom to look at. A practice that is deleted or comes back counts for none, or for all, of those who were there. */
const triggers = [
  ['insert on main.attendance', ofMember('new.member_id')],
  ['delete on main.attendance', ofMember('old.member_id')],
  ['update on main.attendance', ofMember('old.member_id') + ofMember('new.member_id')],
  ['insert on main.member', ofMember('new.id')],
  ['delete on main.member', ofMember('old.id')],
  ['update of paid_practices, removed_at on main.member', ofMember('new.id')],
  ['insert on main.user', ofMember('new.id')],
  ['delete on main.user', ofMember('old.id')],
  ['update of email_verified on main.user', ofMember('new.id')],
  [
    'update of deleted_at on main.practice',
    `select ${noteMember}(member_id) from main.attendance where practice_id = new.id;`,
  ],
].map(([when, what], n) => `create temp trigger if not exists note_member_${n} after ${when} begin ${what} end`)
