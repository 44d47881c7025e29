import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { allRows } from '#test/support/all-rows.ts'
import { envOf, quiver } from '#test/support/backup.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, type EngineName, type TestClub, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import {
  type Counted,
  type FormerExport,
  filesOf,
  generateFormerClub,
  recount,
} from '#test/support/firebase-fixture/generate.ts'
import { callerOf, createFolder } from '#test/support/firebase-fixture/move-in.ts'

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

describe.each(usualEngines)('a club that moves in (%s)', (engine) => {
  // Shows: 3.24
  test('has all its balances, attendance, and roles; importing again changes nothing; and it can leave again', {
    timeout: 60_000,
  }, async ({ club }) => {
    const former = await generateFormerClub(7, size)
    using place = await createFolder(filesOf(former))
    const typed = (...words: string[]) => quiver(envOf(club), 'import', 'firebase', place.folder, ...words)

    const before = await allRows(club)
    const dry = await typed('--dry-run')
    expect([dry.code, dry.complained]).toEqual([0, ''])
    expect(dry.said).toContain('Read 24 members, 24 accounts (24 with a password), 15 practices')
    expect(dry.said).toContain('Nothing has been changed. Without --dry-run, this would be imported:\n  24 members\n')
    expect(await allRows(club)).toEqual(before)

    const done = await typed()
    expect([done.code, done.complained]).toEqual([0, ''])
    // The dry run announced exactly what the import then did.
    const announced = dry.said.split('this would be imported:\n')[1]
    expect(done.said.split('\nImported:\n')[1]?.split('\nCheck it')[0]).toBe(announced)
    expect(await countHere(club, former)).toEqual(recount(former))
    expect(await brokenRules(club.ctx)).toEqual([])

    const after = await allRows(club)
    const again = await typed()
    expect(again).toMatchObject({ code: 0 })
    expect(again.said).toMatch(/\nNothing to do: everything in these files has already been imported\.$/)
    expect(await allRows(club)).toEqual(after)

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
