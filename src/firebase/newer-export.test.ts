import { describe, expect, test } from 'vitest'
import { firebaseHash } from '#server/crypto/passwords.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, type TestClub, usualEngines } from '#test/support/club.ts'
import { stamp } from '#test/support/firebase-fixture/generate.ts'
import { moveIn, moveInWith, readFormer, signIn } from '#test/support/firebase-fixture/move-in.ts'
import {
  filesWith,
  has,
  oldPassword,
  person,
  practice,
  quick,
  september,
  tonight,
} from '#test/support/firebase-fixture/small-club.ts'
import { planImportOfClub } from './import-club.ts'

const december = '2026-12-01T23:00:00.000Z'
const names = { nameFirst: 'Amy', nameLast: 'Newcomer', birthday: '2004-05-06', pronouns: ['She/Her'] }
const wizard = { ...names, bowType: 'Recurve', personalEquipment: 'No', hasCar: false } as const
const onlyPractice = (club: TestClub) => club.db.selectFrom('practice').selectAll().executeTakeFirstOrThrow()

describe.each(usualEngines)('an address that was changed in the old app since (%s)', (engine) => {
  const mal = person('mal@purdue.edu', { hasLoggedIn: false })
  const accounts = [{ localId: 'mal', email: 'victim@purdue.edu', emailVerified: false }]

  test('gets nothing that is waiting here for that address', async () => {
    await using club = await createTestClub(engine)
    const p1 = practice(september, { emails: ['victim@purdue.edu'], carpoolEmails: ['victim@purdue.edu'] })
    const rest = { practices: { p1 }, paid: { 'victim@purdue.edu': { paid: 3 } } }
    await moveInWith(club, { users: { mal }, ...rest })
    await moveInWith(club, { users: { mal: { ...mal, hasLoggedIn: true } }, ...rest, accounts })
    expect(await has(club, 'mal')).toEqual({ dayPasses: 0, balance: 0, attended: 0 })
    const waits = club.db.selectFrom('preRegistration').select('kind').where('consumedAt', 'is', null)
    expect(await waits.execute()).toHaveLength(3)
  })

  test('takes nothing from the member who has that address here', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    await moveInWith(club, { users: { mal }, practices: { p1: practice(september) } })
    const victim = await club.member({ email: 'victim@purdue.edu', hasLoggedIn: 0 })
    const value = { paidPractices: 3, dayPasses: 0 }
    await kai.api.paidCounts.set({ email: 'victim@purdue.edu', expected: null, value })
    const p1 = practice(september, { emails: ['victim@purdue.edu'] })
    await moveInWith(club, { users: { mal: { ...mal, hasLoggedIn: true } }, practices: { p1 }, accounts })
    await victim.api.welcome.finish(wizard)
    expect(await has(club, victim.id)).toEqual({ dayPasses: 2, balance: 2, attended: 1 })
    expect(await has(club, 'mal')).toEqual({ dayPasses: 0, balance: 0, attended: 0 })
  })
})

test('older files between two newer ones subtract the welcome passes once', async () => {
  await using club = await createTestClub('sqlite')
  const ana = await club.member({ email: 'ana@purdue.edu', hasLoggedIn: 0 })
  await ana.api.welcome.finish(wizard)
  const old = person('ana@purdue.edu', { hasLoggedIn: false })
  const p1 = practice(september)
  const before = await filesWith({ users: { ana: old }, practices: { p1 } })
  const finished = { ...old, hasLoggedIn: true, dayPasses: 2, paidPractices: 2 }
  const newer = await filesWith({ users: { ana: finished }, practices: { p1 } })
  await moveIn(club, before)
  await moveIn(club, newer)
  const had = await has(club, ana.id)
  await moveIn(club, before)
  await moveIn(club, newer)
  expect(await has(club, ana.id)).toEqual(had)
})

describe('RSVPs of newer files', () => {
  const users = Object.fromEntries(['ana', 'ben', 'zed'].map((id) => [id, person(`${id}@purdue.edu`)]))
  const standing = async (club: TestClub) => {
    const rows = await club.db.selectFrom('rsvp').selectAll().where('practiceId', '=', 'p1').execute()
    return Object.fromEntries(rows.map((row) => [row.memberId, row.waiting]))
  }

  test('get the available spots in the order of the list', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(december, { attendanceLimit: 2, archers: ['ben'] })
    await moveInWith(club, { users, practices: { p1 } })
    await moveInWith(club, { users, practices: { p1: { ...p1, archers: ['ben', 'zed', 'ana'] } } })
    expect(await standing(club)).toEqual({ ben: null, zed: null, ana: 1 })
  })

  test('keep the spots that they had there, at a practice that comes with them', async () => {
    await using club = await createTestClub('sqlite')
    await moveInWith(club, { users, practices: { p0: practice(september) } })
    const p1 = practice(december, { attendanceLimit: 1, archers: ['zed', 'ben', 'ana'] })
    await moveInWith(club, { users, practices: { p0: practice(september), p1 } })
    expect(await standing(club)).toEqual({ zed: null, ben: null, ana: null })
  })
})

describe('a practice', () => {
  const users = { ana: person('ana@purdue.edu') }

  test('that was started there since keeps its limit here', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(tonight, { attendanceLimit: 1 })
    await moveInWith(club, { users, practices: { p1 } })
    await club.db.updateTable('practice').set({ attendanceLimit: null }).execute()
    await moveInWith(club, { users, practices: { p1 }, active: 'p1' })
    const { startedAt, attendanceLimit } = await onlyPractice(club)
    expect([startedAt !== null, attendanceLimit]).toEqual([true, null])
  })

  test('that is live there and was moved here begins no later than it ends', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(tonight)
    await moveInWith(club, { users, practices: { p1 } })
    const moved = { startsAt: '2026-11-24T20:00:00.000Z', endsAt: '2026-11-24T22:00:00.000Z' }
    await club.db.updateTable('practice').set(moved).execute()
    await moveInWith(club, { users, practices: { p1 }, active: 'p1' })
    const { startedAt, endedAt } = await onlyPractice(club)
    expect([startedAt, endedAt]).toEqual([moved.endsAt, moved.endsAt])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('that is canceled in one document and live in another is live, and the dry run says so', async () => {
    await using club = await createTestClub('sqlite')
    const one = practice(tonight)
    const event = { ...one.googleEvent, id: 'event1' }
    const p1 = { ...one, googleEvent: { ...event, status: 'cancelled' } }
    const p2 = { ...one, googleEvent: event }
    const files = await filesWith({ users, practices: { p1, p2 }, active: 'p2' })
    const dry = await planImportOfClub(club.ctx, await readFormer(club, files))
    const done = await moveIn(club, files)
    expect([dry.live, dry.defects.length]).toEqual([done.live, done.defects.length])
    const { startedAt, cancelledAt } = await onlyPractice(club)
    expect([startedAt !== null, cancelledAt]).toEqual([true, null])
  })

  test('isn’t changed by the same files once it is past', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(tonight, { startedAt: stamp(Date.parse(tonight)), members: ['ana'] })
    const ana = person('ana@purdue.edu', { practices: ['p1'] })
    const files = await filesWith({ users: { ana }, practices: { p1 } })
    await moveIn(club, files)
    club.clock.set('2026-11-26T00:44:30.000Z')
    expect(await moveIn(club, files)).toMatchObject({ practices: 0, changed: 0 })
  })
})

test('attendance and a photo of an account without a document go to the document with its address', async () => {
  await using club = await createTestClub('sqlite')
  const email = 'ana@purdue.edu'
  const accounts = [{ localId: 'new', email, emailVerified: true }]
  const p1 = practice(september, { members: ['new', 'old'], carpool: ['new'], archers: ['new', 'old'] })
  const users = { old: person(email, { dayPasses: 2, paidPractices: 3 }) }
  const files = await filesWith({ users, practices: { p1 }, accounts })
  const former = await readFormer(club, { ...files, 'pfp/new.jpg': 'a picture' })
  expect([...former.pictures.keys()]).toEqual(['old'])
  expect(former.people).toMatchObject([{ uid: 'old', attended: ['p1'], credited: ['p1'], rsvps: [{ position: 0 }] }])
  expect((await moveIn(club, files)).attended).toBe(1)
})

test('a waiting sign-up loses the password it was made with, even if only newer files verify the address', async () => {
  await using club = await createTestClub('sqlite')
  await club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: 'a stranger’s choice' })
  const users = { ana: person('ana@purdue.edu', { paidPractices: 2 }) }
  const facts = { users, practices: { p1: practice(september) } }
  const files = await filesWith(facts)
  const [account] = JSON.parse(files['auth.json'] ?? '').users
  const accounts = [{ ...account, emailVerified: false }]
  await moveInWith(club, { ...facts, accounts })
  expect((await moveIn(club, files)).passwords).toBe(1)
  expect((await signIn(club, 'ana@purdue.edu', oldPassword)).statusCode).toBe(200)
  expect((await signIn(club, 'ana@purdue.edu', 'a stranger’s choice')).statusCode).toBe(401)
  expect((await moveIn(club, files)).passwords).toBe(0)
})

test.each(usualEngines)('ids that can’t be stored are left out and reported (%s)', async (engine) => {
  await using club = await createTestClub(engine)
  const users = { '\ud800': person('y@purdue.edu'), '\ud801': person('z@purdue.edu'), ana: person('ana@purdue.edu') }
  const accounts = [{ localId: 'q\u0000', email: 'q@purdue.edu', emailVerified: true }]
  const members = { arrayValue: { values: {} } }
  const files = await filesWith({ users, practices: { p1: practice(september, { members }) }, accounts })
  const { defects } = await readFormer(club, files)
  expect(defects.filter(({ why }) => why.includes('can’t be stored'))).toHaveLength(3)
  expect(await moveIn(club, files)).toMatchObject({ people: 1, practices: 1 })
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

test('a newer export brings passwords and verified addresses of those who have not signed in here, each once', async () => {
  await using club = await createTestClub('sqlite')
  const status = async (id: string, password: string) => (await signIn(club, `${id}@purdue.edu`, password)).statusCode
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
