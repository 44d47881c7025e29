import { join } from 'node:path'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { TopicChange } from '#domain/live-topics.ts'
import { createTestClub, describe, engines, test } from '#test/support/club-test.ts'
import { auditRow } from '#test/support/corruptions/used-club.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { insert } from '#test/support/insert.ts'
import { type Db, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { NodeSqliteDialect, openSqlite } from './node-sqlite-dialect.ts'
import type { Schema } from './schema.ts'
import { createWrite } from './write.ts'

const rounds = 300

describe('one SQLite handle', () => {
  // Shows: T69
  test('loses no acknowledged write while other transactions on it fail', async () => {
    using made = emptyFolder()
    const database = openDatabase({ file: join(made.folder, 'quiver.db') })
    await migrate(database)
    const write = createWrite(database, () => {})
    const acknowledged = await hammer({
      committing: (id) => write((tx) => insertAudit(tx, id)),
      failing: (id) =>
        write(async (tx) => {
          await insertAudit(tx, id)
          throw new Error('refused on purpose')
        }),
    })
    expect(acknowledged).toHaveLength(rounds)
    expect(await lostOf(database.db, acknowledged)).toEqual([])
    await database.close()
  })

  // Shows: T69
  test('would lose some with a second transaction manager on it (the negative control)', async () => {
    using made = emptyFolder()
    const file = join(made.folder, 'quiver.db')
    const first = openDatabase({ file })
    await migrate(first)
    await first.close()
    const handle = openSqlite(file)
    // Two Kysely instances, each with its own mutex, share one connection: a rollback of one undoes the rows of the other.
    const instance = () =>
      new Kysely<Schema>({ dialect: new NodeSqliteDialect(handle), plugins: [new CamelCasePlugin()] })
    const one = instance()
    const other = instance()
    const acknowledged = await hammer({
      committing: (id) => insertAudit(one, id),
      failing: (id) =>
        other.transaction().execute(async (tx) => {
          await insertAudit(tx, id)
          throw new Error('refused on purpose')
        }),
    })
    expect((await lostOf(one, acknowledged)).length).toBeGreaterThan(0)
    handle.close()
  })

  /** Runs writes that succeed along with as many that fail. @returns the ids of the acknowledged ones */
  async function hammer(acts: {
    committing: (id: string) => Promise<unknown>
    failing: (id: string) => Promise<unknown>
  }) {
    const acknowledged: string[] = []
    await Promise.all(
      Array.from({ length: rounds }, async (_, round) => {
        await acts.failing(`failing ${round}`).catch(() => {})
        const id = `kept ${round}`
        await acts.committing(id).then(
          () => acknowledged.push(id),
          () => {},
        )
      }),
    )
    return acknowledged
  }

  async function lostOf(db: Db, acknowledged: string[]) {
    const rows = await db.selectFrom('audit').select('id').execute()
    const there = new Set(rows.map((row) => row.id))
    return acknowledged.filter((id) => !there.has(id))
  }
})

const insertAudit = (db: Pick<Db, 'insertInto'>, id: string) =>
  insert(db, 'audit', { ...auditRow({ actor: 'test', action: 'test', target: 'test' }), id })

describe.each(engines)('a write (%s)', () => {
  test('tells listeners only after the commit, with the versions that were saved', async ({ club }) => {
    const heard: TopicChange[] = []
    club.ctx.hub.subscribe((change) => void heard.push(change))
    await club.ctx.write(async (_tx, announce) => {
      announce('practices', 'live')
      expect(heard).toEqual([])
    })
    expect(heard.map((change) => change.topic)).toEqual(['live', 'practices'])
    const rows = await club.db
      .selectFrom('topicVersion')
      .selectAll()
      .where('topic', 'in', ['live', 'practices'])
      .execute()
    for (const { topic, version } of heard) expect(rows).toContainEqual({ topic, version })
  })
})

describe('on PostgreSQL', () => {
  // Shows: T80
  test('a transaction that lost a race for a row is decided again', async () => {
    await using club = await createTestClub('postgres')
    const grant = () =>
      club.ctx.write(async (tx) => {
        const row = await tx.selectFrom('mailboxGrant').selectAll().where('mailboxHash', '=', 'one').executeTakeFirst()
        if (row) return 'second'
        await sql`select pg_sleep(0.05)`.execute(tx)
        await tx.insertInto('mailboxGrant').values({ mailboxHash: 'one', grantedAt: 'now' }).execute()
        return 'first'
      })
    expect((await Promise.all([grant(), grant(), grant()])).sort()).toEqual(['first', 'second', 'second'])
  })

  // Shows: T80
  test('transactions that would deadlock all go through', async () => {
    await using club = await createTestClub('postgres')
    const ana = await club.member({ dayPasses: 0 })
    const ben = await club.member({ dayPasses: 0 })
    const both = (one: string, two: string) =>
      club.ctx.write(async (tx) => {
        for (const id of [one, two]) {
          await tx.selectFrom('member').select('id').where('id', '=', id).forUpdate().execute()
          await sql`select pg_sleep(0.02)`.execute(tx)
          await tx
            .updateTable('member')
            .set((eb) => ({ carCapacity: eb('carCapacity', '+', 1) }))
            .where('id', '=', id)
            .execute()
        }
      })
    await Promise.all([both(ana.id, ben.id), both(ben.id, ana.id), both(ana.id, ben.id), both(ben.id, ana.id)])
    expect((await ana.row()).carCapacity).toBe(4)
    expect((await ben.row()).carCapacity).toBe(4)
  })
})
