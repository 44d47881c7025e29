import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import { openSqlite } from '#server/db/node-sqlite-dialect.ts'
import { addToOutbox, notifyChannel } from '#server/db/topic-outbox.ts'
import { createTestClub, type TestClub, test } from '#test/support/club-test.ts'
import { listen } from '#test/support/live-stream.ts'
import { createTestClock } from '#test/support/test-clock.ts'
import { timersAtRest } from '#test/support/timers-at-rest.ts'
import { followChanges } from './change-feed.ts'

test('on SQLite a request caused by a command’s change sees that change', async ({ club, kai }) => {
  const ask = async () => (await kai.send({ method: 'GET', path: '/rpc/session/get' })).json().json.person?.role
  const beside = openSqlite(`${club.dataDir}/quiver.db`)
  let asked: Promise<unknown> | null = null
  club.ctx.hub.subscribe(({ topic }) => {
    if (topic === `member:${kai.id}`) asked = ask()
  })
  for (let round = 0; round < 10; round++) {
    const role = round % 2 === 0 ? 'Member' : 'Officer'
    await pause(15)
    // The data version has just been read and is cached for a moment.
    await ask()
    beside.exec(`begin immediate;
      update member set role = '${role}' where id = '${kai.id}';
      insert into topic_version (topic, version) values ('member:${kai.id}', 1)
        on conflict (topic) do update set version = topic_version.version + 1;
      commit`)
    await club.clock.advance(1000)
    expect(await asked).toBe(role)
  }
  beside.close()
})

// Shows: T81
test('on PostgreSQL a process whose connection was lost learns what another did once it has a new one (T81)', async () => {
  await using club = await createTestClub('postgres')
  await using second = await createTestClub('postgres', { beside: club })
  await using stream = await begunStream(club, second)
  await bothListen(club)
  for (let round = 0; round < 3; round++) {
    const before = await timersAtRest(second)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = ${`listen ${notifyChannel}`}`.execute(club.db)
    await expect.poll(() => second.clock.pending()).toBe(before + 1)
    await club.ctx.write(async (_tx, announce) => announce('practices'))
    await second.clock.advance(1000)
    expect(await stream.next()).toMatchObject({ event: 'change', data: { topic: 'practices', version: round + 1 } })
    await club.clock.advance(1000)
    await bothListen(club)
  }
})

// Shows: T81
test('on PostgreSQL changes are read every second, for poolers that don’t pass notifications on', async () => {
  await using club = await createTestClub('postgres')
  const clock = createTestClock('2026-11-24T22:50:00.000Z')
  const heard: TopicChange[] = []
  // LISTEN in another database succeeds, but receives nothing.
  const elsewhere = { ...club.ctx.database, connectionString: inject('postgresUrl') }
  let readings = 0
  const hear = (changes: TopicChange[]) => {
    readings++
    heard.push(...changes)
  }
  const watch = await followChanges(elsewhere, hear, clock, { warn: () => {} })
  const change = () => club.ctx.write(async (_tx, announce) => announce('practices'))
  await expect.poll(() => listenersIn(club, sql`'postgres'`)).toBeGreaterThan(0)
  // Once at the start, and once when it listens.
  await expect.poll(() => readings).toBe(2)
  for (const version of [1, 2, 3]) {
    await change()
    await clock.advance(1000)
    expect(heard.at(-1)).toEqual({ topic: 'practices', version })
  }
  const [known] = [heard.length]
  await clock.advance(5000)
  expect(heard).toHaveLength(known)
  await watch.stop()
  expect(clock.pending()).toBe(0)
})

test('on PostgreSQL a transaction that commits after a later one is announced, too', async () => {
  await using club = await createTestClub('postgres')
  await using stream = await begunStream(club)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = (topic: Topic, until: Promise<void>) =>
    club.ctx.write(async (tx, announce) => {
      announce(topic)
      // It has its number in the order of transactions before it waits.
      await sql`select pg_current_xact_id()`.execute(tx)
      await until
    })
  const earlier = held('practices', first.promise)
  const later = held('club', second.promise)
  second.resolve()
  await later
  expect(await stream.next()).toMatchObject({ data: { topic: 'club', version: 1 } })
  first.resolve()
  await earlier
  expect(await stream.next()).toMatchObject({ data: { topic: 'practices', version: 1 } })
})

test('on PostgreSQL another process announces what one that died had committed', async () => {
  await using club = await createTestClub('postgres')
  await using stream = await begunStream(club)
  await club.db.transaction().execute((tx) => addToOutbox(tx, ['practices']))
  await club.clock.advance(1000)
  expect(await stream.next()).toMatchObject({ data: { topic: 'practices', version: 1 } })
  expect(await club.db.selectFrom('topicOutbox').selectAll().execute()).toEqual([])
})

/** A new member's stream from this process, after its versions. */
async function begunStream(club: TestClub, process = club) {
  const stream = await listen(process, (await club.member()).cookie)
  await stream.next()
  return stream
}

/** How many connections listen to changes in this database. */
async function listenersIn({ db }: TestClub, database = sql`current_database()`) {
  const { rows } = await sql`
    select pid from pg_stat_activity where datname = ${database} and query = ${`listen ${notifyChannel}`}`.execute(db)
  return rows.length
}

const bothListen = (club: TestClub) => expect.poll(() => listenersIn(club)).toBe(2)
