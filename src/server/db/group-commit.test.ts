import { sql } from 'kysely'
import { beforeEach, expect, vi } from 'vitest'
import { type TestClub, test } from '#test/support/club-test.ts'
import { auditRow } from '#test/support/corruptions/used-club.ts'
import { insert } from '#test/support/insert.ts'
import type { Tx } from './database.ts'
import { openSqlite } from './node-sqlite-dialect.ts'

const ids = ['one', 'two', 'three']

const add = (tx: Tx, id: string) =>
  insert(tx, 'audit', { ...auditRow({ actor: 'test', action: 'test', target: 'test' }), id })

async function there({ db }: TestClub) {
  const rows = await db.selectFrom('audit').select('id').where('action', '=', 'test').orderBy('at').execute()
  return rows.map(({ id }) => id)
}

/** What each operation returned, or its error message. */
async function ends(acts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(acts)
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message))
}

// Stops the clock, so that operations of one turn share a transaction however slow the machine is.
beforeEach(() => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  return () => clock.mockRestore()
})

test('writes that come together are on the disk together, before any response', async ({ club }) => {
  const beside = openSqlite(`${club.dataDir}/quiver.db`)
  const count = beside.prepare("select count(*) as rows from audit where action = 'test'")
  const seen: unknown[] = []
  const acts = ids.map(async (id) => {
    await club.ctx.write(async (tx) => {
      await add(tx, id)
      seen.push(count.get()?.rows)
    })
    seen.push(count.get()?.rows)
  })
  await Promise.all(acts)
  expect(seen).toEqual([0, 0, 0, 3, 3, 3])
  beside.close()
})

// Shows: ASVS 2.3.3
test('a write that fails leaves nothing, and keeps the others’ rows', async ({ club }) => {
  const before = club.announced.length
  const acts = ids.map((id) =>
    club.ctx.write(async (tx, announce) => {
      await add(tx, id)
      announce(id === 'two' ? 'live' : 'practices')
      if (id === 'two') throw new Error('refused on purpose')
      return id
    }),
  )
  expect(await ends(acts)).toEqual(['one', 'refused on purpose', 'three'])
  expect(await there(club)).toEqual(['one', 'three'])
  expect(club.announced.slice(before)).toEqual(['practices'])
})

test('when their commit fails, all of them fail, and nothing is left', async ({ club }) => {
  const acts = [
    club.ctx.write((tx) => add(tx, 'one')),
    club.ctx.write(async () => {
      throw new Error('there already')
    }),
    club.ctx.write(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      const nobody = { practiceId: 'none', memberId: 'none', checkedInAt: '', checkedInBy: '', reason: '' }
      await tx.insertInto('attendance').values(nobody).execute()
    }),
  ]
  expect(new Set(await ends(acts))).toEqual(new Set(['FOREIGN KEY constraint failed']))
  expect(await there(club)).toEqual([])
})

test('a write after which SQLite rolls back fails alone, and the others begin again', async ({ club }) => {
  await sql`create trigger undo before insert on audit when new.id = 'two' begin select raise(rollback, 'undone'); end`.execute(
    club.db,
  )
  const acts = ids.map((id) => club.ctx.write((tx) => add(tx, id).then(() => id)))
  expect(await ends(acts)).toEqual(['one', 'undone', 'three'])
  expect(await there(club)).toEqual(['one', 'three'])
})
