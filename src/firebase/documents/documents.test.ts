import { describe, expect, test } from 'vitest'
import { readContent } from './documents.ts'

const ana = { email: 'ana@purdue.edu' }

/** What is found in a file: its documents by `collection/id`. */
function read(json: unknown, name = 'users.json') {
  const content = readContent(json, name)
  if (content === null) return null
  return Object.fromEntries(content.documents.map(({ collection, id, raw }) => [`${collection}/${id}`, raw]))
}

describe('a file of an export', () => {
  test.each([
    { ana },
    [{ id: 'ana', ...ana }],
    [{ __name__: 'users/ana', ...ana }],
    [{ uid: 'ana', data: ana }],
    { __collections__: { users: { ana } } },
    { users: { ana } },
    { Users: [{ _id: 'ana', ...ana }] },
    { 'users/ana': ana },
  ])('has its documents in every form: %j', (json) => {
    expect(read(json)).toEqual({ 'users/ana': ana })
  })

  test('has the fields of a document that says its whole path', () => {
    const fields = { email: { stringValue: 'ana@purdue.edu' } }
    const name = 'projects/x/databases/(default)/documents/users/ana'
    expect(read({ documents: [{ name, fields, createTime: 'then' }] })).toEqual({ 'users/ana': { fields } })
  })

  test('with all collections is recognized by them under any name; other collections are counted', () => {
    const json = { users: { ana }, settings: { activePractice: { isActive: false } }, news: { a: {}, b: {} } }
    expect(read(json, 'dump.json')).toEqual({ 'users/ana': ana, 'settings/activePractice': { isActive: false } })
    expect([...(readContent(json, 'dump.json')?.strangers ?? [])]).toEqual([['news', 2]])
  })

  test('of the setting may have it alone, of paid counts the numbers alone', () => {
    const setting = { isActive: true, practiceId: 'p' }
    expect(read(setting, 'settings.json')).toEqual({ 'settings/activePractice': setting })
    const count = { 'emailPaidCounts/a@purdue.edu': { paid: 3 } }
    expect(read({ 'a@purdue.edu': 3 }, 'email-paid-counts.json')).toEqual(count)
  })

  test('reports documents in a list that don’t say which they are', () => {
    const nameless = [0, 1, 2].map((at) => ({ collection: 'users', at }))
    expect(readContent([ana, 7, { id: '', ...ana }], 'users.json')?.nameless).toEqual(nameless)
  })

  test.each([{ users: [{ localId: 'ana', ...ana }] }, [{ localId: 'ana', ...ana }]])(
    'is of accounts by what is in it: %j',
    (json) => {
      expect(readContent(json, 'users.json')).toMatchObject({ accounts: [{ localId: 'ana' }], documents: [] })
    },
  )

  test.each([
    [{ name: 'a package' }, 'package.json'],
    [null, 'y.json'],
  ])('is none: %j', (json, name) => {
    expect(readContent(json, name)).toBeNull()
  })
})
