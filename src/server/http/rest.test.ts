import { expect } from 'vitest'
import type { Operation } from '#contract/policies.ts'
import { createApiCheck } from '#test/support/api-check.ts'
import { createTestClub, describe, test, usualEngines } from '#test/support/club-test.ts'
import { eveningCalls } from '#test/support/sample-calls.ts'
import { storeImport } from '#test/support/store.ts'
import { operations, ways, waysIn } from '#test/support/transports.ts'

const { ask } = waysIn['/api/v1']

describe.each(usualEngines)('the API for others (%s)', (engine) => {
  // Shows: ASVS 4.1.1, ASVS 15.3.1
  test('carries out every operation of the contract, and responds as its document says', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const check = await createApiCheck(club)
    const called: Operation[] = []
    for await (const { operation, send } of eveningCalls(club)) {
      check(operation, await send())
      called.push(operation)
    }
    expect(called.toSorted()).toEqual(operations.toSorted())
  })
})

test('a response that the document doesn’t describe is noticed (positive control)', async ({ club }) => {
  const check = await createApiCheck(club)
  const session = await club.visitor().send(ask('session.get'))
  check('session.get', session)
  expect(() => check('home.get', session)).toThrow("must have required property 'pass'")
  const missing = await club.visitor().send({ method: 'GET', path: '/api/v1/nothing' })
  expect(() => check('session.get', { ...missing, statusCode: 418, json: missing.json })).toThrow('no such answer')
})

describe('a program', () => {
  test('needs no body if the path says everything, and gets the same response under the same key', async ({ club }) => {
    const ana = await club.member({ dayPasses: 3 })
    const use = { method: 'POST', path: '/api/v1/pass/use', headers: { 'idempotency-key': 'one-act-of-ana' } }
    const first = await ana.send(use)
    expect([first.statusCode, first.json().dayPasses]).toEqual([200, 2])
    await club.clock.advance(1000)
    expect((await ana.send({ ...use, body: {} })).json()).toEqual(first.json())
    // The same key over /rpc is the same request.
    expect(await ana.with('one-act-of-ana').passes.use({})).toEqual(first.json())
    expect((await ana.row()).dayPasses).toBe(2)
  })

  test.each(ways)('below %s does nothing for a person other than the one it names', async (way) => {
    await using club = await createTestClub('sqlite')
    const [ana, ben] = [await club.member({ dayPasses: 3 }), await club.member({ dayPasses: 3 })]
    const { ask, errorOf } = waysIn[way]
    const refused = await ben.send({ ...ask('passes.use'), headers: { 'quiver-person': ana.id } })
    expect([refused.statusCode, errorOf(refused).code]).toEqual([401, 'UNAUTHORIZED'])
    expect([(await ana.row()).dayPasses, (await ben.row()).dayPasses]).toEqual([3, 3])
    const done = await ben.send({ ...ask('passes.use'), headers: { 'quiver-person': ben.id } })
    expect([done.statusCode, (await ben.row()).dayPasses]).toEqual([200, 2])
  })
})
