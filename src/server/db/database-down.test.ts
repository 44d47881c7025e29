import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { waitingForLocks } from '#test/support/account-requests.ts'
import { createTestClub, type TestClub } from '#test/support/club.ts'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { openDatabase } from './database.ts'
import { openSqlite } from './node-sqlite-dialect.ts'

/** A second process of the club, connected to the database through a fault proxy. */
async function startBeside(club: TestClub) {
  const url = new URL(club.databaseUrl ?? '')
  const proxy = await startFaultProxy(Number(url.port))
  url.port = String(proxy.port)
  const beside = await createTestClub('postgres', { beside: { databaseUrl: url.href } })
  return {
    proxy,
    beside,
    async [Symbol.asyncDispose]() {
      await beside[Symbol.asyncDispose]()
      await proxy.stop()
    },
  }
}

const answerTo = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    ({ status }) => status,
  )

// Shows: T79
test('a connection to PostgreSQL that breaks in a transaction fails the requests that wait, and doesn’t end the process (T79)', async () => {
  await using club = await createTestClub('postgres')
  await using at = await startBeside(club)
  const ana = await club.member()
  const writing = Promise.withResolvers<void>()
  const write = at.beside.ctx.write(async (tx) => {
    await tx.updateTable('member').set({ carCapacity: 5 }).where('id', '=', ana.id).execute()
    writing.resolve()
    // No query is running when the connection breaks, so only the client's error listener can notice.
    await pause(200)
    await tx.updateTable('member').set({ carCapacity: 6 }).where('id', '=', ana.id).execute()
  })
  await writing.promise
  at.proxy.breakLines()
  await expect(write).rejects.toThrow(/terminated|not queryable/)
  expect((await ana.row()).carCapacity).toBe(0)
  const asked = at.beside.caller(ana.cookie)
  expect(await answerTo(asked.api.profile.setCar({ hasCar: true, carCapacity: 3, rm01Completed: false }))).toBe(200)

  // A request that waits for a lock when the connection breaks gets a 503.
  const isHeld = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const held = club.ctx.write(async (tx) => {
    await tx.selectFrom('member').select('id').where('id', '=', ana.id).forUpdate().execute()
    isHeld.resolve()
    await letGo.promise
  })
  await isHeld.promise
  const waiting = answerTo(asked.api.profile.setCar({ hasCar: true, carCapacity: 4, rm01Completed: false }))
  await expect.poll(() => waitingForLocks(club), { timeout: 5000 }).toBe(1)
  at.proxy.breakLines()
  expect(await waiting).toBe(503)
  letGo.resolve()
  await held
})

// Shows: T79
test('a connection to PostgreSQL that swallows everything is replaced after six seconds (T79)', async () => {
  await using club = await createTestClub('postgres')
  await using at = await startBeside(club)
  const ana = await club.member()
  const asked = at.beside.caller(ana.cookie)
  await asked.api.home.get()
  await at.proxy.set({ kind: 'hang' })
  const begunAt = performance.now()
  expect(await answerTo(asked.api.home.get())).toBe(503)
  expect(performance.now() - begunAt).toBeLessThan(8_000)
  await at.proxy.set({ kind: 'pass' })
  expect(await answerTo(asked.api.home.get())).toBe(200)
})

// Shows: T79
test('a slow statement and too few connections to PostgreSQL fail only the requests that wait (T79)', async () => {
  await using club = await createTestClub('postgres')
  const ana = await club.member()
  const beside = openDatabase({ url: club.databaseUrl ?? '' })
  const held = await beside.db.startTransaction().execute()
  await sql`lock table member in access exclusive mode`.execute(held)
  // Keeps the transaction from hitting the idle-in-transaction timeout.
  const awake = setInterval(() => void sql`select 1`.execute(held), 1000)
  onTestFinished(() => clearInterval(awake))
  // Ten requests have a connection and wait for the table; the others wait for a connection.
  const waiting = Promise.all(Array.from({ length: 15 }, () => answerTo(ana.api.passes.get())))
  expect(new Set(await waiting)).toEqual(new Set([503]))
  expect((await club.visitor().send({ method: 'GET', path: '/healthz' })).statusCode).toBe(200)
  clearInterval(awake)
  await held.rollback().execute()
  await beside.close()
  const after = await Promise.all(Array.from({ length: 15 }, () => answerTo(ana.api.passes.get())))
  expect(new Set(after)).toEqual(new Set([200]))
})

test('a hundred writes that wait for another process to release the SQLite file keep no other request waiting', async () => {
  await using club = await createTestClub('sqlite')
  const members = await Promise.all(Array.from({ length: 100 }, () => club.member({ keep: true })))
  const beside = openSqlite(`${club.dataDir}/quiver.db`)
  beside.exec('begin immediate')
  const writes = members.map(({ api }) =>
    answerTo(api.profile.setCar({ hasCar: true, carCapacity: 2, rm01Completed: false })),
  )
  // How late a timer and a read are, which don't need the lock.
  const late: number[] = []
  for (let i = 0; i < 10; i++) {
    const begunAt = performance.now()
    await pause(100)
    await sql`select 1`.execute(club.db)
    late.push(performance.now() - begunAt - 100)
  }
  beside.exec('rollback')
  beside.close()
  expect(new Set(await Promise.all(writes))).toEqual(new Set([200]))
  // Each write that blocked the process would delay everything by 250 ms.
  expect(late.reduce((sum, each) => sum + each, 0)).toBeLessThan(800)
})
