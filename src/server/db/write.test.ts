import { randomUUID } from 'node:crypto'
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

type Run = (act: (tx: Pick<Db, 'insertInto'>) => Promise<unknown>) => Promise<unknown>

describe('one SQLite handle', () => {
  // Shows: T69
  test('loses no acknowledged write while others fail, but some with a second transaction manager (negative control)', async () => {
    using made = emptyFolder()
    const file = join(made.folder, 'quiver.db')
    const database = openDatabase({ file })
    await migrate(database)
    const write = createWrite(database, () => {})
    const acknowledged = await hammer(write, write)
    expect(acknowledged).toHaveLength(rounds)
    expect(await lostOf(database.db, acknowledged)).toEqual([])
    await database.close()

    const handle = openSqlite(file)
    // Two Kysely instances, each with its own mutex, share one connection: a rollback of one undoes the rows of the other.
    const instance = () =>
      new Kysely<Schema>({ dialect: new NodeSqliteDialect(handle), plugins: [new CamelCasePlugin()] })
    const [one, other] = [instance(), instance()]
    const unsafe = await hammer(
      (act) => act(one),
      (act) => other.transaction().execute(act),
    )
    expect((await lostOf(one, unsafe)).length).toBeGreaterThan(0)
    handle.close()
  })

  const rounds = 300

  /** Runs writes that succeed in one way along with as many that fail in another. @returns the ids of the acknowledged ones */
  async function hammer(succeed: Run, fail: Run) {
    const acknowledged: string[] = []
    const once = async () => {
      await fail(async (tx) => {
        await insertAudit(tx, randomUUID())
        throw new Error('refused on purpose')
      }).catch(() => {})
      const id = randomUUID()
      await succeed((tx) => insertAudit(tx, id)).then(
        () => acknowledged.push(id),
        () => {},
      )
    }
    await Promise.all(Array.from({ length: rounds }, once))
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
