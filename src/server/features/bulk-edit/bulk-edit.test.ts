import { expect } from 'vitest'
import type { BulkEdit, BulkValue } from '#domain/bulk-edit.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, outcomeOf, succeeded, type TestClub, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

const two: BulkEdit = { of: 'day-passes', by: 2 }
const reason = 'Welcome back'

/** Ana has a day pass, Ben none and an approval, Cas a range pass. */
async function clubOfThree(club: TestClub) {
  const kai = await club.member({ role: 'Officer', keep: true })
  const ana = await club.member({ nameFirst: 'Ana', dayPasses: 1, keep: true })
  const ben = await club.member({ nameFirst: 'Ben', rm01Until: '2026-12-31', keep: true })
  const cas = await club.member({ nameFirst: 'Cas', pass: 'Carpool Range Pass', keep: true })
  const rows = () => Promise.all([ana, ben, cas].map((member) => member.row()))
  const apply = (edit: BulkEdit, ...values: BulkValue[]) =>
    kai.api.bulkEdit.apply({ edit, seen: seenOf([ana, ben, cas], values), reason })
  const applied = async (edit: BulkEdit, ...values: BulkValue[]) => (await apply(edit, ...values)).editId ?? ''
  const counts = async () => (await rows()).map(({ dayPasses }) => dayPasses)
  return { kai, ana, ben, cas, apply, applied, counts }
}

function seenOf(people: { id: string }[], values: BulkValue[]) {
  return values.map((expected, i) => ({ memberId: people[i]?.id ?? '', expected }))
}

describe.each(usualEngines)('a bulk edit (%s)', (engine) => {
  test('gives everyone the same, with ledger and audit rows, and one audit row for the whole', async ({ club }) => {
    const { kai, ana, ben, cas, applied, counts } = await clubOfThree(club)
    club.announced.length = 0
    const editId = await applied(two, 1, 0, 0)
    expect(await counts()).toEqual([3, 2, 2])
    expect(new Set(club.announced)).toEqual(new Set(['members', ...[ana, ben, cas].map(({ id }) => `member:${id}`)]))
    const ledger = await club.db.selectFrom('ledger').selectAll().where('cause', '=', `bulk:${editId}:1`).execute()
    expect(ledger.map(({ amount, why, actor }) => [amount, why, actor])).toEqual(Array(3).fill([2, reason, kai.id]))
    const audit = await club.db.selectFrom('audit').selectAll().execute()
    expect(audit.map(({ action, target }) => `${action} ${target}`).toSorted()).toEqual(
      [`members.bulk-edit ${editId}`, ...[ana, ben, cas].map(({ id }) => `member.day-passes ${id}`)].toSorted(),
    )
    expect(new Set(audit.map(({ requestId }) => requestId)).size).toBe(1)
    expect(JSON.stringify(audit)).not.toMatch(/Ana|purdue/)
    expect((await ana.api.passes.get()).dayPasses).toBe(3)
    expect((await kai.api.bulkEdits.get()).edits).toMatchObject([
      { id: editId, people: 3, undone: 0, edit: two, reason },
    ])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('is refused if everyone has changed since, or if it lacks a reason or a future day', async ({ club }) => {
    const { kai, ana, apply, counts } = await clubOfThree(club)
    const seen = [{ memberId: ana.id, expected: 1 }]
    const past = { of: 'rm01', until: '2026-11-23' } as const
    expect(await outcomeOf(apply(two, 9, 9, 9))).toBe('changed-meanwhile')
    expect(await outcomeOf(kai.api.bulkEdit.apply({ edit: two, seen }))).toBe('INVALID_FIELD')
    expect(await outcomeOf(apply(past, null))).toBe('INVALID_FIELD')
    expect(await outcomeOf(kai.api.bulkEdit.apply({ edit: two, seen: [...seen, ...seen], reason }))).toBe('BAD_REQUEST')
    expect(await counts()).toEqual([1, 0, 0])
    expect((await kai.api.bulkEdits.get()).edits).toEqual([])
  })

  test('counts once if ten officers make it in the same moment, and more often without the guard (negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await together(club)).toEqual({ went: 1, dayPasses: 3, undone: 1 })
    await using unguarded = await createTestClub(engine)
    const { went, dayPasses } = await together(unguarded, removeGuard)
    expect(went > 1 || dayPasses > 3).toBe(true)
  })
})

/** Ten officers give Ana, who has one, two Day Passes at the same time, and then undo it at the same time. */
async function together(club: TestClub, prepare = (_club: TestClub) => {}) {
  const { kai, ana } = await clubOfThree(club)
  const officers = await Promise.all(Array.from({ length: 10 }, () => club.officer()))
  prepare(club)
  const seen = [{ memberId: ana.id, expected: 1 }]
  const made = await Promise.allSettled(officers.map(({ api }) => api.bulkEdit.apply({ edit: two, seen, reason })))
  const { dayPasses } = await ana.row()
  const editId = (await kai.api.bulkEdits.get()).edits[0]?.id ?? ''
  const undone = await Promise.allSettled(officers.map(({ api }) => api.bulkEdit.undo({ editId })))
  return {
    went: made.filter(succeeded).length,
    dayPasses,
    undone: undone.filter(succeeded).reduce((sum, { value }) => sum + value.people, 0),
  }
}

describe.each(usualEngines)('undoing a bulk edit (%s)', () => {
  test('removes what it gave; those who have too little left can be undone later', async ({ club }) => {
    const { kai, ana, ben, applied, counts } = await clubOfThree(club)
    const editId = await applied(two, 1, 0, 0)
    await ana.api.passes.use({})
    await ben.api.passes.use({})
    const shown = await kai.api.bulkEdit.get({ editId })
    const of = (id: string) => shown.people.find(({ memberId }) => memberId === id)
    expect(of(ana.id)).toMatchObject({ name: 'Ana Bowman', before: 1, after: 3, now: 2, to: 0, undo: 'back' })
    expect(of(ben.id)).toMatchObject({ before: 0, after: 2, now: 1, to: null, undo: 'too-few' })
    expect(await kai.api.bulkEdit.undo({ editId })).toEqual({
      people: 2,
      left: [{ memberId: ben.id, reason: 'too-few' }],
    })
    expect(await counts()).toEqual([0, 1, 0])
    expect((await kai.api.bulkEdits.get()).edits).toMatchObject([{ people: 3, undone: 2 }])
    await expect(kai.api.bulkEdit.undo({ editId })).rejects.toMatchObject({ data: { reason: 'nobody-to-undo' } })
    // Ben has enough again, so the rest can be undone.
    await kai.api.members.setDayPasses({ memberId: ben.id, expected: 1, value: 4, reason: '' })
    expect(await kai.api.bulkEdit.undo({ editId })).toEqual({ people: 1, left: [] })
    expect(await counts()).toEqual([0, 2, 0])
    expect(await kai.api.bulkEdit.undo({ editId })).toEqual({ people: 0, left: [] })
    expect((await kai.api.bulkEdit.get({ editId })).people.map(({ undo }) => undo)).toEqual(Array(3).fill('undone'))
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('reaches members who were removed since, but not those who were erased', async ({ club }) => {
    const { kai, ben, cas, applied, counts } = await clubOfThree(club)
    const editId = await applied(two, 1, 0, 0)
    for (const memberId of [ben.id, cas.id]) await kai.api.members.remove({ memberId })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: cas.id })
    const { people } = await kai.api.bulkEdit.get({ editId })
    expect(people.map(({ name, undo }) => [name, undo]).toSorted()).toEqual([
      ['', 'gone'],
      ['Ana Bowman', 'back'],
      ['Ben Bowman', 'back'],
    ])
    expect(await kai.api.bulkEdit.undo({ editId })).toEqual({
      people: 2,
      left: [{ memberId: cas.id, reason: 'gone' }],
    })
    await kai.api.members.restore({ memberId: ben.id })
    expect((await counts()).slice(0, 2)).toEqual([1, 0])
  })
})
