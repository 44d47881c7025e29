import { describe, expect, test } from 'vitest'
import { type AuditFacts, asAct, auditActNames, auditSentence, changesOf, spoken, targetOf } from './audit.ts'

const blair = { id: 'b', name: 'Blair Officer' }
const avery = { id: 'a', name: 'Avery Bowman' }
const club = { id: null, name: 'The club' }
const tuesday = 'Tuesday practice (2026-11-24)'

function said(action: string, facts: Partial<AuditFacts> = {}) {
  return spoken(
    auditSentence({
      act: asAct(action),
      action,
      target: '',
      actor: blair,
      member: avery,
      practice: tuesday,
      before: {},
      after: {},
      ...facts,
    }),
  )
}

const sentences: [action: string, facts: Partial<AuditFacts>, sentence: string][] = [
  ['practice.start', {}, 'Blair Officer started Tuesday practice (2026-11-24)'],
  ['practice.end-early', {}, 'Blair Officer ended Tuesday practice (2026-11-24) early'],
  ['practice.take-back-end', {}, 'Blair Officer took back the early end of Tuesday practice (2026-11-24)'],
  [
    'practice.limit',
    { before: { attendanceLimit: null }, after: { attendanceLimit: 20 } },
    'Blair Officer set the attendance limit of Tuesday practice (2026-11-24) from none to 20',
  ],
  [
    'practice.order-waiting',
    {},
    'Blair Officer put those who wait for a place at Tuesday practice (2026-11-24) in another order',
  ],
  [
    'email.list',
    { after: { kind: 'carpool' } },
    'Blair Officer put an address without an account on the carpool list of Tuesday practice (2026-11-24)',
  ],
  [
    'email.list',
    { after: { kind: 'attendance' } },
    'Blair Officer put an address without an account on the attendance of Tuesday practice (2026-11-24)',
  ],
  ['email.unlist', {}, 'Blair Officer took an address without an account off Tuesday practice (2026-11-24)'],
  ['schedule.create', { after: { weeks: 1 } }, 'Blair Officer planned Tuesday practice (2026-11-24)'],
  ['schedule.create', { practice: null, after: { weeks: 3 } }, 'Blair Officer planned 3 weekly practices'],
  ['schedule.change', {}, 'Blair Officer changed Tuesday practice (2026-11-24) in the calendar'],
  ['schedule.cancel', { after: { cancelled: true } }, 'Blair Officer cancelled Tuesday practice (2026-11-24)'],
  [
    'schedule.cancel',
    { after: { cancelled: false } },
    'Blair Officer took back the cancelling of Tuesday practice (2026-11-24)',
  ],
  [
    'practice.rain-out',
    { after: { people: 5, dayPasses: 3 } },
    'Blair Officer gave back 5 practices and 3 day passes for Tuesday practice (2026-11-24), rained out',
  ],
  [
    'practice.rain-out-undo',
    { before: { people: 1, dayPasses: 0 } },
    'Blair Officer took back what the rain-out of Tuesday practice (2026-11-24) gave to 1 member',
  ],
  [
    'attendance.rain-out',
    { after: { paidPractices: 1, dayPasses: 1 } },
    'Blair Officer gave Avery Bowman back 1 paid practice and 1 day pass for Tuesday practice (2026-11-24), rained out',
  ],
  [
    'attendance.rain-out-undo',
    { before: { paidPractices: 1, dayPasses: 0 } },
    'Blair Officer took from Avery Bowman 1 paid practice that the rain-out of Tuesday practice (2026-11-24) gave',
  ],
  ['member.use-pass', { actor: avery }, 'Avery Bowman used a day pass'],
  [
    'member.welcome',
    { actor: avery, after: { dayPasses: 2, paidPractices: 0 } },
    'Avery Bowman was welcomed with 2 day passes',
  ],
  [
    'member.rm01',
    { after: { rm01Until: '2027-05-01' } },
    'Blair Officer approved Avery Bowman’s RM01 until 2027-05-01',
  ],
  ['member.rm01', { after: { rm01Until: null } }, 'Blair Officer took back the approval of Avery Bowman’s RM01'],
  ['practice.delete', {}, 'Blair Officer deleted Tuesday practice (2026-11-24)'],
  ['practice.delete', { practice: null }, 'Blair Officer deleted a practice that is gone'],
  ['practice.restore', {}, 'Blair Officer brought back Tuesday practice (2026-11-24)'],
  ['practice.remove-samples', { after: { removed: 1 } }, 'Blair Officer removed 1 sample practice'],
  ['practice.remove-samples', { after: { removed: 4 } }, 'Blair Officer removed 4 sample practices'],
  ['practice.import', {}, 'Blair Officer took over Tuesday practice (2026-11-24) from the former app'],
  [
    'member.import',
    { after: { practices: 1, paidPractices: 3, dayPasses: 2 } },
    'Blair Officer took over Avery Bowman from the former app, with 1 practice attended, 3 paid practices and 2 day passes',
  ],
  [
    'club.import',
    { after: { people: 60, practicesTaken: 1 } },
    'Blair Officer took over what the former app had: 60 members and 1 practice',
  ],
  ['export', { target: 'firebase' }, 'Blair Officer exported the whole club in Firebase’s shapes'],
  ['attendance.enter', {}, 'Blair Officer entered Avery Bowman as having been at Tuesday practice (2026-11-24)'],
  [
    'attendance.enter',
    { member: blair },
    'Blair Officer entered themself as having been at Tuesday practice (2026-11-24)',
  ],
  ['attendance.remove', {}, 'Blair Officer removed Avery Bowman from Tuesday practice (2026-11-24)'],
  [
    'carpool.credit',
    { after: { credited: true } },
    'Blair Officer credited Avery Bowman for driving to Tuesday practice (2026-11-24)',
  ],
  [
    'carpool.credit',
    { after: { credited: false } },
    'Blair Officer took back the carpool credit of Avery Bowman for Tuesday practice (2026-11-24)',
  ],
  [
    'pre-registration.claim',
    { actor: club, after: { practices: 1, paidPractices: 3 } },
    'On signing up, Avery Bowman’s address brought 1 practice attended and 3 paid practices',
  ],
  ['member.role', { after: { role: 'Officer' } }, 'Blair Officer made Avery Bowman an officer'],
  ['member.role', { after: { role: 'Member' } }, 'Blair Officer made Avery Bowman a member again'],
  [
    'member.day-passes',
    { before: { dayPasses: 2 }, after: { dayPasses: 3 } },
    'Blair Officer set Avery Bowman’s day passes from 2 to 3',
  ],
  [
    'member.paid-practices',
    { member: blair, before: { paidPractices: 0 }, after: { paidPractices: 5 } },
    'Blair Officer set their own paid practices from 0 to 5',
  ],
  [
    'member.pass',
    { before: { pass: 'none' }, after: { pass: 'Day Pass' } },
    'Blair Officer set Avery Bowman’s pass from none to Day Pass',
  ],
  [
    'members.bulk-edit',
    { after: { edit: { of: 'day-passes', by: 2 }, people: 40 } },
    'Blair Officer gave 2 day passes each to 40 members',
  ],
  [
    'members.bulk-edit',
    { after: { edit: { of: 'paid-practices', by: -1 }, people: 1 } },
    'Blair Officer took 1 paid practice from 1 member',
  ],
  [
    'members.bulk-edit',
    { after: { edit: { of: 'rm01', until: '2027-05-01' }, people: 3 } },
    'Blair Officer approved the RM01 of 3 members until 2027-05-01',
  ],
  [
    'members.bulk-edit',
    { after: { edit: { of: 'pass', pass: 'none' }, people: 3 } },
    'Blair Officer took the pass of 3 members',
  ],
  ['members.bulk-edit', { after: { edit: { of: 'hats' }, people: 3 } }, 'Blair Officer changed 3 members'],
  [
    'members.bulk-undo',
    { before: { edit: { of: 'pass', pass: 'Day Pass' }, people: 4 }, after: { people: 3 } },
    'Blair Officer undid a bulk edit for 3 members, which set the pass of 4 members to Day Pass',
  ],
  ['member.remove', {}, 'Blair Officer removed Avery Bowman from the club'],
  ['member.restore', {}, 'Blair Officer brought Avery Bowman back'],
  ['member.erase', {}, 'Blair Officer erased Avery Bowman for good'],
  ['member.erase', { actor: club }, 'The club erased Avery Bowman for good'],
  ['member.erase', { actor: avery }, 'Avery Bowman deleted their own account'],
  ['export', { target: 'members' }, 'Blair Officer exported the list of members'],
  [
    'member.store',
    { before: { paidPractices: 1, dayPasses: 3 }, after: { paidPractices: 11, dayPasses: 1 } },
    'Blair Officer booked what Avery Bowman bought in the store: 10 paid practices and -2 day passes',
  ],
  [
    'store.import',
    { after: { booked: 12, waiting: 1 } },
    'Blair Officer imported the store’s orders: 12 lines booked, 1 waiting',
  ],
  ['store.assign', { after: { lines: 2 } }, 'Blair Officer assigned 2 lines of the store to Avery Bowman'],
  [
    'store.assign',
    { member: null, after: { lines: 1 } },
    'Blair Officer said for which address 1 line of the store counts',
  ],
  ['store.unassign', {}, 'Blair Officer took a line of the store from Avery Bowman'],
  ['store.unassign', { member: null }, 'Blair Officer took back whose a line of the store is'],
  [
    'store.worth',
    { after: { paidPractices: 1, dayPasses: 0, lines: 3 } },
    'Blair Officer said what a product of the store is worth: 1 paid practice and 0 day passes, for 3 lines',
  ],
  ['store.dismiss', {}, 'Blair Officer dismissed a line of the store'],
  ['store.reopen', {}, 'Blair Officer let a dismissed line of the store wait again'],
  ['store.forget', {}, 'Blair Officer had a buyer’s private address forgotten'],
  [
    'paid-count.set',
    { before: { paidPractices: 0, dayPasses: 0 }, after: { paidPractices: 2, dayPasses: 1 } },
    'Blair Officer set what is paid for an address without an account from 0 paid practices and 0 day passes to 2 paid practices and 1 day pass',
  ],
  [
    'paid-count.remove',
    { before: { paidPractices: 2, dayPasses: 1 } },
    'Blair Officer took away what was paid for an address without an account: 2 paid practices and 1 day pass',
  ],
  ['export', { target: 'ledger' }, 'Blair Officer exported the ledger'],
  ['export', { target: 'audit' }, 'Blair Officer exported the audit log'],
  ['export', { target: 'attendance' }, 'Blair Officer exported the attendance'],
  [
    'refused',
    { actor: avery, target: 'practices.start' },
    'Avery Bowman tried what is for officers, and was refused (practices.start)',
  ],
]

describe('the sentence of an act', () => {
  test.each(sentences)('%s %j', (action, facts, sentence) => {
    expect(said(action, facts)).toBe(sentence)
  })

  test('is known of every act', () => {
    expect(new Set(sentences.map(([action]) => action))).toEqual(new Set(auditActNames))
  })

  test('of an act that another release wrote names who did it, and the act', () => {
    expect(said('practice.sunshine')).toBe('Blair Officer did “practice.sunshine”')
  })

  test('keeps people apart from words, whatever they are called', () => {
    const pieces = auditSentence({
      act: 'member.remove',
      action: 'member.remove',
      target: 'a',
      actor: { id: 'b', name: ' removed ' },
      member: avery,
      practice: null,
      before: {},
      after: {},
    })
    expect(pieces).toEqual([{ id: 'b', name: ' removed ' }, ' removed ', avery, ' from the club'])
  })
})

test.each([
  ['member.role', 'm1', { memberId: 'm1', practiceId: null }],
  ['pre-registration.claim', 'm1', { memberId: 'm1', practiceId: null }],
  ['practice.start', 'p1', { memberId: null, practiceId: 'p1' }],
  ['practice.start', 'p 1 a', { memberId: null, practiceId: 'p 1 a' }],
  ['email.list', 'p1 x y', { memberId: null, practiceId: 'p1 x' }],
  ['attendance.enter', 'p1 m1', { memberId: 'm1', practiceId: 'p1' }],
  ['carpool.credit', 'a practice m1', { memberId: 'm1', practiceId: 'a practice' }],
  ['store.assign', 'l1 m1', { memberId: 'm1', practiceId: null }],
  ['store.dismiss', 'l1', { memberId: null, practiceId: null }],
  ['member.store', 'm1', { memberId: 'm1', practiceId: null }],
  ['practice.remove-samples', 'samples', { memberId: null, practiceId: null }],
  ['refused', 'members.get', { memberId: null, practiceId: null }],
  ['export', 'members', { memberId: null, practiceId: null }],
])('%s of %j is about %j', (action, target, about) => {
  expect(targetOf(action, target)).toEqual(about)
})

describe('what was so before and after', () => {
  const nameOf = (id: string) => `<${id}>`

  test('has a label, and a side that was not spoken of stays empty', () => {
    expect(changesOf({ dayPasses: 2 }, { dayPasses: 3 }, nameOf)).toEqual([
      { what: 'Day passes', before: '2', after: '3' },
    ])
    expect(changesOf({}, { startedAt: '2026-11-24T23:00:00.000Z' }, nameOf)).toEqual([
      { what: 'Started', before: null, after: '2026-11-24T23:00:00.000Z' },
    ])
  })

  test('says in words what is none, yes or no, and who', () => {
    expect(
      changesOf(
        { attendanceLimit: null, credited: false, checkedInBy: 'm1', credits: ['m1', 'm2'], reason: '' },
        { attendanceLimit: 20, credited: true },
        nameOf,
      ),
    ).toEqual([
      { what: 'Attendance limit', before: 'no limit', after: '20' },
      { what: 'Carpool credit', before: 'no', after: 'yes' },
      { what: 'Checked in by', before: '<m1>', after: null },
      { what: 'Carpool credits', before: '2 members', after: null },
    ])
    expect(changesOf({ checkedInBy: null }, {}, nameOf)).toEqual([
      { what: 'Checked in by', before: 'a list', after: null },
    ])
  })

  test('leaves out lists of nobody and bare numbers of records', () => {
    expect(changesOf({ credits: [] }, { preRegistration: 'x1' }, nameOf)).toEqual([])
  })
})
