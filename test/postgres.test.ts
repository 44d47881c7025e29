import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase, prepareTemplate } from './support/postgres.ts'

const adminUrl = inject('postgresUrl')

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('the tests run on PostgreSQL 18, in UTF-8 and the same order everywhere', async () => {
  const [row] = await query(
    adminUrl,
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
      lower('ÜBER') AS lower, 'Z' < 'a' AS by_code_point, current_setting('fsync') AS fsync`,
  )
  expect(row).toEqual({ version: 18, encoding: 'UTF8', lower: 'über', by_code_point: true, fsync: 'off' })
})

test('a template is filled once, however many ask for it, and its copies are independent', async () => {
  const name = `template_${process.pid}`
  let fills = 0
  const fill = async (url: string) => {
    fills++
    await query(url, 'CREATE TABLE arrow (id int); INSERT INTO arrow VALUES (1)')
  }
  await Promise.all([1, 2, 3].map(() => prepareTemplate(adminUrl, name, fill)))
  expect(fills).toBe(1)

  await using first = await createDatabase(adminUrl, { template: name })
  await using second = await createDatabase(adminUrl, { template: name })
  await query(first.url, 'INSERT INTO arrow VALUES (2)')
  expect(await query(first.url, 'SELECT count(*)::int FROM arrow')).toEqual([{ count: 2 }])
  expect(await query(second.url, 'SELECT count(*)::int FROM arrow')).toEqual([{ count: 1 }])
})

test('a template that could not be filled is filled again', async () => {
  const name = `broken_${process.pid}`
  const failing = prepareTemplate(adminUrl, name, async () => {
    throw new Error('no migrations')
  })
  await expect(failing).rejects.toThrow('no migrations')
  await prepareTemplate(adminUrl, name, async (url) => void (await query(url, 'CREATE TABLE arrow (id int)')))
  await using copy = await createDatabase(adminUrl, { template: name })
  expect(await query(copy.url, 'SELECT * FROM arrow')).toEqual([])
})

test('a database is dropped although a client is still connected to it', async () => {
  const database = await createDatabase(adminUrl)
  const client = new Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  await dropDatabase(adminUrl, database.name)
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist')
  await dropDatabase(adminUrl, database.name)
})
