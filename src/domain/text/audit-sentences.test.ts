import { describe, expect, test } from 'vitest'
import { type AuditFacts, asAct, auditActNames, auditSentence, changesOf, spoken, targetOf } from './audit-sentences.ts'

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
  ['practice.take-back-end', {}, 'Blair Officer reopened Tuesday practice (2026-11-24)'],
  [
    'practice.limit',
    { before: { attendanceLimit: null }, after: { attendanceLimit: 20 } },
    'Blair Officer set the attendance limit of Tuesday practice (2026-11-24) from none to 20',
  ],
  ['practice.order-waiting', {}, 'Blair Officer reordered the waitlist for Tuesday practice (2026-11-24)'],
  [
    'email.list',
    { after: { kind: 'carpool' } },
    'Blair Officer added an email without an account to the carpool list of Tuesday practice (2026-11-24)',
  ],
  [
    'email.list',
    { after: { kind: 'attendance' } },
    'Blair Officer added an email without an account to the attendees of Tuesday practice (2026-11-24)',
  ],
  ['email.unlist', {}, 'Blair Officer removed an email without an account from Tuesday practice (2026-11-24)'],
  ['schedule.create', { after: { weeks: 1 } }, 'Blair Officer planned Tuesday practice (2026-11-24)'],
  ['schedule.create', { practice: null, after: { weeks: 3 } }, 'Blair Officer planned 3 weekly practices'],
  ['schedule.change', {}, 'Blair Officer changed Tuesday practice (2026-11-24) in the calendar'],
  [
    'calendar.decide',
    { after: { cancelled: false } },
    'Blair Officer chose the calendar event of Tuesday practice (2026-11-24)',
  ],
  [
    'calendar.decide',
    { after: { cancelled: true } },
    'Blair Officer canceled Tuesday practice (2026-11-24), which is no longer in the calendar',
  ],
  ['calendar.cancel-held', { after: { practices: 8 } }, 'Blair Officer canceled 8 practices missing from the calendar'],
  ['schedule.cancel', { after: { cancelled: true } }, 'Blair Officer canceled Tuesday practice (2026-11-24)'],
  ['schedule.cancel', { after: { cancelled: false } }, 'Blair Officer put Tuesday practice (2026-11-24) back on'],
  [
    'practice.rain-out',
    { after: { people: 5, dayPasses: 3 } },
    'Blair Officer refunded 5 practices and 3 day passes for the rain-out of Tuesday practice (2026-11-24)',
  ],
  [
    'practice.rain-out-undo',
    { before: { people: 1, dayPasses: 0 } },
    'Blair Officer undid the rain-out refunds of 1 member for Tuesday practice (2026-11-24)',
  ],
  [
    'attendance.rain-out',
    { after: { paidPractices: 1, dayPasses: 1 } },
    'Blair Officer refunded Avery Bowman 1 paid practice and 1 day pass for the rain-out of Tuesday practice (2026-11-24)',
  ],
  [
    'attendance.rain-out-undo',
    { before: { paidPractices: 1, dayPasses: 0 } },
    'Blair Officer undid Avery Bowman’s rain-out refund of 1 paid practice for Tuesday practice (2026-11-24)',
  ],
  ['member.use-pass', { actor: avery }, 'Avery Bowman used a day pass'],
  [
    'member.welcome',
    { actor: avery, after: { dayPasses: 2, paidPractices: 0 } },
    'Avery Bowman got 2 day passes as a welcome gift',
  ],
  [
    'member.rm01',
    { after: { rm01Until: '2027-05-01' } },
    'Blair Officer approved Avery Bowman’s RM01 until 2027-05-01',
  ],
  ['member.rm01', { after: { rm01Until: null } }, 'Blair Officer removed the approval of Avery Bowman’s RM01'],
  ['practice.delete', {}, 'Blair Officer deleted Tuesday practice (2026-11-24)'],
  ['practice.delete', { practice: null }, 'Blair Officer deleted a deleted practice'],
  ['practice.restore', {}, 'Blair Officer restored Tuesday practice (2026-11-24)'],
  ['practice.remove-samples', { after: { removed: 1 } }, 'Blair Officer removed 1 sample practice'],
  ['practice.remove-samples', { after: { removed: 4 } }, 'Blair Officer removed 4 sample practices'],
  [
    'practice.remove-samples',
    { after: { removed: 8, settings: true } },
    'Blair Officer removed 8 sample practices and the sample maps and links',
  ],
  [
    'practice.remove-samples',
    { after: { removed: 0, settings: true } },
    'Blair Officer removed the sample maps and links',
  ],
  ['practice.import', {}, 'Blair Officer imported Tuesday practice (2026-11-24) from the old app'],
  [
    'member.import',
    { after: { practices: 1, paidPractices: 3, dayPasses: 2 } },
    'Blair Officer imported Avery Bowman from the old app, with 1 attended practice, 3 paid practices, and 2 day passes',
  ],
  [
    'club.import',
    { after: { people: 60, practicesTaken: 1 } },
    'Blair Officer imported the old app: 60 members and 1 practice',
  ],
  ['export', { target: 'firebase' }, 'Blair Officer exported the whole club in Firebase format'],
  ['attendance.enter', {}, 'Blair Officer marked Avery Bowman as present at Tuesday practice (2026-11-24)'],
  [
    'attendance.enter',
    { member: blair },
    'Blair Officer marked themselves as present at Tuesday practice (2026-11-24)',
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
    'Blair Officer removed Avery Bowman’s carpool credit for Tuesday practice (2026-11-24)',
  ],
  [
    'pre-registration.claim',
    { actor: club, after: { practices: 1, paidPractices: 3 } },
    'At sign-up, Avery Bowman’s email added 1 attended practice and 3 paid practices',
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
    'Blair Officer removed 1 paid practice from 1 member',
  ],
  [
    'members.bulk-edit',
    { after: { edit: { of: 'rm01', until: '2027-05-01' }, people: 3 } },
    'Blair Officer approved the RM01 of 3 members until 2027-05-01',
  ],
  [
    'members.bulk-edit',
    { after: { edit: { of: 'pass', pass: 'none' }, people: 3 } },
    'Blair Officer removed the pass of 3 members',
  ],
  ['members.bulk-edit', { after: { edit: { of: 'hats' }, people: 3 } }, 'Blair Officer changed 3 members'],
  [
    'members.bulk-undo',
    { before: { edit: { of: 'pass', pass: 'Day Pass' }, people: 4 }, after: { people: 3 } },
    'Blair Officer undid a bulk edit for 3 members that set the pass of 4 members to Day Pass',
  ],
  ['member.remove', {}, 'Blair Officer removed Avery Bowman from the club'],
  ['member.restore', {}, 'Blair Officer restored Avery Bowman'],
  ['member.erase', {}, 'Blair Officer permanently erased Avery Bowman'],
  ['member.erase', { actor: club }, 'The club permanently erased Avery Bowman'],
  ['member.erase', { actor: avery }, 'Avery Bowman deleted their own account'],
  ['export', { target: 'members' }, 'Blair Officer exported the list of members'],
  [
    'member.store',
    { before: { paidPractices: 1, dayPasses: 3 }, after: { paidPractices: 11, dayPasses: 1 } },
    'Blair Officer added Avery Bowman’s store purchases: 10 paid practices and -2 day passes',
  ],
  [
    'store.import',
    { after: { booked: 12, waiting: 1 } },
    'Blair Officer imported 12 store orders, with 1 more waiting',
  ],
  ['store.assign', { after: { lines: 2 } }, 'Blair Officer assigned 2 store orders to Avery Bowman'],
  [
    'store.assign',
    { member: null, after: { lines: 1 } },
    'Blair Officer assigned 1 store order to an email without an account',
  ],
  ['store.unassign', {}, 'Blair Officer unassigned a store order from Avery Bowman'],
  ['store.unassign', { member: null }, 'Blair Officer unassigned a store order'],
  [
    'store.worth',
    { after: { paidPractices: 1, dayPasses: 0, lines: 3 } },
    'Blair Officer set a store product’s value to 1 paid practice and 0 day passes, for 3 orders',
  ],
  ['store.dismiss', {}, 'Blair Officer dismissed a store order'],
  ['store.reopen', {}, 'Blair Officer reopened a dismissed store order'],
  ['store.forget', {}, 'Blair Officer removed a remembered email'],
  [
    'paid-count.set',
    { before: { paidPractices: 0, dayPasses: 0 }, after: { paidPractices: 2, dayPasses: 1 } },
    'Blair Officer changed the paid count for an email without an account from 0 paid practices and 0 day passes to 2 paid practices and 1 day pass',
  ],
  [
    'paid-count.remove',
    { before: { paidPractices: 2, dayPasses: 1 } },
    'Blair Officer removed the paid count for an email without an account: 2 paid practices and 1 day pass',
  ],
  ['export', { target: 'ledger' }, 'Blair Officer exported the ledger'],
  ['export', { target: 'audit' }, 'Blair Officer exported the audit log'],
  ['export', { target: 'attendance' }, 'Blair Officer exported the attendance'],
  [
    'refused',
    { actor: avery, target: 'practices.start' },
    'Avery Bowman tried an officer-only action and was denied (practices.start)',
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

  test('leaves out what stayed as it was', () => {
    expect(changesOf({ title: 'Tuesday', location: 'A' }, { title: 'Tuesday', location: 'B' }, nameOf)).toEqual([
      { what: 'Location', before: 'A', after: 'B' },
    ])
  })

  test('leaves out lists of nobody and bare numbers of records', () => {
    expect(changesOf({ credits: [] }, { preRegistration: 'x1' }, nameOf)).toEqual([])
  })
})
