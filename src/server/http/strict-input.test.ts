import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { mostInOneEdit } from '#domain/bulk-edit.ts'
import { kioskOf } from '#test/support/access-matrix.ts'
import { allRows } from '#test/support/all-rows.ts'
import { readDocument } from '#test/support/api-check.ts'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { ways, waysIn, writers } from '#test/support/transports.ts'
import { longestList } from './input-guard.ts'
import { operationsOf } from './reference/operation-html.ts'

const pathOf = (operation: string) => `/rpc/${operation.replace('.', '/')}`

/** Fields that no one may set by adding them to a request (T19). */
const privileged = {
  ...{ role: 'Officer', dayPasses: 99, paidPractices: 99, pass: 'Carpool Range Pass', passUsedAt: null },
  ...{ emailVerified: true, hasLoggedIn: true, removedAt: null, id: 'x', userId: 'x', actor: 'x', isAdmin: true },
  ...{ createdAt: '2020-01-01T00:00:00.000Z', pictureUrl: 'https://evil.example/x.png' },
}

/** A valid input for each operation: the example in the API's document. */
const good: Partial<Record<Operation, object>> = {}

beforeAll(async () => {
  await using club = await createTestClub('sqlite')
  for (const { operation } of operationsOf(await readDocument(club))) {
    const { operationId, requestBody, parameters = [] } = operation
    const content = requestBody && 'content' in requestBody ? requestBody.content : {}
    const named = parameters.flatMap((each) => ('name' in each ? [[each.name, each.example]] : []))
    good[operationId as Operation] = { ...content['application/json']?.example, ...Object.fromEntries(named) }
  }
})

const signsOut = 'sessions.endAll'

test('the longest list that an operation accepts gets through to it', () => {
  expect(longestList).toBe(mostInOneEdit)
})

describe.each(ways)('a request with an unknown field (%s)', (way) => {
  const { ask } = waysIn[way]
  // Shows: T19, ASVS 2.2.1, ASVS 8.2.3, ASVS 15.3.3
  test.each(writers)('is refused entirely, for any privilege it names: %s', async (operation) => {
    await using club = await createTestClub('sqlite')
    const [ana, kai] = [await club.member({ dayPasses: 1 }), await club.officer()]
    const entitled = policies[operation] === 'kiosk' ? await kioskOf(club) : kai
    const people = async () => (({ member, user }) => ({ member, user }))(await allRows(club))
    const before = await people()
    for (const who of [ana, entitled, club.visitor()])
      for (const [name, value] of Object.entries(privileged)) {
        // Skip a field that is part of the operation's input.
        if (name in (good[operation] ?? {})) continue
        const input = { ...good[operation], [name]: value }
        const reply = await who.send(ask(operation, input))
        expect([name, reply.statusCode]).toEqual([name, expect.toBeOneOf(who === entitled ? [400] : [400, 401, 403])])
      }
    expect(await people()).toEqual(before)
  })

  // Shows: T19
  test.each([
    ['/sign-in/email', { email: 'new@purdue.edu', password: goodPassword }],
    ['/sign-out', {}],
    ['/request-password-reset', { email: 'new@purdue.edu' }],
    ['/reset-password', { token: 'x', newPassword: goodPassword }],
  ])('is refused entirely: /api/auth%s', async (path, body) => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    for (const [name, value] of Object.entries(privileged)) {
      const reply = await ana.send({ method: 'POST', path: `/api/auth${path}`, body: { ...body, [name]: value } })
      expect([name, reply.statusCode, reply.json().code]).toEqual([name, 400, 'BAD_REQUEST'])
    }
    expect((await ana.api.session.get()).person).toMatchObject({ userId: ana.id })
  })

  // Shows: T19
  test('is accepted without that field (positive control)', async () => {
    await using club = await createTestClub('sqlite')
    const kai = await club.officer()
    // Logging out everywhere comes last, because it ends the session.
    const inOrder = [...writers.filter((name) => name !== signsOut), signsOut] as const
    for (const operation of inOrder) {
      const reply = await kai.send(ask(operation, good[operation]))
      expect([operation, reply.statusCode]).toEqual([operation, expect.toSatisfy((status) => status !== 400)])
    }
  })
})

describe.each(usualEngines)('malformed input (%s)', (engine) => {
  test('causes no server error: lists of a quarter of a million, which are not looked through', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const seen = `[${Array(250_000).fill(0)}]`
    const edit = '{"of":"day-passes","by":1}'
    const asked = {
      [pathOf('bulkEdit.apply')]: `{"json":{"edit":${edit},"seen":${seen},"reason":""}}`,
      '/api/v1/bulk-edits': `{"edit":${edit},"seen":${seen},"reason":""}`,
    }
    for (const [path, body] of Object.entries(asked)) {
      const reply = await post(club, path, body, kai.cookie)
      expect([path, reply.statusCode]).toEqual([path, 400])
      expect(reply.payload.length).toBeLessThan(1000)
    }
  })

  // Shows: ASVS 1.2.4
  test('causes no server error: text that no database holds', async () => {
    await using club = await createTestClub(engine)
    const bodies = {
      '/api/auth/sign-in/email': { email: 'a\0@purdue.edu', password: goodPassword },
      '/api/auth/request-password-reset': { email: 'a\0@purdue.edu' },
      '/api/auth/reset-password': { token: '\0', newPassword: 'quiet \0 gold at eighteen' },
      '/rpc/account/verify': { json: { token: '\0', password: '\0', keepSignedIn: true } },
      '/rpc/account/enterCode': { json: { email: 'a\0@purdue.edu', code: 'ABCD\0EFGH' } },
      '/rpc/account/signUp': { json: { email: 'a@purdue.edu', password: 'quiet \0 \ud800 gold at eighteen' } },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await post(club, path, JSON.stringify(body))
      expect([path, reply.statusCode]).toEqual([path, expect.toSatisfy((status) => status < 500)])
    }
    // Both engines refuse what PostgreSQL can't store.
    const ana = await club.member({ hasLoggedIn: 0 })
    for (const draft of [{ nameFirst: 'A\0na' }, { pronouns: ['She/Her', '\0'] }])
      await expect(ana.api.welcome.saveDraft(draft)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await club.db.selectFrom('profileDraft').selectAll().execute()).toEqual([])
  })
})

function post(club: TestClub, url: string, payload: string, cookie?: string) {
  return club.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-${Math.random()}`,
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
}
