import { describe, expect, test } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, type TestClub, usualEngines } from '#test/support/club.ts'
import { stamp } from '#test/support/firebase-fixture/generate.ts'
import { moveIn, readFormer, signIn } from '#test/support/firebase-fixture/move-in.ts'
import {
  filesWith,
  has,
  oldPassword,
  person,
  practice,
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

  test('gets nothing of what waits here for that address', async () => {
    await using club = await createTestClub(engine)
    const p1 = practice(september, { emails: ['victim@purdue.edu'], carpoolEmails: ['victim@purdue.edu'] })
    const rest = { practices: { p1 }, paid: { 'victim@purdue.edu': { paid: 3 } } }
    await moveIn(club, await filesWith({ users: { mal }, ...rest }))
    await moveIn(club, await filesWith({ users: { mal: { ...mal, hasLoggedIn: true } }, ...rest, accounts }))
    const waits = club.db.selectFrom('preRegistration').select('kind').where('consumedAt', 'is', null)
    expect({ mal: await has(club, 'mal'), waits: (await waits.execute()).length }).toEqual({
      mal: { dayPasses: 0, balance: 0, attended: 0 },
      waits: 3,
    })
  })

  test('takes nothing from who has that address here', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    await moveIn(club, await filesWith({ users: { mal }, practices: { p1: practice(september) } }))
    const victim = await club.member({ email: 'victim@purdue.edu', hasLoggedIn: 0 })
    const value = { paidPractices: 3, dayPasses: 0 }
    await kai.api.paidCounts.set({ email: 'victim@purdue.edu', expected: null, value })
    const p1 = practice(september, { emails: ['victim@purdue.edu'] })
    await moveIn(club, await filesWith({ users: { mal: { ...mal, hasLoggedIn: true } }, practices: { p1 }, accounts }))
    await victim.api.welcome.finish(wizard)
    expect(await has(club, victim.id)).toEqual({ dayPasses: 2, balance: 2, attended: 1 })
    expect(await has(club, 'mal')).toEqual({ dayPasses: 0, balance: 0, attended: 0 })
  })
})

test('files of before between two newer ones take the welcome off once', async () => {
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

describe('answers of newer files', () => {
  const users = Object.fromEntries(['ana', 'ben', 'zed'].map((id) => [id, person(`${id}@purdue.edu`)]))
  const standing = async (club: TestClub) => {
    const rows = await club.db.selectFrom('rsvp').selectAll().where('practiceId', '=', 'p1').execute()
    return Object.fromEntries(rows.map((row) => [row.memberId, row.waiting]))
  }

  test('get what places there are in the order of the list', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(december, { attendanceLimit: 2, archers: ['ben'] })
    await moveIn(club, await filesWith({ users, practices: { p1 } }))
    await moveIn(club, await filesWith({ users, practices: { p1: { ...p1, archers: ['ben', 'zed', 'ana'] } } }))
    expect(await standing(club)).toEqual({ ben: null, zed: null, ana: 1 })
  })

  test('wait at a practice that is full here, also those of newcomers', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(december, { attendanceLimit: 1, archers: ['ana'] })
    await moveIn(club, await filesWith({ users, practices: { p1 } }))
    const more = { ...users, eve: person('eve@purdue.edu') }
    const files = await filesWith({ users: more, practices: { p1: { ...p1, archers: ['ana', 'eve'] } } })
    expect((await planImportOfClub(club.ctx, await readFormer(club, files))).rsvps).toBe(1)
    expect((await moveIn(club, files)).rsvps).toBe(1)
    expect(await standing(club)).toEqual({ ana: null, eve: 1 })
    expect((await moveIn(club, files)).rsvps).toBe(0)
  })

  test('have the places that they were given there, at a practice that comes with them', async () => {
    await using club = await createTestClub('sqlite')
    await moveIn(club, await filesWith({ users, practices: { p0: practice(september) } }))
    const p1 = practice(december, { attendanceLimit: 1, archers: ['zed', 'ben', 'ana'] })
    await moveIn(club, await filesWith({ users, practices: { p0: practice(september), p1 } }))
    expect(await standing(club)).toEqual({ zed: null, ben: null, ana: null })
  })
})

describe('a practice', () => {
  const users = { ana: person('ana@purdue.edu') }

  test('that was started there since keeps the limit that it has here', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(tonight, { attendanceLimit: 1 })
    await moveIn(club, await filesWith({ users, practices: { p1 } }))
    await club.db.updateTable('practice').set({ attendanceLimit: null }).execute()
    await moveIn(club, await filesWith({ users, practices: { p1 }, active: 'p1' }))
    const { startedAt, attendanceLimit } = await onlyPractice(club)
    expect([startedAt !== null, attendanceLimit]).toEqual([true, null])
  })

  test('that is live there and was moved here begins no later than it ends', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(tonight)
    await moveIn(club, await filesWith({ users, practices: { p1 } }))
    const moved = { startsAt: '2026-11-24T20:00:00.000Z', endsAt: '2026-11-24T22:00:00.000Z' }
    await club.db.updateTable('practice').set(moved).execute()
    await moveIn(club, await filesWith({ users, practices: { p1 }, active: 'p1' }))
    const { startedAt, endedAt } = await onlyPractice(club)
    expect([startedAt, endedAt]).toEqual([moved.endsAt, moved.endsAt])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('of which one document is cancelled and another one live is live, and the dry run says so', async () => {
    await using club = await createTestClub('sqlite')
    const one = practice(tonight)
    const event = { ...one.googleEvent, id: 'event1' }
    const practices = {
      p1: { ...one, googleEvent: { ...event, status: 'cancelled' } },
      p2: { ...one, googleEvent: event },
    }
    const files = await filesWith({ users, practices, active: 'p2' })
    const dry = await planImportOfClub(club.ctx, await readFormer(club, files))
    const done = await moveIn(club, files)
    expect([dry.live, dry.defects.length]).toEqual([done.live, done.defects.length])
    const { startedAt, cancelledAt } = await onlyPractice(club)
    expect([startedAt !== null, cancelledAt]).toEqual([true, null])
  })

  test('becomes nothing else by the same files once it is past', async () => {
    await using club = await createTestClub('sqlite')
    const p1 = practice(tonight, { startedAt: stamp(Date.parse(tonight)), members: ['ana'] })
    const files = await filesWith({
      users: { ana: person('ana@purdue.edu', { practices: ['p1'] }) },
      practices: { p1 },
    })
    await moveIn(club, files)
    club.clock.set('2026-11-26T00:44:30.000Z')
    expect(await moveIn(club, files)).toMatchObject({ practices: 0, changed: 0 })
  })
})

test('what the account without a document was at, and its picture, comes to the document of its address', async () => {
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

test('a sign-up that waits loses the password of whoever made it, also where the address is verified only in newer files', async () => {
  await using club = await createTestClub('sqlite')
  await club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: 'a stranger’s choice' })
  const users = { ana: person('ana@purdue.edu', { paidPractices: 2 }) }
  const facts = { users, practices: { p1: practice(september) } }
  const files = await filesWith(facts)
  const [account] = JSON.parse(files['auth.json'] ?? '').users
  const accounts = [{ ...account, emailVerified: false }]
  await moveIn(club, await filesWith({ ...facts, accounts }))
  expect((await moveIn(club, files)).passwords).toBe(1)
  expect((await signIn(club, 'ana@purdue.edu', oldPassword)).statusCode).toBe(200)
  expect((await signIn(club, 'ana@purdue.edu', 'a stranger’s choice')).statusCode).toBe(401)
  expect((await moveIn(club, files)).passwords).toBe(0)
})

test.each(usualEngines)('ids that can’t be stored are left out, and told (%s)', async (engine) => {
  await using club = await createTestClub(engine)
  const users = { '\ud800': person('y@purdue.edu'), '\ud801': person('z@purdue.edu'), ana: person('ana@purdue.edu') }
  const accounts = [{ localId: 'q\u0000', email: 'q@purdue.edu', emailVerified: true }]
  const members = { arrayValue: { values: {} } }
  const files = await filesWith({ users, practices: { p1: practice(september, { members }) }, accounts })
  const { defects } = await readFormer(club, files)
  expect(defects.filter(({ why }) => why.includes('can’t be stored'))).toHaveLength(3)
  expect(await moveIn(club, files)).toMatchObject({ people: 1, practices: 1 })
})
