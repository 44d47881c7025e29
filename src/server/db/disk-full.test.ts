import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'

// Shows: T70
test('a full disk is an outage, told as one; reading goes on, and so does writing once there is room (T70)', async () => {
  await using club = await createTestClub('sqlite')
  const ana = await club.member({ dayPasses: 1 })
  /** Whether refused or done, it adds a row with its idempotency key. */
  const write = (n: number) =>
    ana.send({
      method: 'POST',
      path: '/api/v1/pass/use',
      headers: { 'idempotency-key': `use-${n}-${'x'.repeat(150)}` },
    })
  // No page more than the file has: SQLite reports a full disk and rolls back automatically.
  await sql`pragma max_page_count = 1`.execute(club.db)
  let reply = await write(0)
  for (let n = 1; n < 400 && reply.statusCode < 500; n++) reply = await write(n)
  expect([reply.statusCode, reply.headers['retry-after'], reply.json().code]).toEqual([503, '2', 'UNAVAILABLE'])
  expect((await ana.send({ method: 'GET', path: '/api/v1/home' })).statusCode).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(club.db)
  expect((await write(1000)).statusCode).toBe(409)
  const { rows } = await sql`pragma integrity_check`.execute(club.db)
  expect(rows).toEqual([{ integrityCheck: 'ok' }])
})
