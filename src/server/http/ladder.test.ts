import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'
import { requireRoutePolicies } from './route-policies.ts'

const operations = Object.keys(policies) as Operation[]

/** What the ladder says to an operation that is asked for with nothing in hand. */
async function verdict(who: Pick<ReturnType<TestClub['caller']>, 'send'>, operation: string) {
  const path = `/rpc/${operation.replace('.', '/')}`
  const asked = operation.endsWith('.get') ? { method: 'GET', path } : { method: 'POST', path, body: { json: {} } }
  const reply = await who.send(asked)
  const { code } = reply.json().json
  const closed = ['UNAUTHORIZED', 'FORBIDDEN', 'FINISH_SETUP'].includes(code)
  return closed ? `${reply.statusCode} ${code}` : 'let in'
}

const nobody = '401 UNAUTHORIZED'
const notForYou = '403 FORBIDDEN'
const wizardFirst = '409 FINISH_SETUP'
const open = 'let in'

/** Who is let in by which policy (D2). */
const rungs = {
  anyone: { visitor: open, newcomer: open, member: open, newOfficer: open, officer: open, demoted: open },
  'signed-in': { visitor: nobody, newcomer: open, member: open, newOfficer: open, officer: open, demoted: open },
  member: {
    visitor: nobody,
    newcomer: wizardFirst,
    member: open,
    newOfficer: wizardFirst,
    officer: open,
    demoted: open,
  },
  officer: {
    visitor: nobody,
    newcomer: notForYou,
    member: notForYou,
    newOfficer: wizardFirst,
    officer: open,
    demoted: notForYou,
  },
}

describe.each(engines)('every operation (%s)', (engine) => {
  test('lets in whom its policy names, and nobody else (T22)', async () => {
    await using club = await createTestClub(engine)
    const people = {
      visitor: club.visitor(),
      newcomer: await club.member({ hasLoggedIn: 0 }),
      member: await club.member(),
      newOfficer: await club.officer({ hasLoggedIn: 0 }),
      officer: await club.officer(),
      demoted: await club.officer(),
    }
    await club.db.updateTable('member').set({ role: 'Member' }).where('id', '=', people.demoted.id).execute()
    for (const operation of operations)
      for (const [name, who] of Object.entries(people)) {
        const expected = rungs[policies[operation]][name as keyof typeof people]
        expect([operation, name, await verdict(who, operation)]).toEqual([operation, name, expected])
      }
  })

  test('that is an officer’s leaves a trace when a member tries it, and does nothing (T22)', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const practiceId = await club.practice()
    const reply = await ana.send({ method: 'POST', path: '/rpc/practices/start', body: { json: { practiceId } } })
    expect(reply.statusCode).toBe(403)
    expect(await club.db.selectFrom('audit').selectAll().execute()).toEqual([
      expect.objectContaining({
        actor: ana.id,
        action: 'refused',
        target: 'practices.start',
        requestId: reply.headers['x-request-id'],
        at: '2026-11-24T22:50:00.000Z',
      }),
    ])
    const practice = await club.db.selectFrom('practice').select('startedAt').executeTakeFirst()
    expect(practice).toEqual({ startedAt: null })
  })
})

describe('what nobody has written a policy for', () => {
  test('is closed to everybody: an operation', async () => {
    await using club = await createTestClub('sqlite')
    const kai = await club.officer({ dayPasses: 1 })
    const policy = policies['passes.use']
    try {
      Reflect.deleteProperty(policies, 'passes.use')
      expect(await verdict(kai, 'passes.use')).toBe(notForYou)
    } finally {
      policies['passes.use'] = policy
    }
    expect((await kai.row()).dayPasses).toBe(1)
    expect(await verdict(kai, 'passes.use')).toBe(open)
  })

  test('stops the start: a route', async () => {
    const app = Fastify()
    requireRoutePolicies(app)
    app.get('/said', { config: { policy: 'anyone' } }, () => 'hello')
    app.get('/forgotten', () => 'hello')
    await expect(app.ready()).rejects.toThrow('The route /forgotten has no policy')
  })
})
