import { describe, expect, test } from 'vitest'
import {
  type BulkEdit,
  type BulkValue,
  bulkUndoableUntil,
  decideBulkEdit,
  decideBulkUndo,
  isBulkEdit,
  planUndo,
  type Undoable,
  valueFor,
} from './bulk-edit.ts'
import { heldFrom } from './members.ts'
import { passNames } from './passes.ts'

const refused = (reason: string) => ({ outcome: 'refused', reason })

const two: BulkEdit = { of: 'day-passes', by: 2 }
const none = { pass: 'none', passUsedAt: null } as const
const startOfToday = '2026-11-24T05:00:00.000Z'
const yesterday = '2026-11-23T20:00:00.000Z'
const today = '2026-11-24T20:00:00.000Z'
const noon = '2026-11-24T17:00:00.000Z'

const seen = (values: Record<string, BulkValue>) =>
  Object.entries(values).map(([memberId, expected]) => ({ memberId, expected }))
const now = (values: Record<string, BulkValue>) => new Map(Object.entries(values))

describe('a bulk edit', () => {
  test('is of a count, the day of an approval, or the pass', () => {
    const member = { dayPasses: 1, paidPractices: 2, rm01Until: '2027-05-01', pass: 'Day Pass' } as const
    const edits: BulkEdit[] = [two, { of: 'paid-practices', by: 1 }, { of: 'rm01', until: '' }]
    expect(edits.map((edit) => valueFor(edit, member))).toEqual([1, 2, '2027-05-01'])
    expect(valueFor({ of: 'pass', pass: 'none' }, member)).toBe('Day Pass')
  })

  test('changes whom it finds as the officer saw them, and names the others', () => {
    const current = now({ ana: 1, ben: 2, dee: 998, eve: 997 })
    const facts = { seen: seen({ ana: 1, ben: 3, cas: 0, dee: 998, eve: 997 }), current }
    expect(decideBulkEdit(two, facts)).toEqual({
      outcome: 'changed',
      changes: [
        { memberId: 'ana', before: 1, after: 3 },
        { memberId: 'eve', before: 997, after: 999 },
      ],
      left: [
        { memberId: 'ben', reason: 'changed-meanwhile' },
        { memberId: 'cas', reason: 'gone' },
        { memberId: 'dee', reason: 'too-many' },
      ],
    })
  })

  test('is refused if all have changed since, and changes nothing if all have it already', () => {
    const other = { seen: seen({ ana: 1 }), current: now({ ana: 2 }) }
    expect(decideBulkEdit(two, other)).toEqual(refused('changed-meanwhile'))
    const rm01: BulkEdit = { of: 'rm01', until: '2027-05-01' }
    const facts = { seen: seen({ ana: null }), current: now({ ana: '2027-05-01' }) }
    expect(decideBulkEdit(rm01, facts)).toMatchObject({ outcome: 'unchanged', changes: [] })
    const pass: BulkEdit = { of: 'pass', pass: 'Day Pass' }
    expect(decideBulkEdit(pass, { seen: seen({ ana: 'none' }), current: now({ ana: 'none' }) })).toMatchObject({
      changes: [{ memberId: 'ana', before: 'none', after: 'Day Pass' }],
    })
  })
})

describe('undoing it', () => {
  const counted = (before: number, after: number, value: number): Undoable => ({
    memberId: 'ana',
    before,
    after,
    now: { value, held: none },
  })

  test('gives back what was there, and leaves what was used or given since', () => {
    expect(planUndo(two, counted(1, 3, 3), startOfToday)).toEqual({ outcome: 'back', to: 1 })
    expect(planUndo(two, counted(1, 3, 2), startOfToday)).toEqual({ outcome: 'back', to: 0 })
    expect(planUndo(two, counted(1, 3, 8), startOfToday)).toEqual({ outcome: 'back', to: 6 })
    expect(planUndo(two, counted(1, 3, 1), startOfToday)).toEqual({ outcome: 'left-out', reason: 'too-few' })
    const taken: BulkEdit = { of: 'day-passes', by: -2 }
    expect(planUndo(taken, counted(3, 1, 998), startOfToday)).toEqual({ outcome: 'left-out', reason: 'too-many' })
    expect(planUndo(two, { ...counted(1, 3, 3), now: null }, startOfToday)).toMatchObject({ reason: 'gone' })
  })

  test('of a day goes back only if no other day was set since', () => {
    const edit: BulkEdit = { of: 'rm01', until: '2027-05-01' }
    const entry = { memberId: 'ana', before: null, after: '2027-05-01' }
    const is = (value: BulkValue) => planUndo(edit, { ...entry, now: { value, held: none } }, startOfToday)
    expect(is('2027-05-01')).toEqual({ outcome: 'back', to: null })
    expect(is('2027-06-01')).toEqual({ outcome: 'left-out', reason: 'changed-meanwhile' })
    expect(is(null)).toEqual({ outcome: 'left-out', reason: 'changed-meanwhile' })
  })

  test('of a pass goes back while it is the one that was set, also when its day is over', () => {
    const edit: BulkEdit = { of: 'pass', pass: 'Day Pass' }
    const range = heldFrom('Carpool Range Pass', yesterday)
    const entry = { memberId: 'ana', before: 'Carpool Range Pass', after: 'Day Pass' }
    const plan = (held: typeof range, setAt: string, setSince = false) =>
      planUndo(edit, { ...entry, now: { value: 'none', held }, pass: { held: range, setAt, setSince } }, startOfToday)
    const back = { outcome: 'back', to: 'Carpool Range Pass' }
    const changed = { outcome: 'left-out', reason: 'changed-meanwhile' }
    expect(plan(heldFrom('Day Pass', noon), noon)).toEqual(back)
    // A later Day Pass with the same name.
    expect(plan(heldFrom('Day Pass', today), noon)).toEqual(changed)
    expect(plan(heldFrom('Day Pass', yesterday), yesterday)).toEqual(back)
    // Expired at sign-in, without any action; or removed by an officer.
    expect(plan(none, yesterday)).toEqual(back)
    expect(plan(none, yesterday, true)).toEqual(changed)
    expect(plan(none, noon)).toEqual(changed)
    expect(plan(range, yesterday)).toEqual(changed)
    const ofRange: BulkEdit = { of: 'pass', pass: 'Carpool Range Pass' }
    const removed = { ...entry, now: { value: 'none', held: none }, pass: { held: none, setAt: noon, setSince: false } }
    expect(planUndo(ofRange, removed, startOfToday)).toEqual(changed)
  })

  test('is possible for 30 days, once for each, and says for whom it is not', () => {
    const at = '2026-11-01T12:00:00.000Z'
    const until = bulkUndoableUntil(at)
    expect(until).toBe('2026-12-01T12:00:00.000Z')
    const open = [counted(1, 3, 3), { ...counted(0, 2, 1), memberId: 'ben' }]
    const decide = (facts: { now?: string; open?: Undoable[] }) =>
      decideBulkUndo(two, { at, now: today, open, startOfToday, ...facts })
    expect(decide({})).toMatchObject({
      outcome: 'changed',
      back: [{ memberId: 'ana', to: 1 }],
      left: [{ memberId: 'ben', reason: 'too-few' }],
    })
    expect(decide({ open: [] })).toEqual({ outcome: 'unchanged' })
    expect(decide({ now: until })).toEqual(refused('too-late'))
    expect(decide({ open: open.slice(1) })).toEqual(refused('nobody-to-undo'))
  })
})

test('a row of the log is a bulk edit or is not', () => {
  for (const edit of [two, { of: 'rm01', until: '2027-05-01' }, ...passNames.map((pass) => ({ of: 'pass', pass }))])
    expect(isBulkEdit(edit)).toBe(true)
  const odd = [{ of: 'hats', by: 1 }, { of: 'pass', pass: 'x' }, { of: 'rm01' }, { of: 'day-passes' }]
  for (const other of [null, 5, {}, ...odd, { of: 'rm01', until: 1 }, { of: 'day-passes', by: '1' }])
    expect(isBulkEdit(other)).toBe(false)
})
