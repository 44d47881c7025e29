import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { createTestClub, engines, goodPassword, type TestClub } from '#test/support/club.ts'

const many = process.env.QUIVER_MANY === '1'
const writers = Object.keys(policies).filter((name) => !name.endsWith('.get')) as Operation[]
const pathOf = (operation: string) => `/rpc/${operation.replace('.', '/')}`

/** What nobody may set by adding it to a request (T19). */
const privileged = {
  role: 'Officer',
  dayPasses: 99,
  paidPractices: 99,
  pass: 'Carpool Range Pass',
  passUsedAt: null,
  emailVerified: true,
  hasLoggedIn: true,
  removedAt: null,
  id: 'x',
  userId: 'x',
  actor: 'x',
  createdAt: '2020-01-01T00:00:00.000Z',
  pictureUrl: 'https://evil.example/x.png',
  isAdmin: true,
}

/** An input that is accepted, for each operation that asks for something. */
const good: Partial<Record<Operation, object>> = {
  'account.signUp': { email: 'new@purdue.edu', password: goodPassword },
  'account.verify': { token: 'x', password: goodPassword, keepSignedIn: false },
  'account.resendVerification': { email: 'new@purdue.edu' },
  'account.resendExpired': { token: 'x' },
  'practices.answer': { practiceId: 'x', answer: 'archer' },
  'practices.checkIn': { practiceId: 'x' },
  'practices.start': { practiceId: 'x' },
  'practices.endEarly': { practiceId: 'x' },
  'practices.takeBackEnd': { practiceId: 'x' },
  'practices.removeAttendee': { practiceId: 'x', memberId: 'x' },
  'profile.setCar': { hasCar: true, carCapacity: 4, rm01Completed: true },
}

async function everybody(club: TestClub) {
  return {
    members: await club.db.selectFrom('member').selectAll().orderBy('id').execute(),
    users: await club.db.selectFrom('user').selectAll().orderBy('id').execute(),
  }
}

describe('a request with more in it than was asked for', () => {
  test.each(writers)('is refused as a whole, whichever privilege it names: %s', async (operation) => {
    await using club = await createTestClub('sqlite')
    const [ana, kai] = [await club.member({ dayPasses: 1 }), await club.officer()]
    const before = await everybody(club)
    for (const who of [ana, kai, club.visitor()])
      for (const [name, value] of Object.entries(privileged)) {
        const input = { ...good[operation], [name]: value }
        const reply = await who.send({ method: 'POST', path: pathOf(operation), body: { json: input } })
        expect([name, reply.statusCode]).toEqual([name, expect.toBeOneOf(who === kai ? [400] : [400, 401, 403])])
      }
    expect(await everybody(club)).toEqual(before)
  })

  test.each([
    ['/sign-in/email', { email: 'new@purdue.edu', password: goodPassword }],
    ['/sign-out', {}],
    ['/request-password-reset', { email: 'new@purdue.edu' }],
    ['/reset-password', { token: 'x', newPassword: goodPassword }],
  ])('is refused as a whole: /api/auth%s', async (path, body) => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    for (const [name, value] of Object.entries(privileged)) {
      const reply = await ana.send({ method: 'POST', path: `/api/auth${path}`, body: { ...body, [name]: value } })
      expect([name, reply.statusCode, reply.json().code]).toEqual([name, 400, 'BAD_REQUEST'])
    }
    expect((await ana.api.session.get()).person).toMatchObject({ userId: ana.id })
  })

  test('is what it was refused for: without the addition it is accepted (positive control)', async () => {
    await using club = await createTestClub('sqlite')
    const kai = await club.officer()
    for (const operation of writers) {
      const body = { json: good[operation] ?? {} }
      const reply = await kai.send({ method: 'POST', path: pathOf(operation), body })
      expect([operation, reply.statusCode]).toEqual([operation, expect.toSatisfy((status) => status !== 400)])
    }
  })
})

describe.each(engines)('a request that nobody in their right mind would send (%s)', (engine) => {
  /** Bodies of `/rpc`: types that JSON does not have, and paths to put them at. */
  const wire = [
    '{"json":{"practiceId":"12"},"meta":[[0,"practiceId"]]}',
    '{"json":{"practiceId":"9999999999999999999999999999"},"meta":[[0,"practiceId"]]}',
    '{"json":{"practiceId":"x"},"meta":[[0,"practiceId"]]}',
    '{"json":{"practiceId":"2026-13-45"},"meta":[[1,"practiceId"]]}',
    '{"json":{"practiceId":null},"meta":[[1,"practiceId"]]}',
    '{"json":{"practiceId":null},"meta":[[2,"practiceId"]]}',
    '{"json":{"practiceId":null},"meta":[[3,"practiceId"]]}',
    '{"json":{"practiceId":"https://x"},"meta":[[4,"practiceId"]]}',
    '{"json":{"practiceId":"no address"},"meta":[[4,"practiceId"]]}',
    '{"json":{"practiceId":"/(((/"},"meta":[[5,"practiceId"]]}',
    '{"json":{"practiceId":"/(a+)+$/g"},"meta":[[5,"practiceId"]]}',
    '{"json":{"practiceId":[1,[2]]},"meta":[[6,"practiceId"]]}',
    '{"json":{"practiceId":[[1,2],[3]]},"meta":[[7,"practiceId"]]}',
    '{"json":{"practiceId":"x"},"meta":[[99,"practiceId"]]}',
    '{"json":{"practiceId":"x"},"meta":[[0,"__proto__","x"]]}',
    '{"json":{"practiceId":"x"},"meta":[[0,"constructor","prototype"]]}',
    '{"json":{"practiceId":"x"},"meta":[[0]]}',
    '{"json":{"practiceId":"x"},"meta":[[]]}',
    '{"json":{"practiceId":"x"},"meta":[5]}',
    '{"json":{"practiceId":"x"},"meta":{}}',
    '{"json":{"practiceId":"x"},"maps":[["practiceId"]]}',
    '{"json":{"practiceId":"\\u0000"}}',
    '{"json":{"practiceId":"a\\u0000b"}}',
    '{"json":{"practiceId":"\\ud800"}}',
    '{"json":{"practiceId":"\\uffff\\u202e"}}',
    '{"json":{"__proto__":{"practiceId":"x"}}}',
    '{"json":{"constructor":{"prototype":{"practiceId":"x"}}}}',
    '{"json":{"practiceId":1e999}}',
    '{"json":{"practiceId":""}}',
    `{"json":{"practiceId":"${'x'.repeat(1025)}"}}`,
    `{"json":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    `{"json":{"practiceId":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}}`,
    `{"json":{"practiceId":"x"},"meta":[[0${',"practiceId"'.repeat(4_000)}]]}`,
    '{"json":{"practiceId":"x"},"json":{"role":"Officer"}}',
    '{}',
    '[]',
    'null',
    'true',
    '5',
    '"x"',
    '{',
    '',
    '{"json":{"practiceId":"x"}} x',
    "{'json':{}}",
    '\ufeff{"json":{}}',
  ]

  test('is no fault of ours: bodies', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    for (const payload of wire) {
      for (const operation of ['practices.start', 'practices.answer', 'account.signUp', 'welcome.saveDraft']) {
        const reply = await post(club, pathOf(operation), payload, kai.cookie)
        expect([payload.slice(0, 90), operation, reply.statusCode]).toEqual([
          payload.slice(0, 90),
          operation,
          expect.toSatisfy((status) => (status >= 400 && status < 500) || operation === 'welcome.saveDraft'),
        ])
        expect(reply.statusCode).toBeLessThan(500)
      }
    }
  })

  test('is no fault of ours: text that no database holds', async () => {
    await using club = await createTestClub(engine)
    const bodies = {
      '/api/auth/sign-in/email': { email: 'a\0@purdue.edu', password: goodPassword },
      '/api/auth/request-password-reset': { email: 'a\0@purdue.edu' },
      '/api/auth/reset-password': { token: '\0', newPassword: 'quiet \0 gold at eighteen' },
      '/rpc/account/verify': { json: { token: '\0', password: '\0', keepSignedIn: true } },
      '/rpc/account/signUp': { json: { email: 'a@purdue.edu', password: 'quiet \0 \ud800 gold at eighteen' } },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await post(club, path, JSON.stringify(body))
      expect([path, reply.statusCode]).toEqual([path, expect.toSatisfy((status) => status < 500)])
    }
  })

  test('is no fault of ours: hundreds at random', { timeout: 60_000 }, async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    club.parts.hashing = { hash: async () => 'unused', verify: async () => false }
    const leaf = fc.oneof(
      fc.constantFrom(
        null,
        true,
        0,
        -1,
        1.5,
        1e308,
        '',
        'x',
        '\0',
        '\ud800',
        '5',
        '2026-11-24T22:50:00.000Z',
        'archer',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.array(fc.constantFrom(null, 'x', 1), { maxLength: 3 }),
      fc.jsonValue({ maxDepth: 3 }),
    )
    const asked = fc.constantFrom(...writers).chain((operation) => {
      const names = [...Object.keys(good[operation] ?? {}), 'nameFirst', 'birthday', 'pronouns', 'extra']
      return fc.record({
        operation: fc.constant(operation),
        input: fc.oneof(
          { weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 5 }) },
          { weight: 1, arbitrary: fc.constant({ ...good[operation] }) },
          { weight: 1, arbitrary: leaf },
        ),
        change: fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 1 }),
        meta: fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom(...names)), { maxLength: 2 }),
      })
    })
    for (const { operation, input, change, meta } of fc.sample(asked, { seed: 98, numRuns: many ? 10_000 : 400 })) {
      const json = typeof input === 'object' && !Array.isArray(input) ? { ...input, ...change } : input
      const reply = await post(club, pathOf(operation), JSON.stringify({ json, meta }), kai.cookie)
      expect([operation, json, meta, reply.statusCode]).toEqual([
        operation,
        json,
        meta,
        expect.toSatisfy((status) => status < 500),
      ])
    }
    expect((await kai.api.session.get()).person).toMatchObject({ role: 'Officer' })
  })
})

describe('raw requests over a socket (T98)', () => {
  const line = 'POST /rpc/passes/use HTTP/1.1'
  const head = `${line}\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nConnection: close\r\n`
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`
  const sized = (body: string | Buffer, more = '') =>
    Buffer.concat([Buffer.from(`${head}${more}Content-Length: ${body.length}\r\n\r\n`), Buffer.from(body)])

  const raw: Record<string, { send: string | Buffer; status: number | number[] }> = {
    'invalid UTF-8 in the body': { send: sized(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), status: 400 },
    'an overlong UTF-8 slash in the path': { send: get('/rpc/%c0%afsession/get'), status: [400, 404] },
    'a body of 64 KB and one byte': { send: sized(`"${'x'.repeat(64 * 1024 - 1)}"`), status: 413 },
    'a body that is announced as huge': {
      send: `${head}Content-Length: 100000000\r\n\r\n{}`,
      status: 413,
    },
    'a body that is announced as negative': { send: `${head}Content-Length: -1\r\n\r\n{}`, status: 400 },
    'two lengths': { send: `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, status: 400 },
    'a length and chunks': {
      send: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      status: 400,
    },
    'broken chunks': { send: `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, status: 400 },
    'an unknown transfer coding': { send: `${head}Transfer-Encoding: gzip\r\n\r\n{}`, status: 400 },
    'a compressed body': { send: sized('{"json":{}}', 'Content-Encoding: gzip\r\n'), status: [400, 401, 415] },
    'no host': { send: `${line}\r\nConnection: close\r\n\r\n`, status: 400 },
    'two hosts': { send: `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`, status: [302, 400, 404] },
    'a header name with a space': { send: `GET / HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n`, status: 400 },
    'a folded header': { send: `GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\nConnection: close\r\n\r\n`, status: 400 },
    'a NUL in a header': { send: `GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\nConnection: close\r\n\r\n`, status: 400 },
    'three thousand headers': {
      send: `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(3_000)}\r\n`,
      status: 431,
    },
    'a header of 20 KB': { send: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, status: 431 },
    'an address of 20 KB': { send: get(`/${'x'.repeat(20_000)}`), status: 431 },
    'an address of 10 KB': { send: get(`/rpc/${'x'.repeat(10_000)}`), status: [404, 414] },
    'no version': { send: 'GET /\r\n\r\n', status: [400, 404] },
    'a version to come': { send: 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', status: 400 },
    'the preface of HTTP/2': { send: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400 },
    'a TLS greeting': { send: Buffer.from('160301002f0100002b0303', 'hex'), status: 400 },
    rubbish: { send: `\0\x01\x02\r\n\r\n`, status: 400 },
    'an unknown method': { send: `BREW / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, status: 400 },
    'a method for proxies': { send: `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, status: [400, 404, 0] },
    TRACE: { send: `TRACE /rpc/passes/use HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, status: 404 },
    PUT: { send: sized('{}').toString().replace('POST', 'PUT'), status: [404, 405] },
    'DELETE without a type': {
      send: `DELETE /rpc/passes/use HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      status: 415,
    },
    'OPTIONS *': { send: `OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, status: [400, 404] },
    'an absolute address': { send: get('http://evil.example/rpc/session/get'), status: [302, 400, 404] },
    'an upgrade': {
      send: `GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      status: [400, 401],
    },
    'a percent sign alone': { send: get('/%'), status: 400 },
    'a percent sign alone below the API': { send: get('/rpc/%'), status: [400, 404] },
    'a path of dots': { send: get('/../../../etc/passwd'), status: [302, 404] },
    'the same parameter twice': { send: get('/rpc/session/get?data=1&data=2'), status: [200, 400] },
    'a parameter that is no JSON': { send: get('/rpc/session/get?data=%7B'), status: 400 },
    'a parameter that is no UTF-8': { send: get('/rpc/session/get?data=%ff'), status: 400 },
    'a parameter named like a prototype': { send: get('/rpc/session/get?__proto__[x]=1&constructor=2'), status: 200 },
    'an operation named like a prototype': { send: get('/rpc/__proto__/get'), status: 404 },
    'a cookie of nonsense': {
      send: `GET /rpc/session/get HTTP/1.1\r\nHost: a\r\nCookie: ;;=;quiver;quiver==.;%%%=%\r\nConnection: close\r\n\r\n`,
      status: 200,
    },
  }

  test('are all answered, none with a 5xx, and the server is well afterwards', { timeout: 60_000 }, async () => {
    await using club = await createTestClub('sqlite')
    const { port } = new URL(await club.app.listen({ host: '127.0.0.1', port: 0 }))
    expect(Object.keys(raw).length).toBeGreaterThanOrEqual(40)
    for (const [name, { send, status }] of Object.entries(raw)) {
      const answered = await exchange(Number(port), send)
      expect([name, answered]).toEqual([name, expect.toBeOneOf([status].flat())])
      expect(await exchange(Number(port), get('/healthz'))).toBe(200)
    }
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

/** @returns the status of the first answer, or 0 when the line was closed without one */
async function exchange(port: number, bytes: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket).catch(() => '')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0)
}
