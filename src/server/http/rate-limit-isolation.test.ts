import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { allRows } from '#test/support/all-rows.ts'
import { createTestClub, type TestClub, usualEngines } from '#test/support/club.ts'
import { eveningCalls } from '#test/support/sample-calls.ts'
import { storeImport } from '#test/support/store.ts'
import { operations, ways, waysIn } from '#test/support/transports.ts'

// A whole evening, in which each operation is also tried by someone without the right to it.

const own = operations.filter((operation) => ['signed-in', 'member'].includes(policies[operation]))
const officers = operations.filter((operation) => policies[operation] === 'officer')

describe.each(usualEngines)('an evening (%s)', (engine) => {
  // Shows: 4.22, T22, ASVS 16.3.2
  test('of officers changes nothing if a member tries it, and leaves an audit row (T22)', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const ana = await club.member({ keep: true })
    let tried = 0
    for await (const { operation, input, send } of eveningCalls(club)) {
      for (const way of policies[operation] === 'officer' ? ways : []) {
        const { audit: log = [], ...before } = await allRows(club)
        const told = club.announced.length
        const reply = await ana.send(waysIn[way].ask(operation, input))
        expect([operation, way, reply.statusCode]).toEqual([operation, way, 403])
        const { audit = [], ...after } = await allRows(club)
        expect(after).toEqual(before)
        expect(club.announced.length).toBe(told)
        const added = audit.filter((row) => !log.includes(row)).map((row) => JSON.parse(row))
        const requestId = reply.headers['x-request-id']
        // One audit row per hour, even if it was tried over both APIs.
        const traces =
          way === ways[0] ? [{ actor: ana.id, action: 'refused', target: operation, request_id: requestId }] : []
        expect(added).toMatchObject(traces)
        expect(audit).toHaveLength(log.length + traces.length)
        tried += 1
      }
      await send()
    }
    expect(tried).toBe(2 * officers.length)
  })

  // Shows: T23
  test('of one member, sent with another’s cookie, changes only the other’s own data (T23)', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const asked = new Set<Operation>()
    let tried = 0
    /** Uses a new member each time, so that earlier attempts have no influence. */
    const tryAs = async (operation: Operation, input: object | undefined) => {
      for (const way of ways) {
        const zoe = await club.member({ dayPasses: 1, hasCar: 1, carCapacity: 3 })
        const before = await rowsOfOthers(club, zoe.id)
        const reply = await zoe.send(waysIn[way].ask(operation, input))
        expect([operation, way, await rowsOfOthers(club, zoe.id)]).toEqual([operation, way, before])
        if (namesOwn(input)) expect([operation, way, reply.statusCode]).toEqual([operation, way, 404])
        for (const word of ['new@purdue.edu', '2005-02-28']) expect(reply.payload).not.toContain(word)
        tried += 1
      }
      asked.add(operation)
    }
    for await (const { operation, input, send } of eveningCalls(club)) {
      const isOwn = own.includes(operation)
      // Before a card exists, anyone may use its id.
      if (isOwn && namesOwn(input) && operation !== 'scorecard.save') await tryAs(operation, input)
      await send()
      if (isOwn) await tryAs(operation, input)
    }
    expect([...asked].toSorted()).toEqual(own.toSorted())
    expect(tried).toBeGreaterThan(2 * own.length)
  })
})

/** Whether the input has the id of something that belongs to one person. */
const namesOwn = (input: object = {}) => ['cardId', 'sessionId', 'deviceId'].some((name) => name in input)

/** All rows that don't contain this person's id, except topic versions and rate limits, which are shared. */
async function rowsOfOthers(club: TestClub, id: string) {
  const { topic_version: _topics, rate_limit: _tries, ...tables } = await allRows(club)
  return Object.entries(tables).flatMap(([table, rows]) =>
    rows.filter((row) => !row.includes(id)).map((row) => `${table}: ${row}`),
  )
}
