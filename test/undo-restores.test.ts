import { describe, expect, test } from 'vitest'
import type { BulkEdit, BulkValue } from '#domain/bulk-edit.ts'
import { foldLedger } from '#domain/ledger.ts'
import { allRows } from './support/all-rows.ts'
import { createTestClub, type EngineName, type TestClub, usualEngines } from './support/club.ts'

// After an undo everything must be as before: the complete state of the club is compared.

/** Append-only history: of the ledger its sums are compared, of the others nothing. */
const history = ['ledger', 'audit', 'mail_outbox']
/** Belongs to a visit or a request. */
const passing = ['session', 'kiosk', 'verification', 'idempotency', 'rate_limit', 'topic_version', 'calendar_cache']
/** When a row was last changed. */
const touched = ['updated_at', 'drivers_reminded_at', 'drivers_reminded_for']

/** Every table except those above, and each member's sums in the ledger. */
async function stateOf(club: TestClub) {
  const tables = await allRows(club, (_table, column) => touched.includes(column))
  const kept = Object.entries(tables).filter(([name]) => ![...history, ...passing].includes(name))
  const ledger = await club.db.selectFrom('ledger').select(['memberId', 'currency', 'amount']).execute()
  const members = await club.db.selectFrom('member').select('id').execute()
  const sums = members.map(({ id }) => [id, foldLedger(ledger.filter(({ memberId }) => memberId === id))])
  return { tables: Object.fromEntries(kept), sums: Object.fromEntries(sums) }
}

/**
 * A club in regular use: passes of each kind, attendance of each kind, credits, a practice with a waitlist, a
 * pre-registered address without an account, an approval.
 */
async function createClubInUse(club: TestClub) {
  const kai = await club.member({ role: 'Officer', nameFirst: 'Kai', keep: true })
  const driver = { hasCar: 1, carCapacity: 4, rm01Completed: 1 } as const
  const ana = await club.member({ nameFirst: 'Ana', dayPasses: 3, paidPractices: 2, keep: true, ...driver })
  const ben = await club.member({ nameFirst: 'Ben', pass: 'Carpool Range Pass', rm01Until: '2027-01-15', keep: true })
  const cas = await club.member({ nameFirst: 'Cas', dayPasses: 1, keep: true })
  const dee = await club.member({ nameFirst: 'Dee', paidPractices: 7, keep: true })
  const days = { startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' }
  const tonight = await club.practice()
  const thursday = await club.practice({ title: 'Thursday evening', ...days })
  const tick = () => club.clock.advance(1000)

  await kai.api.managePractices.setLimit({ practiceId: thursday, expected: null, limit: 2 })
  for (const [member, answer] of [
    [ana, 'driver'],
    [ben, 'archer'],
    [cas, 'archer'],
    [dee, 'archer'],
  ] as const) {
    await member.api.practices.answer({ practiceId: thursday, answer })
    await member.api.practices.answer({ practiceId: tonight, answer })
    await tick()
  }
  await kai.api.practices.start({ practiceId: tonight })
  await ana.api.passes.use({})
  for (const member of [ana, ben]) {
    await member.api.practices.checkIn({ practiceId: tonight })
    await tick()
  }
  const late = { practiceId: tonight, memberId: dee.id }
  await kai.api.managePractices.setAttendance({ ...late, attended: true, reason: 'Came without a phone' })
  await kai.api.managePractices.addEmail({ practiceId: tonight, email: 'later@purdue.edu', kind: 'carpool' })
  for (const memberId of [dee.id, ana.id]) {
    await kai.api.managePractices.setCredit({ practiceId: tonight, memberId, credited: true })
    await tick()
  }
  await kai.api.practices.endEarly({ practiceId: tonight })
  return { kai, ana, ben, cas, dee, tonight, thursday }
}

type Living = Awaited<ReturnType<typeof createClubInUse>>

type Change = { act: () => Promise<unknown>; undo: () => Promise<unknown> }

/** Expects the same state as before, a minute later; then once more, because what the first time left must not matter. */
async function expectRestored(engine: EngineName, changeIn: (living: Living) => Promise<Change>) {
  await using club = await createTestClub(engine)
  const living = await createClubInUse(club)
  const { act, undo } = await changeIn(living)
  const before = await stateOf(club)
  for (const _ of [1, 2]) {
    await act()
    expect(await stateOf(club)).not.toEqual(before)
    await club.clock.advance(60_000)
    await undo()
    expect(await stateOf(club)).toEqual(before)
  }
}

describe.each(usualEngines)('undone, it is as if it had not been (%s)', (engine) => {
  test.each(['ana', 'cas', 'dee'] as const)('the removal of a member: %s', async (name) => {
    await expectRestored(engine, async (living) => {
      const { members, managePractices } = living.kai.api
      // A member whose spot was given away gets it back beyond the limit (docs/decisions/0013-practices-rsvps-waitlist.md).
      if (name === 'ana') await managePractices.setLimit({ practiceId: living.thursday, expected: 2, limit: null })
      const who = { memberId: living[name].id }
      return { act: () => members.remove(who), undo: () => members.restore(who) }
    })
  })

  test.each(['tonight', 'thursday'] as const)('the deletion of a practice: %s', async (name) => {
    await expectRestored(engine, async ({ kai, ...practices }) => {
      const { managePractices } = kai.api
      const practice = { practiceId: practices[name] }
      return { act: () => managePractices.delete(practice), undo: () => managePractices.restore(practice) }
    })
  })

  test('what a rain-out gave', async () => {
    await expectRestored(engine, async ({ kai, tonight: practiceId }) => {
      const { rainOut } = kai.api
      const { people } = await rainOut.get({ practiceId })
      const seen = people.map(({ memberId, dayPass }) => ({ memberId, dayPass }))
      expect(seen.map(({ dayPass }) => dayPass).toSorted()).toEqual([false, false, true])
      return { act: () => rainOut.give({ practiceId, seen }), undo: () => rainOut.takeBack({ practiceId }) }
    })
  })

  const passes = ['Day Pass', 'Carpool Range Pass', 'none', 'none']
  const edits: [BulkEdit, BulkValue[]][] = [
    [{ of: 'day-passes', by: -1 }, [2, 0, 1, 0]],
    [{ of: 'paid-practices', by: 5 }, [3, 0, 0, 8]],
    [{ of: 'rm01', until: '2027-05-01' }, [null, '2027-01-15', null, null]],
    [{ of: 'pass', pass: 'Day Pass' }, passes],
    [{ of: 'pass', pass: 'none' }, passes],
  ]
  test.each(edits)('a bulk edit: %j', async (edit, values) => {
    await expectRestored(engine, async ({ kai, ana, ben, cas, dee }) => {
      const { bulkEdit } = kai.api
      const seen = [ana, ben, cas, dee].map(({ id }, i) => ({ memberId: id, expected: values[i] ?? null }))
      let editId = ''
      return {
        async act() {
          editId = (await bulkEdit.apply({ edit, seen, reason: 'All of us' })).editId ?? ''
        },
        undo: () => bulkEdit.undo({ editId }),
      }
    })
  })
})

test('what is not undone is noticed (positive control)', async () => {
  const restored = expectRestored('sqlite', async ({ kai, cas }) => ({
    act: () => kai.api.members.setPass({ memberId: cas.id, expected: 'none', pass: 'Day Pass' }),
    undo: async () => {},
  }))
  await expect(restored).rejects.toThrow('to deeply equal')
})
