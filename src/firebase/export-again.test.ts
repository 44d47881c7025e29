import { expect } from 'vitest'
import { firebaseHash } from '#server/crypto/passwords.ts'
import { logInStatus } from '#test/support/account-requests.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { callerOf, moveIn, moveInWith, readFormer } from '#test/support/firebase-fixture/move-in.ts'
import {
  filesWith,
  has,
  oldPassword,
  person,
  practice,
  quick,
  september,
  wizard,
} from '#test/support/firebase-fixture/small-club.ts'
import { exportClub } from './export-club.ts'
import { asDocumentId, fromDocumentId } from './export-ids.ts'

const enter = (club: TestClub, email: string) => callerOf(club, email, oldPassword)
const exported = async ({ db, ctx }: TestClub) => exportClub(db, ctx.club.timeZone)

describe.each(usualEngines)('a newer export of an old app that went on (%s)', () => {
  test('brings what waited for someone once, wherever they finished the welcome steps', async ({ club, kai }) => {
    const waiting = person('amid@purdue.edu', { hasLoggedIn: false, nameFirst: '', nameLast: '' })
    const here = { ...waiting, email: 'here@purdue.edu' }
    const emails = ['later@purdue.edu', 'amid@purdue.edu', 'here@purdue.edu', 'both@purdue.edu']
    const paid = Object.fromEntries([...emails, 'raised@purdue.edu'].map((email) => [email, { paid: 3 }]))
    const p1 = practice(september, { emails })
    await moveInWith(club, { users: { amid: waiting, here }, practices: { p1 }, paid })
    await kai.api.paidCounts.set({
      email: 'raised@purdue.edu',
      expected: { paidPractices: 3, dayPasses: 0 },
      value: { paidPractices: 5, dayPasses: 1 },
    })
    // Two of them finish the welcome wizard here first, then in the old app too.
    await (await enter(club, 'here@purdue.edu')).api.welcome.finish(wizard)
    const both = await club.member({ email: 'both@purdue.edu', hasLoggedIn: 0 })
    await both.api.welcome.finish(wizard)
    expect(await has(club, both.id)).toEqual({ dayPasses: 2, balance: 2, attended: 1 })

    const members = ['later', 'amid', 'here', 'both']
    const counts = { dayPasses: 2, paidPractices: 3 }
    const been = members.map((id) => [id, person(`${id}@purdue.edu`, { ...counts, practices: ['p1'] })])
    const users = { ...Object.fromEntries(been), raised: person('raised@purdue.edu', counts) }
    const files = await filesWith({ users, practices: { p1: practice(september, { members }) }, paid })
    await moveIn(club, files)
    for (const id of ['later', 'amid', 'here', both.id])
      expect([id, await has(club, id)]).toEqual([id, { dayPasses: 2, balance: 2, attended: 1 }])
    // Their two, and the pass that an officer pre-registered here.
    expect(await has(club, 'raised')).toEqual({ dayPasses: 3, balance: 5, attended: 0 })
    const amid = await enter(club, 'amid@purdue.edu')
    await expect(amid.api.welcome.finish(wizard)).rejects.toThrow()
    const row = await club.db.selectFrom('member').selectAll().where('id', '=', 'amid').executeTakeFirstOrThrow()
    expect([row.nameLast, row.dayPasses]).toEqual(['Before', 2])
    expect(await moveIn(club, files)).toMatchObject({ people: 0, changed: 0, lists: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('adds what people who have yet to sign up have paid since, also to an officer’s entry', async ({
    club,
    kai,
  }) => {
    const value = { paidPractices: 2, dayPasses: 1 }
    await kai.api.paidCounts.set({ email: 'noted@purdue.edu', expected: null, value })
    const files = (first: number, second: number) =>
      filesWith({
        users: {},
        accounts: [{ localId: 'z' }],
        practices: { p1: practice(september) },
        paid: {
          'noted@purdue.edu': { paid: first },
          'new@purdue.edu': { paid: second - 1 },
          'New@Purdue.edu': { paid: 1 },
        },
      })
    const { defects } = await readFormer(club, await files(3, 3))
    const added = { document: 'emailPaidCounts/New@Purdue.edu', done: 'Added up: 3 paid.' }
    expect(defects).toContainEqual(expect.objectContaining(added))
    await moveIn(club, await files(3, 3))
    const waiting = async () =>
      Object.fromEntries((await kai.api.paidCounts.get({})).counts.map((each) => [each.email, each.paidPractices]))
    expect(await waiting()).toEqual({ 'noted@purdue.edu': 5, 'new@purdue.edu': 3 })
    const ana = await club.member({ email: 'new@purdue.edu', hasLoggedIn: 0 })
    await ana.api.welcome.finish(wizard)
    expect(await has(club, ana.id)).toEqual({ dayPasses: 2, balance: 3, attended: 0 })
    expect((await moveIn(club, await files(4, 5))).lists).toBe(2)
    expect((await moveIn(club, await files(4, 5))).lists).toBe(0)
    expect(await waiting()).toEqual({ 'noted@purdue.edu': 6 })
    const { emailPaidCounts } = (await exported(club)).collections
    expect(emailPaidCounts).toEqual({ 'noted@purdue.edu': { paid: 6 }, 'new@purdue.edu': { paid: 5 } })
    expect(await has(club, ana.id)).toEqual({ dayPasses: 2, balance: 5, attended: 0 })
    const noted = await club.member({ email: 'noted@purdue.edu', hasLoggedIn: 0 })
    await noted.api.welcome.finish(wizard)
    expect(await has(club, noted.id)).toEqual({ dayPasses: 3, balance: 6, attended: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})

describe.each(usualEngines)('an address that was changed in the old app since (%s)', () => {
  const mal = person('mal@purdue.edu', { hasLoggedIn: false })
  const accounts = [{ localId: 'mal', email: 'victim@purdue.edu', emailVerified: false }]

  test('gets nothing that is waiting here for that address', async ({ club }) => {
    const p1 = practice(september, { emails: ['victim@purdue.edu'], carpoolEmails: ['victim@purdue.edu'] })
    const rest = { practices: { p1 }, paid: { 'victim@purdue.edu': { paid: 3 } } }
    await moveInWith(club, { users: { mal }, ...rest })
    await moveInWith(club, { users: { mal: { ...mal, hasLoggedIn: true } }, ...rest, accounts })
    expect(await has(club, 'mal')).toEqual({ dayPasses: 0, balance: 0, attended: 0 })
    const waits = club.db.selectFrom('preRegistration').select('kind').where('consumedAt', 'is', null)
    expect(await waits.execute()).toHaveLength(3)
  })
})

const salt = 'c29tZSBzYWx0'

/** Three members with an account; only Cy's address may be unverified. */
async function filesWithPasswords(passwords: Record<string, string>, cy: { verified: boolean; email?: string }) {
  const account = async (localId: string) => ({
    localId,
    email: localId === 'cy' && cy.email ? cy.email : `${localId}@purdue.edu`,
    salt,
    emailVerified: localId !== 'cy' || cy.verified,
    passwordHash: (await firebaseHash({ ...quick, salt }, passwords[localId] ?? oldPassword)).toString('base64'),
  })
  const ids = ['ana', 'ben', 'cy']
  return filesWith({
    users: Object.fromEntries(ids.map((id) => [id, person(`${id}@purdue.edu`)])),
    practices: { p1: practice(september) },
    accounts: await Promise.all(ids.map(account)),
  })
}

test('a newer export brings passwords and verified addresses to who has not signed in here, once', async ({ club }) => {
  const status = (id: string, password: string) => logInStatus(club, `${id}@purdue.edu`, password)
  const first = await filesWithPasswords({}, { verified: false })
  await moveIn(club, first)
  expect([await status('ben', oldPassword), await status('cy', oldPassword)]).toEqual([200, 403])
  // The verified address there differs from the one here.
  const moved = await filesWithPasswords({}, { verified: true, email: 'cyrus@purdue.edu' })
  expect(await moveIn(club, moved)).toMatchObject({ passwords: 0 })
  const newer = await filesWithPasswords({ ana: 'blue19', ben: 'blue19' }, { verified: true })
  expect(await moveIn(club, newer)).toMatchObject({ passwords: 2, people: 0 })
  expect(await moveIn(club, newer)).toMatchObject({ passwords: 0, changed: 0 })
  // Importing the old files again doesn't bring back the replaced password.
  expect(await moveIn(club, first)).toMatchObject({ passwords: 0, changed: 0 })
  expect(await status('ana', 'blue19')).toBe(200)
  expect([await status('ben', oldPassword), await status('cy', oldPassword)]).toEqual([200, 200])
})

test('a second document with an imported address brings nothing, and is reported', async ({ club }) => {
  const what = { paidPractices: 5, dayPasses: 3, practices: ['p1'] }
  const files = (uid: string) =>
    filesWith({
      users: { [uid]: person('ana@purdue.edu', what) },
      practices: { p1: practice(september, { members: [uid] }) },
    })
  await moveIn(club, await files('uid1'))
  const done = await moveIn(club, await files('uid2'))
  expect(await has(club, 'uid1')).toEqual({ dayPasses: 3, balance: 4, attended: 1 })
  expect([done.people, done.changed]).toEqual([0, 0])
  const why = '“ana@purdue.edu” was imported from “uid1” before'
  expect(done.defects).toMatchObject([{ document: 'users/uid2', why }])
  expect(await moveIn(club, await files('uid1'))).toMatchObject({ people: 0, changed: 0, defects: [] })
  expect(await brokenRules(club.ctx)).toEqual([])
})

test('an export has what an address was given, but nothing of removed members', async ({ club, kai }) => {
  const emails = ['ana@purdue.edu', 'later@purdue.edu']
  const p1 = practice(september, { emails, carpoolEmails: emails })
  const paid = Object.fromEntries(emails.map((email) => [email, { paid: 3 }]))
  await moveInWith(club, { users: {}, practices: { p1 }, paid, accounts: [{ localId: 'z' }] })
  const ana = await club.member({ email: 'ana@purdue.edu', hasLoggedIn: 0 })
  await ana.api.welcome.finish(wizard)
  const listed = async () => {
    const { practices, emailPaidCounts } = (await exported(club)).collections
    return [practices.p1?.emails, practices.p1?.carpoolEmails, Object.keys(emailPaidCounts)]
  }
  expect(await listed()).toEqual([emails, emails, emails])
  const entry = { practiceId: 'p1', memberId: ana.id, reason: 'A mistake' }
  await kai.api.managePractices.setAttendance({ ...entry, attended: false })
  const open = ['later@purdue.edu']
  expect(await listed()).toEqual([open, emails, emails])
  await kai.api.members.remove({ memberId: ana.id })
  expect(await listed()).toEqual([open, open, open])
  // The address now belongs to another member, who received none of it.
  await club.db.updateTable('member').set({ removedEmail: null }).where('id', '=', ana.id).execute()
  await club.member({ email: 'ana@purdue.edu', hasLoggedIn: 0 })
  expect(await listed()).toEqual([open, open, open])
})

test.each(['a/b', '.', '..', '__a__', '__proto__'])('the id “%s” is written as a valid document id', (id) => {
  const written = asDocumentId(id)
  expect(written).not.toMatch(/\/|^\.{1,2}$|^__.*__$/)
  expect([fromDocumentId(written), fromDocumentId('a%20b'), fromDocumentId('100%')]).toEqual([id, 'a%20b', '100%'])
})
