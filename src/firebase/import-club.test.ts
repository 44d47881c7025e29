import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envOf, quiver } from '#test/support/backup.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, type EngineName, type TestClub, usualEngines } from '#test/support/club.ts'
import {
  type Counted,
  type FormerExport,
  filesOf,
  generateFormerClub,
  recount,
} from '#test/support/firebase-fixture/generate.ts'
import { callerOf, createFolder, signIn } from '#test/support/firebase-fixture/move-in.ts'
import { readFolder } from './read-folder.ts'
import { readSourceClub } from './source-club.ts'

const size = { members: 24, practices: 15, signIns: 2 }

/** The counts that officers see for every member, read by an officer who signs in with an imported password. */
async function countHere(club: TestClub, former: FormerExport): Promise<Map<string, Counted>> {
  const [email = '', password = ''] = [...former.passwords][0] ?? []
  const { members } = await (await callerOf(club, email, password)).api.members.get({})
  return new Map(
    members.map(({ email, role, dayPasses, paidPractices, attended }) => [
      email,
      { role, dayPasses, paidPractices, attended, balance: paidPractices - attended },
    ]),
  )
}

/** All rows, except those that signing in changes. */
async function everything({ db }: TestClub) {
  const tables = ['user', 'member', 'practice', 'attendance', 'rsvp', 'carpoolCredit', 'preRegistration'] as const
  const more = ['ledger', 'audit', 'importedFact', 'mailboxGrant', 'picture', 'account'] as const
  const rows: Record<string, unknown[]> = {}
  for (const table of [...tables, ...more]) rows[table] = await db.selectFrom(table).selectAll().execute()
  return Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).toSorted()]),
  )
}

describe.each(usualEngines)('a club that moves in (%s)', (engine) => {
  // Shows: 3.24
  test('has all its balances, attendance, and roles; importing again changes nothing; and it can leave again', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine)
    const former = await generateFormerClub(7, size)
    await using place = await createFolder(filesOf(former))
    const typed = (...words: string[]) => quiver(envOf(club), 'import', 'firebase', place.folder, ...words)

    const before = await everything(club)
    const dry = await typed('--dry-run')
    expect([dry.code, dry.complained]).toEqual([0, ''])
    expect(dry.said).toContain('Read 24 members, 24 accounts (24 with a password), 15 practices')
    expect(dry.said).toContain('Nothing has been changed. Without --dry-run, this would be imported:\n  24 members\n')
    expect(await everything(club)).toEqual(before)

    const done = await typed()
    expect([done.code, done.complained]).toEqual([0, ''])
    // The dry run announced exactly what the import then did.
    const announced = dry.said.split('this would be imported:\n')[1]
    expect(done.said.split('\nImported:\n')[1]?.split('\nCheck it')[0]).toBe(announced)
    expect(await countHere(club, former)).toEqual(recount(former))
    expect(await brokenRules(club.ctx)).toEqual([])

    const after = await everything(club)
    const again = await typed()
    expect(again).toMatchObject({ code: 0 })
    expect(again.said).toMatch(/\nNothing to do: everything in these files has already been imported\.$/)
    expect(await everything(club)).toEqual(after)

    const folder = join(place.folder, 'leaving')
    const left = await quiver(envOf(club), 'export', 'firebase', folder)
    expect([left.code, left.complained]).toEqual([0, ''])
    expect(await readBack(folder)).toEqual(asExported(former, new Set([...former.passwords.keys()].slice(0, 1))))
    expect(await quiver(envOf(club), 'export', 'firebase', folder)).toMatchObject({ code: 1 })
    const complained = expect.stringContaining('was exported from this club')
    expect(await quiver(envOf(club), 'import', 'firebase', folder)).toMatchObject({ code: 1, complained })
    await comesBack(engine, folder, former)
  })
})

/** Reads the export back, with ids sorted, because the lists here have their own order. */
async function readBack(folder: string) {
  const json = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'))
  const names = (await readdir(folder)).toSorted()
  return {
    names,
    users: sorted(await json('users.json')),
    practices: sorted(await json('practices.json')),
    settings: await json('settings.json'),
    emailPaidCounts: await json('emailPaidCounts.json'),
    accounts: await json('auth.json'),
    config: await readFile(join(folder, 'hash-config.txt'), 'utf8'),
    hashedHere: (await json('auth-scrypt.json')).users.map(({ email }: { email: string }) => email),
  }
}

/**
 * The original export, minus what the report lists as left out.
 * @param hashedHere members who have signed in since
 */
function asExported(former: FormerExport, hashedHere: Set<string>) {
  const users = Object.entries(former.users).map(([id, { firstName, lastName, ...user }]) => [
    id,
    { role: 'Member', ...user, ...(firstName === undefined ? {} : { nameFirst: firstName, nameLast: lastName }) },
  ])
  return {
    names: [
      ...['auth-scrypt.json', 'auth.json', 'emailPaidCounts.json', 'hash-config.txt'],
      ...['practices.json', 'quiver.json', 'settings.json', 'users.json'],
    ],
    users: sorted(Object.fromEntries(users)),
    practices: sorted(former.practices),
    settings: former.settings,
    emailPaidCounts: former.emailPaidCounts,
    accounts: { users: former.auth.users.filter(({ email }) => !hashedHere.has(email)) },
    config: filesOf(former)['hash-config.txt'],
    hashedHere: [...hashedHere],
  }
}

function sorted(documents: Record<string, object>) {
  // RSVPs keep their order, which decides who gets a spot.
  const keepsOrder = (field: string) => ['archers', 'drivers', 'pronouns'].includes(field)
  return mapValues(documents, (document) =>
    mapValues(document as Record<string, unknown>, (value, field) =>
      Array.isArray(value) && !keepsOrder(field) ? value.toSorted() : value,
    ),
  )
}

function mapValues<Value, To>(all: Record<string, Value>, to: (value: Value, name: string) => To) {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, to(value, name)]))
}

/** An export from here can be imported again, including passwords that were hashed here. */
async function comesBack(engine: EngineName, folder: string, former: FormerExport) {
  await using club = await createTestClub(engine)
  const env = { ...envOf(club), AUTH_SECRET: 'the secret of another club, where it moves in' }
  expect(await quiver(env, 'import', 'firebase', folder)).toMatchObject({ code: 0, complained: '' })
  expect(await countHere(club, former)).toEqual(recount(former))
}

test('signing in with the old app’s password works, even with six characters, and stores a new hash', {
  timeout: 60_000,
}, async () => {
  await using club = await createTestClub('sqlite')
  const former = await generateFormerClub(11, { members: 3, practices: 1, signIns: 3 })
  await using place = await createFolder(filesOf(former))
  await quiver(envOf(club), 'import', 'firebase', place.folder)
  const oldHashes = async () => {
    const rows = await club.db.selectFrom('account').select('password').execute()
    return rows.filter(({ password }) => password?.startsWith('firebase-scrypt:')).length
  }
  expect(await oldHashes()).toBe(3)
  const [email = '', password = ''] = [...former.passwords][1] ?? []
  expect((await signIn(club, email, `${password}!`)).statusCode).toBe(401)
  expect((await signIn(club, email, password)).statusCode).toBe(200)
  expect(await oldHashes()).toBe(2)
  expect((await signIn(club, email, password)).statusCode).toBe(200)
  expect((await signIn(club, email, `${password}!`)).statusCode).toBe(401)
})

describe('an export of any form', () => {
  const shapes: Record<string, (club: FormerExport) => Record<string, string>> = {
    'one file, of node-firestore-import-export': ({ users, practices, settings, emailPaidCounts, ...rest }) => {
      const inner = (documents: object) =>
        mapValues(documents as Record<string, object>, (each) => ({ ...each, __collections__: {} }))
      const collections: Record<string, object> = { users, practices, settings, emailPaidCounts }
      const __collections__ = mapValues(collections, inner)
      return { 'backup.json': JSON.stringify({ __collections__ }), ...accountsOf(rest) }
    },
    'one plain file, with other timestamps': ({ users, practices, settings, emailPaidCounts, ...rest }) => {
      const text = JSON.stringify({ users, practices, settings, emailPaidCounts })
      const plain = text
        .replaceAll('"__datatype__":"timestamp","value":{', '')
        .replaceAll(/(_nanoseconds":\d+)}}/g, '$1}')
      expect(plain).not.toContain('datatype')
      return { 'firestore-dump.json': plain.replaceAll('"_', '"'), ...accountsOf(rest) }
    },
    'lists of documents with ids, and instants in ISO text or milliseconds': (club) => {
      let n = 0
      const list = (documents: object, name: string) =>
        JSON.stringify(Object.entries(documents).map(([id, each]) => ({ [name]: id, ...each }))).replaceAll(
          /\{"__datatype__":"timestamp","value":\{"_seconds":(\d+),"_nanoseconds":0\}\}/g,
          (_, seconds) => (++n % 2 === 0 ? `${seconds}000` : `"${new Date(Number(seconds) * 1000).toISOString()}"`),
        )
      return {
        'users.json': list(club.users, 'id'),
        'practices.json': list(club.practices, '__name__'),
        'settings.json': JSON.stringify(club.settings.activePractice),
        'emailPaidCounts.json': JSON.stringify(mapValues(club.emailPaidCounts, ({ paid }) => paid)),
        ...accountsOf(club),
      }
    },
    'typed values, of the REST interface': (club) => {
      const { signerKey, saltSeparator, rounds, memCost } = club.hashConfig
      const documents = (collection: string, all: object) =>
        JSON.stringify({
          documents: Object.entries(all).map(([id, each]) => ({
            name: `projects/club/databases/(default)/documents/${collection}/${id}`,
            fields: (typed(each) as { mapValue: { fields: object } }).mapValue.fields,
            ...{ createTime: '2025-01-01T00:00:00Z', updateTime: '2025-01-01T00:00:00Z' },
          })),
        })
      return {
        'export/users.json': documents('users', club.users),
        'export/practices.json': documents('practices', club.practices),
        'export/settings.json': documents('settings', club.settings),
        'export/emailPaidCounts.json': documents('emailPaidCounts', club.emailPaidCounts),
        // The name in the example of the Firebase CLI.
        'auth/users.json': JSON.stringify(club.auth),
        'auth/params.json': JSON.stringify({
          hash_config: {
            ...{ algorithm: 'SCRYPT', rounds, mem_cost: memCost, base64_salt_separator: saltSeparator },
            base64_signer_key: signerKey.replaceAll('+', '-').replaceAll('/', '_'),
          },
        }),
      }
    },
  }

  function accountsOf({ auth, hashConfig }: Pick<FormerExport, 'auth' | 'hashConfig'>) {
    const { 'auth.json': accounts = '', 'hash-config.txt': config = '' } = filesOf({ auth, hashConfig } as FormerExport)
    return { 'auth.json': accounts, 'hash-config.txt': config }
  }

  function typed(value: unknown): unknown {
    if (value === null) return { nullValue: null }
    if (typeof value === 'boolean') return { booleanValue: value }
    if (typeof value === 'number') return { integerValue: String(value) }
    if (typeof value === 'string') return { stringValue: value }
    if (Array.isArray(value)) return { arrayValue: value.length > 0 ? { values: value.map(typed) } : {} }
    const { __datatype__: marked, value: inner } = value as { __datatype__?: string; value?: { _seconds: number } }
    if (marked && inner) return { timestampValue: new Date(inner._seconds * 1000).toISOString() }
    return { mapValue: { fields: Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, typed(v)])) } }
  }

  test.each(Object.keys(shapes))('%s is read like any other', async (name) => {
    const former = await generateFormerClub(3, { members: 20, practices: 12 })
    const read = async (files: Record<string, string>) => {
      await using place = await createFolder(files)
      const now = new Date('2025-12-01T12:00:00Z')
      const days = { now, today: '2025-12-01', dayOf: (at: Date) => at.toISOString().slice(0, 10) }
      const zone = { timeZone: 'America/Indiana/Indianapolis', emailDomain: 'purdue.edu' }
      return readSourceClub(await readFolder(place.folder), { ...days, ...zone })
    }
    const { defects, ...club } = await read(shapes[name]?.(former) ?? {})
    expect(defects).toEqual([])
    expect({ ...club, left: [] }).toEqual({ ...(await read(filesOf(former))), defects: undefined, left: [] })
    expect(club.left).toEqual([])
    expect(club.read).toMatchObject({ users: 20, practices: 12, accounts: 20, passwords: 20 })
  })
})
