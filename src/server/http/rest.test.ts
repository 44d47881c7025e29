import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/policies.ts'
import { firstSetup } from '#domain/scorecard/setup-choices.ts'
import { createApiCheck } from '#test/support/api-check.ts'
import { createTestClub, engines, goodPassword, type TestClub } from '#test/support/club.ts'
import { storeFile, storeImport } from '#test/support/store.ts'
import { operations, ways, waysIn } from '#test/support/ways-in.ts'
import { newLink } from '../identity/links.ts'
import { HashingOverload } from '../identity/password-hashing.ts'

const { ask } = waysIn['/api/v1']
type Caller = Pick<ReturnType<TestClub['caller']>, 'send'>
type Call = { who: Caller; input?: object }

/** An evening at the range, every operation once and in an order that makes sense; without its call none compiles. */
async function evening(club: TestClub) {
  const email = 'new@purdue.edu'
  const profile = { nameFirst: 'Noor', nameLast: 'Haddad', birthday: '2005-02-28', bowType: 'Recurve' }
  const rest = { personalEquipment: 'No', hasCar: true, carCapacity: 4, rm01Completed: true, pronouns: ['She/Her'] }
  // There is more to do than an hour has minutes.
  const kai = await club.member({ role: 'Officer', keep: true })
  const ben = await club.member({ keep: true })
  const visitor = club.visitor()
  const practiceId = await club.practice()
  const cardId = 'card-of-an-evening'
  let newcomer: Caller = visitor
  const newcomerId = async () =>
    (await club.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  const token = async () => {
    const id = await newcomerId()
    return club.parts.write((tx) => newLink(tx, 'verify', id, club.clock.now()))
  }
  const seenThere = async () => {
    const { people } = await kai.api.rainOut.get({ practiceId })
    return people.filter(({ given }) => !given).map(({ memberId, dayPass }) => ({ memberId, dayPass }))
  }
  const bulkEditId = async () => (await kai.api.bulkEdits.get()).edits[0]?.id ?? ''
  const plan = { title: 'Late one', startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00' }
  const planned = {
    ...{ title: 'Late one', location: '', description: '', cancelled: false },
    ...{ startsAt: '2026-12-01T23:00:00.000Z', endsAt: '2026-12-02T01:00:00.000Z' },
  }
  const plannedId = async () => {
    const { practices } = await kai.api.managePractices.get()
    return practices.find(({ startsAt }) => startsAt === planned.startsAt)?.id ?? ''
  }
  const orders = storeFile([
    ['#1', '1', 'buyer@example.com', 'Practice', 1],
    ['#2', '1', 'later@purdue.edu', 'Practice', 2],
    ['#3', '1', 'buyer@example.com', 'Something new', 1],
  ])
  const lineOf = async (state: string, why: string | null = null) => {
    const { lines } = await kai.api.storeImport.get()
    return lines.find((line) => line.state === state && line.why === why)?.id ?? ''
  }
  const inviteCode = async () => {
    const card = await club.db.selectFrom('scorecard').select('inviteCode').executeTakeFirst()
    return card?.inviteCode ?? ''
  }
  const waitingLine = (why: string) => lineOf('waiting', why)
  const calls: Record<Operation, () => Call | Promise<Call>> = {
    'account.signUp': () => ({ who: visitor, input: { email, password: goodPassword } }),
    'account.resendVerification': () => ({ who: visitor, input: { email } }),
    'account.resendExpired': async () => ({ who: visitor, input: { token: await token() } }),
    'account.verify': async () => ({
      who: visitor,
      input: { token: await token(), password: goodPassword, keepSignedIn: true },
    }),
    'session.get': () => ({ who: newcomer }),
    'session.touch': () => ({ who: newcomer }),
    'welcome.get': () => ({ who: newcomer }),
    'welcome.saveDraft': () => ({ who: newcomer, input: profile }),
    'welcome.finish': () => ({ who: newcomer, input: { ...profile, ...rest } }),
    'profile.setMails': () => ({ who: newcomer, input: { places: false } }),
    'profile.setCar': () => ({ who: newcomer, input: { hasCar: true, carCapacity: 5, rm01Completed: true } }),
    'profile.removePicture': () => ({ who: newcomer }),
    'practices.answer': () => ({ who: newcomer, input: { practiceId, answer: 'driver' } }),
    'practices.start': () => ({ who: kai, input: { practiceId } }),
    'passes.get': () => ({ who: newcomer }),
    'passes.use': () => ({ who: newcomer }),
    'practices.checkIn': () => ({ who: newcomer, input: { practiceId } }),
    'home.get': () => ({ who: newcomer }),
    'info.get': () => ({ who: newcomer }),
    'myPractices.get': () => ({ who: newcomer }),
    'scorecard.save': () => ({
      who: newcomer,
      input: { cardId, setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z', seen: null, changes: [] },
    }),
    'scorecards.get': () => ({ who: newcomer }),
    'scorecard.get': () => ({ who: newcomer, input: { cardId } }),
    'scorecard.remove': () => ({ who: newcomer, input: { cardId } }),
    'scorecard.restore': () => ({ who: newcomer, input: { cardId } }),
    'scorecard.invite': () => ({ who: newcomer, input: { cardId } }),
    'scorecardInvitation.get': async () => ({ who: kai, input: { code: await inviteCode() } }),
    'scorecardInvitation.accept': async () => ({ who: kai, input: { code: await inviteCode() } }),
    'scorecard.part': () => ({ who: newcomer, input: { cardId } }),
    'calendarFeed.create': () => ({ who: newcomer }),
    'calendarFeed.renew': () => ({ who: newcomer }),
    'calendarFeed.get': () => ({ who: newcomer }),
    'calendarFeed.remove': () => ({ who: newcomer }),
    'practices.removeAttendee': async () => ({ who: kai, input: { practiceId, memberId: await newcomerId() } }),
    'practices.endEarly': () => ({ who: kai, input: { practiceId } }),
    'practices.takeBackEnd': () => ({ who: kai, input: { practiceId } }),
    'practices.removeSamples': () => ({ who: kai }),
    'profile.get': () => ({ who: newcomer }),
    'profile.save': () => ({ who: newcomer, input: { nameFirst: 'Noora' } }),
    'account.changePassword': () => ({
      who: newcomer,
      input: { currentPassword: goodPassword, newPassword: `${goodPassword} again` },
    }),
    'account.exportData': () => ({ who: newcomer, input: { password: `${goodPassword} again` } }),
    'sessions.get': () => ({ who: newcomer }),
    'sessions.end': async () => ({ who: kai, input: { sessionId: await secondSessionOf(club, kai) } }),
    'account.delete': () => ({ who: newcomer, input: { password: `${goodPassword} again` } }),
    'members.get': () => ({ who: kai }),
    'members.setRole': () => ({ who: kai, input: { memberId: ben.id, expected: 'Member', role: 'Officer' } }),
    'members.setDayPasses': () => ({ who: kai, input: { memberId: ben.id, expected: 0, value: 5 } }),
    'members.setPaidPractices': () => ({
      who: kai,
      input: { memberId: ben.id, expected: 0, value: 3, reason: 'Paid in cash' },
    }),
    'members.setPass': () => ({ who: kai, input: { memberId: ben.id, expected: 'none', pass: 'Day Pass' } }),
    'memberRecord.get': () => ({ who: kai, input: { memberId: ben.id } }),
    'bulkEdit.apply': () => ({
      who: kai,
      input: { edit: { of: 'day-passes', by: 2 }, seen: [{ memberId: ben.id, expected: 5 }], reason: 'All of us' },
    }),
    'bulkEdits.get': () => ({ who: kai }),
    'bulkEdit.get': async () => ({ who: kai, input: { editId: await bulkEditId() } }),
    'bulkEdit.undo': async () => ({ who: kai, input: { editId: await bulkEditId() } }),
    'managePractices.get': () => ({ who: kai }),
    'managePractices.orderWaiting': () => ({ who: kai, input: { practiceId, memberIds: [], reason: 'They asked' } }),
    'managePractices.setLimit': () => ({ who: kai, input: { practiceId, expected: null, limit: 20 } }),
    'managePractices.setAttendance': () => ({
      who: kai,
      input: { practiceId, memberId: ben.id, attended: true, reason: 'Was there' },
    }),
    'managePractices.setCredit': () => ({ who: kai, input: { practiceId, memberId: ben.id, credited: true } }),
    'managePractices.addEmail': () => ({
      who: kai,
      input: { practiceId, email: 'guest@purdue.edu', kind: 'carpool' },
    }),
    'managePractices.removeEmail': () => ({ who: kai, input: { practiceId, emailId: 'gone already' } }),
    'rainOut.get': () => ({ who: kai, input: { practiceId } }),
    'rainOut.give': async () => ({ who: kai, input: { practiceId, seen: await seenThere() } }),
    'rainOut.takeBack': () => ({ who: kai, input: { practiceId } }),
    'resources.get': () => ({ who: kai }),
    'turnout.get': () => ({ who: kai }),
    'audit.get': () => ({ who: kai }),
    'practiceRecord.get': () => ({ who: kai, input: { practiceId } }),
    'managePractices.delete': async () => {
      await kai.api.practices.endEarly({ practiceId }).catch(() => {})
      return { who: kai, input: { practiceId } }
    },
    'schedule.create': () => ({ who: kai, input: { ...plan, weeks: 2 } }),
    'schedule.change': async () => ({
      who: kai,
      input: { practiceId: await plannedId(), expected: planned, ...plan, title: 'Evening' },
    }),
    'schedule.cancel': async () => ({
      who: kai,
      input: { practiceId: await plannedId(), expected: { ...planned, title: 'Evening' }, cancelled: true },
    }),
    'storeImport.preview': () => ({ who: kai, input: { file: orders } }),
    'storeImport.apply': async () => ({
      who: kai,
      input: { file: orders, seen: (await kai.api.storeImport.preview({ file: orders })).seen },
    }),
    'storeImport.setWorth': async () => ({
      who: kai,
      input: { lineId: await waitingLine('unknown-product'), paidPractices: 2, dayPasses: 0 },
    }),
    'storeImport.assign': async () => ({
      who: kai,
      input: { lineId: await waitingLine('no-owner'), to: { memberId: ben.id } },
    }),
    'storeImport.unassign': async () => ({ who: kai, input: { lineId: await lineOf('booked') } }),
    'storeImport.dismiss': async () => ({
      who: kai,
      input: { lineId: await waitingLine('no-owner'), reason: 'A gift' },
    }),
    'storeImport.reopen': async () => ({ who: kai, input: { lineId: await lineOf('dismissed') } }),
    'storeImport.forget': async () => {
      await kai.api.storeImport.assign({ lineId: await waitingLine('no-owner'), to: { memberId: ben.id } })
      const { addresses } = await kai.api.storeImport.get()
      return { who: kai, input: { addressId: addresses[0]?.id } }
    },
    'storeImport.get': () => ({ who: kai }),
    'paidCounts.set': () => ({
      who: kai,
      input: { email: 'later@purdue.edu', expected: null, value: { paidPractices: 2, dayPasses: 1 } },
    }),
    'paidCounts.get': () => ({ who: kai }),
    'paidCounts.remove': () => ({
      who: kai,
      input: { email: 'later@purdue.edu', expected: { paidPractices: 2, dayPasses: 1 } },
    }),
    'managePractices.restore': () => ({ who: kai, input: { practiceId } }),
    'members.setRm01': () => ({ who: kai, input: { memberId: ben.id, expected: null, until: '2027-05-01' } }),
    'members.remove': () => ({ who: kai, input: { memberId: ben.id } }),
    'members.restore': () => ({ who: kai, input: { memberId: ben.id } }),
    'members.erase': async () => {
      await kai.api.members.remove({ memberId: ben.id })
      return { who: kai, input: { memberId: ben.id } }
    },
    'account.wasDeleted': () => ({ who: visitor, input: { userId: 'nobody', idempotencyKey: 'a-key-of-nobody' } }),
    'sessions.endAll': () => ({ who: kai }),
  }
  const takeCookie = (reply: LightMyRequestResponse) => {
    const cookie = String(reply.headers['set-cookie'] ?? '').split(';')[0]
    if (cookie) newcomer = club.caller(cookie)
  }
  return { calls, takeCookie }
}

/** As if this person had signed in on another phone, too. @returns its id */
async function secondSessionOf(club: TestClub, { id, email }: { id: string; email: string }) {
  const body = { email, password: goodPassword }
  await club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body })
  const sessions = club.db.selectFrom('session').select('id').where('userId', '=', id)
  return (await sessions.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id
}

describe.each(engines)('the API for others (%s)', (engine) => {
  test('carries out every operation of the contract, and answers as its document says', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const check = await createApiCheck(club)
    const { calls, takeCookie } = await evening(club)
    expect(Object.keys(calls).sort()).toEqual(operations.toSorted())
    for (const [operation, call] of Object.entries(calls) as [Operation, () => Promise<Call>][]) {
      // Mails go out once a minute.
      await club.clock.advance(61_000)
      const { who, input } = await call()
      const reply = await who.send(ask(operation, input))
      expect([operation, reply.statusCode, reply.statusCode === 200 ? null : reply.json()]).toEqual([
        operation,
        200,
        null,
      ])
      check(operation, reply)
      takeCookie(reply)
    }
  })

  test('answers as its document says also when it refuses', { timeout: 60_000 }, async () => {
    await using club = await createTestClub(engine)
    const check = await createApiCheck(club)
    const people = [club.visitor(), await club.member({ hasLoggedIn: 0 }), await club.member(), await club.officer()]
    const seen = new Set<number>()
    for (const operation of operations)
      for (const who of people) {
        const asked = ask(operation)
        const replies = [
          await who.send(asked),
          await who.send({ ...asked, path: `${asked.path}?stray=1` }),
          await who.send({ ...asked, headers: { 'idempotency-key': 'short' } }),
          ...(asked.method === 'GET'
            ? []
            : [
                await who.send({ ...asked, headers: { origin: 'https://evil.example' } }),
                await who.send({ ...asked, headers: { 'content-type': 'text/plain' } }),
                await who.send({ ...asked, body: { x: 'x'.repeat(70_000) } }),
              ]),
        ]
        for (const reply of replies) {
          check(operation, reply)
          seen.add(reply.statusCode)
        }
      }
    const signUp = ask('account.signUp', { email: 'new@purdue.edu', password: goodPassword })
    for (const fault of [null, null, new HashingOverload('too many at once'), new Error('out of order')]) {
      if (fault) club.parts.hashing = { ...club.parts.hashing, hash: () => Promise.reject(fault) }
      const reply = await club.visitor().send(signUp)
      check('account.signUp', reply)
      seen.add(reply.statusCode)
    }
    expect([...seen].sort()).toEqual([200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503])
  })
})

test('an answer that its document does not know is noticed (positive control)', async () => {
  await using club = await createTestClub('sqlite')
  const check = await createApiCheck(club)
  const session = await club.visitor().send(ask('session.get'))
  check('session.get', session)
  expect(() => check('home.get', session)).toThrow("must have required property 'pass'")
  const missing = await club.visitor().send({ method: 'GET', path: '/api/v1/nothing' })
  expect(() => check('session.get', { ...missing, statusCode: 418, json: missing.json })).toThrow('no such answer')
})

describe('a program', () => {
  test('signs in, keeps the cookie and asks, as the README shows', async () => {
    await using club = await createTestClub('sqlite')
    const { email } = await club.member({ nameFirst: 'Ana' })
    const signIn = { method: 'POST', path: '/api/auth/sign-in/email', body: { email, password: goodPassword } }
    const signedIn = await club.visitor().send(signIn)
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const home = await club.app.inject({ method: 'GET', url: '/api/v1/home', headers: { cookie } })
    expect([home.statusCode, home.json()]).toEqual([200, expect.objectContaining({ balance: 0, live: null })])
    const again = await club.app.inject({
      method: 'GET',
      url: '/api/v1/home',
      headers: { cookie, 'if-none-match': String(home.headers.etag) },
    })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  test('needs no body where the path says everything, and gets the same answer under the same key', async () => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member({ dayPasses: 3 })
    const use = { method: 'POST', path: '/api/v1/pass/use', headers: { 'idempotency-key': 'one-act-of-ana' } }
    const first = await ana.send(use)
    expect([first.statusCode, first.json().dayPasses]).toEqual([200, 2])
    await club.clock.advance(1000)
    expect((await ana.send({ ...use, body: {} })).json()).toEqual(first.json())
    // The other way in leads to the same act.
    expect(await ana.with('one-act-of-ana').passes.use({})).toEqual(first.json())
    expect((await ana.row()).dayPasses).toBe(2)
  })

  test.each(ways)('below %s does nothing for another than the one it is meant for (D14)', async (way) => {
    await using club = await createTestClub('sqlite')
    const [ana, ben] = [await club.member({ dayPasses: 3 }), await club.member({ dayPasses: 3 })]
    const { ask, errorOf } = waysIn[way]
    const refused = await ben.send({ ...ask('passes.use'), headers: { 'quiver-person': ana.id } })
    expect([refused.statusCode, errorOf(refused).code]).toEqual([401, 'UNAUTHORIZED'])
    expect([(await ana.row()).dayPasses, (await ben.row()).dayPasses]).toEqual([3, 3])
    const done = await ben.send({ ...ask('passes.use'), headers: { 'quiver-person': ben.id } })
    expect([done.statusCode, (await ben.row()).dayPasses]).toEqual([200, 2])
  })

  test('reads a rule’s reason beside its sentence', async () => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    const reply = await ana.send(ask('passes.use'))
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        code: 'REFUSED',
        message: expect.stringMatching(/./),
        data: { reason: 'no-day-passes' },
        requestId: reply.headers['x-request-id'],
      },
    ])
  })
})
