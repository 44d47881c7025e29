import { expect } from 'vitest'
import { contract } from '#contract/contract.ts'
import { needPassword, type Operation, policies } from '#contract/policies.ts'
import { exportKinds } from '#server/features/reports/export-tables.ts'
import { leap } from '#test/support/account-requests.ts'
import { createTestClub, describe, goodPassword, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { operationsOf } from '#test/support/operations.ts'

const minute = 60_000
const needed = { status: 403, code: 'PASSWORD_NEEDED', message: 'Enter your password to continue.' }

async function codeOf(who: Pick<TestMember, 'send'>, operation: string) {
  const path = `/rpc/${operation.replace('.', '/')}`
  const asked = operation.endsWith('.get') ? { method: 'GET', path } : { method: 'POST', path, body: { json: {} } }
  return (await who.send(asked)).json()?.json?.code
}

const roleOf = async (ana: TestMember) => (await ana.row()).role

describe.each(usualEngines)('an officer’s password (%s)', (engine) => {
  // Shows: T11
  test('is needed for each operation that changes power or exports everyone’s data, and for no other', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    leap(club, 10 * minute)
    // sessions.endAll would end the session.
    const operations = operationsOf(contract)
      .map(({ path }) => path.join('.') as Operation)
      .filter((operation) => policies[operation] !== 'anyone' && operation !== 'sessions.endAll')
    expect(operations.length).toBeGreaterThan(60)
    const asking: string[] = []
    for (const operation of operations) if ((await codeOf(kai, operation)) === 'PASSWORD_NEEDED') asking.push(operation)
    expect(asking.toSorted()).toEqual(needPassword.toSorted())
    for (const kind of exportKinds) {
      const path = `/exports/${kind}.csv`
      const reply = await kai.send(exportRequest(path))
      expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining({ code: needed.code })])
    }
    expect(await club.db.selectFrom('audit').select('id').where('action', '=', 'export').execute()).toEqual([])
  })

  // Shows: T11
  test('counts for ten minutes in the session where it was entered, also by logging in', async ({ club, kai, ana }) => {
    const phone = await club.loggedIn(kai.email)
    const make = (who: Pick<TestMember, 'api'>) =>
      who.api.members.setRole({ memberId: ana.id, expected: 'Member', role: 'Officer' })
    const unmake = () => kai.api.members.setRole({ memberId: ana.id, expected: 'Officer', role: 'Member' })

    leap(club, 10 * minute - 1)
    await make(kai)
    await unmake()
    leap(club, 1)
    for (const who of [kai, phone]) await expect(make(who)).rejects.toMatchObject(needed)
    expect(await roleOf(ana)).toBe('Member')

    await expect(kai.api.session.enterPassword({ password: 'not the one' })).rejects.toMatchObject({
      data: { fields: { password: 'That’s not your password.' } },
    })
    await expect(make(kai)).rejects.toMatchObject(needed)
    await kai.api.session.enterPassword({ password: goodPassword })
    await make(kai)
    await unmake()
    await expect(make(phone)).rejects.toMatchObject(needed)
    const exported = await kai.send(exportRequest('members'))
    expect(exported.statusCode).toBe(200)
    leap(club, 10 * minute)
    await expect(make(kai)).rejects.toMatchObject(needed)
    await kai.api.account.changePassword({ currentPassword: goodPassword, newPassword: 'amber quiver of nine larks' })
    await make(kai)
  })
})
