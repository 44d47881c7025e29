import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { createDatabase } from '#test/support/postgres.ts'
import { postgresRows, sqliteRows } from './snapshot.ts'
import { type BackupRow, decodeRow, encodeRow, type Table } from './tables.ts'

const value = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)

describe('a value in a backup', () => {
  test('comes back as it was, and stays on its line', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (row) => {
        const line = encodeRow(row)
        expect(line).not.toContain('\n')
        expect(Object.entries(decodeRow(line))).toEqual(Object.entries(row))
      }),
    )
  })

  test.each(['', '[]', '"row"', '{"a":true}', '{"a":{}}', '{"a":[1]}', '{"a":1'])('%j is no row', (line) => {
    expect(() => decodeRow(line)).toThrow()
  })
})

const text = { name: 'a', text: true }
const columns = [text, ...['b', 'c', 'd'].map((name) => ({ name, text: false }))]
const odd: Table = { name: 'odd', columns, key: [text] }
const rows: BackupRow[] = [
  { a: '', b: 9223372036854775807n, c: null, d: null },
  {
    a: 'line\nfeed \r tab\t "quote" \\ \u2028 \u2029 \u0001',
    b: -9223372036854775808n,
    c: Buffer.of(0, 255, 10),
    d: 0.1,
  },
  { a: 'zoë', b: 0n, c: Buffer.alloc(0), d: 5 },
  { a: '￿ before 😀, bytewise', b: null, c: null, d: 5e-324 },
  { a: '😀👩🏽‍🎯', b: 9007199254740993n, c: null, d: -1.7976931348623157e308 },
]
const lines = rows.map(encodeRow)

test('SQLite gives every kind of value exactly, in the order of its bytes', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table odd (a text primary key, b integer, c blob, d real)')
  for (const row of rows.toReversed())
    database.prepare('insert into odd values (?, ?, ?, ?)').run(...(Object.values(row) as []))
  expect([...sqliteRows(database)(odd)].map(encodeRow)).toEqual(lines)
})

test('so does PostgreSQL, and it says the same', async () => {
  await using made = await createDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: made.url })
  await client.connect()
  await client.query('create table odd (a text primary key, b bigint, c bytea, d double precision)')
  for (const row of rows.toReversed()) await client.query('insert into odd values ($1, $2, $3, $4)', Object.values(row))
  await client.query('begin')
  expect((await Array.fromAsync(postgresRows(client)(odd))).map(encodeRow)).toEqual(lines)
  await client.end()
})
