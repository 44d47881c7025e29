import { expect, test } from 'vitest'
import type { MemberRow } from '#contract/members.ts'
import { editOf, emptyDraft, previewOf } from './draft.ts'

const member = (id: string, dayPasses: number) =>
  ({ id, name: id, email: `${id}@purdue.edu`, role: 'Member', pass: 'none', dayPasses, paidPractices: 0 }) as MemberRow
const seen = (...members: MemberRow[]) => new Map(members.map((each) => [each.id, each]))

test('a draft is an edit once it says everything', () => {
  expect(editOf(emptyDraft)).toEqual({ of: 'day-passes', by: 1 })
  expect(editOf({ ...emptyDraft, adds: false, many: 3 })).toEqual({ of: 'day-passes', by: -3 })
  for (const many of [null, 0, 1000]) expect(editOf({ ...emptyDraft, many })).toBeNull()
  expect(editOf({ ...emptyDraft, of: 'paid-practices', many: 1000 })).toEqual({ of: 'paid-practices', by: 1000 })
  expect(editOf({ ...emptyDraft, of: 'rm01' })).toBeNull()
  expect(editOf({ ...emptyDraft, of: 'rm01', until: '2027-05-01' })).toEqual({ of: 'rm01', until: '2027-05-01' })
  expect(editOf({ ...emptyDraft, of: 'pass', many: null })).toEqual({ of: 'pass', pass: 'none' })
})

test('a preview adds up those who are changed, and keeps apart who has changed since and who would get too few', () => {
  const people = [member('ana', 3), member('ben', 5), member('cas', 0)]
  const before = seen(member('ana', 3), member('ben', 4), member('cas', 0))
  expect(previewOf({ of: 'day-passes', by: -1 }, people, before)).toEqual({
    changes: [{ id: 'ana', name: 'ana', email: 'ana@purdue.edu', seen: 3, now: 3, after: 2 }],
    left: [
      { id: 'ben', name: 'ben', email: 'ben@purdue.edu', seen: 4, now: 5, reason: 'changed-meanwhile' },
      { id: 'cas', name: 'cas', email: 'cas@purdue.edu', seen: 0, now: 0, reason: 'too-few' },
    ],
    unchanged: 0,
    totals: { before: 3, after: 2 },
  })
})
