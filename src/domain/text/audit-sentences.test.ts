import { describe, expect, test } from 'vitest'
import { type AuditAct, asAct, auditActNames, targetOf } from './audit-acts.ts'
import { changesOf } from './audit-changes.ts'
import { type AuditFacts, auditSentence, spoken } from './audit-sentences.ts'

const kai = { id: 'k', name: 'Kai' }
const ana = { id: 'a', name: 'Ana' }
const club = { id: null, name: 'The club' }

const worth = (paidPractices: number, dayPasses: number) => ({ paidPractices, dayPasses })
const limit = (attendanceLimit: number | null) => ({ attendanceLimit })
const hours = (replyDeadlineHours: number | null) => ({ replyDeadlineHours })
const rained = (people: number, dayPasses: number) => ({ people, dayPasses })
const until = (rm01Until: string | null) => ({ rm01Until })
const bulk = (people: number, edit: object) => ({ edit, people })

function said(action: string, facts: Partial<AuditFacts> = {}) {
  const usual = { target: '', actor: kai, member: ana, practice: 'Tue', before: {}, after: {} }
  return spoken(auditSentence({ ...usual, act: asAct(action), action, ...facts }))
}

const sentences: [action: string, before: object, after: object, sentence: string, others?: Partial<AuditFacts>][] = [
  ['practice.start', {}, {}, 'Kai started Tue'],
  ['practice.end-early', {}, {}, 'Kai ended Tue early'],
  ['practice.take-back-end', {}, {}, 'Kai reopened Tue'],
  ['practice.limit', limit(null), limit(20), 'Kai set the attendance limit of Tue from none to 20'],
  [
    'practice.reply-deadline',
    hours(null),
    hours(1),
    'Kai set the reply deadline of Tue from the club’s to 1 hour before the start',
  ],
  [
    'practice.reply-deadline',
    hours(24),
    hours(0),
    'Kai set the reply deadline of Tue from 24 hours before the start to none',
  ],
  ['practice.order-waiting', {}, {}, 'Kai reordered the waitlist for Tue'],
  ['email.list', {}, { kind: 'carpool' }, 'Kai added an email without an account to the carpool list of Tue'],
  ['email.list', {}, { kind: 'attendance' }, 'Kai added an email without an account to the attendees of Tue'],
  ['email.unlist', {}, {}, 'Kai removed an email without an account from Tue'],
  ['guest.enter', {}, { waiverSigned: true }, 'Kai added a guest to Tue'],
  ['guest.remove', {}, {}, 'Kai removed a guest from Tue'],
  ['guest.erase', {}, {}, 'Kai permanently erased a guest'],
  ['sale.add', {}, { ...worth(0, 1), cents: 500, paidBy: 'cash' }, 'Kai sold Ana 1 day pass at Tue for $5, in cash'],
  [
    'sale.undo',
    { ...worth(10, 2), cents: 1250, paidBy: 'card' },
    worth(0, 1),
    'Kai undid the sale of 10 paid practices and 2 day passes to Ana at Tue for $12.50, by card; 1 day pass used before stayed',
  ],
  ['pre-registration.claim', {}, { guestVisits: 2 }, 'At sign-up, Ana’s email added 2 visits', { actor: club }],
  ['schedule.create', {}, { weeks: 1 }, 'Kai planned Tue'],
  ['schedule.create', {}, { weeks: 3 }, 'Kai planned 3 weekly practices', { practice: null }],
  ['schedule.change', {}, {}, 'Kai changed Tue in the calendar'],
  ['calendar.decide', {}, { cancelled: false }, 'Kai chose the calendar event of Tue'],
  ['calendar.decide', {}, { cancelled: true }, 'Kai canceled Tue, which is no longer in the calendar'],
  ['calendar.cancel-held', {}, { practices: 8 }, 'Kai canceled 8 practices missing from the calendar'],
  ['schedule.cancel', {}, { cancelled: true }, 'Kai canceled Tue'],
  ['schedule.cancel', {}, { cancelled: false }, 'Kai put Tue back on'],
  ['practice.rain-out', {}, rained(5, 3), 'Kai refunded 5 practices and 3 day passes for the rain-out of Tue'],
  ['practice.rain-out-undo', rained(1, 0), {}, 'Kai undid the rain-out refunds of 1 member for Tue'],
  ['practice.remind', {}, { people: 7 }, 'Kai reminded 7 members of Tue'],
  ['setting.turn-on', {}, {}, 'Kai turned on the weekly email', { target: 'week' }],
  ['setting.turn-on', {}, {}, 'Kai turned on reminders to reply', { target: 'remind' }],
  ['attendance.excuse', {}, {}, 'Kai excused Ana for missing Tue'],
  ['attendance.unexcuse', {}, {}, 'Kai undid Ana’s excuse for missing Tue'],
  ['attendance.rain-out', {}, worth(1, 1), 'Kai refunded Ana 1 paid practice and 1 day pass for the rain-out of Tue'],
  ['attendance.rain-out-undo', worth(1, 0), {}, 'Kai undid Ana’s rain-out refund of 1 paid practice for Tue'],
  ['member.use-pass', {}, {}, 'Ana used a day pass', { actor: ana }],
  ['member.welcome', {}, worth(0, 2), 'Ana got 2 day passes as a welcome gift', { actor: ana }],
  ['member.rm01', {}, until('2027-05-01'), 'Kai approved Ana’s RM01 until May 1, 2027'],
  ['member.rm01', {}, until(null), 'Kai removed the approval of Ana’s RM01'],
  ['club-file.upload', {}, {}, 'Kai uploaded a logo', { target: 'logo' }],
  ['club-file.upload', {}, {}, 'Kai uploaded a document', { target: 'a' }],
  ['setting.change', {}, {}, 'Kai changed the setting “Contact email”', { target: 'contactEmail' }],
  ['setting.undo', {}, {}, 'Kai undid a change of the setting “later”', { target: 'later' }],
  ['practice.delete', {}, {}, 'Kai deleted a deleted practice', { practice: null }],
  ['practice.restore', {}, {}, 'Kai restored Tue'],
  ['practice.remove-samples', {}, { removed: 4 }, 'Kai removed 4 sample practices'],
  [
    'practice.remove-samples',
    {},
    { removed: 8, settings: true },
    'Kai removed 8 sample practices and the sample maps and links',
  ],
  ['practice.remove-samples', {}, { removed: 0, settings: true }, 'Kai removed the sample maps and links'],
  ['practice.import', {}, {}, 'Kai imported Tue from the old app'],
  [
    'member.import',
    {},
    { practices: 1, paidPractices: 3, dayPasses: 2 },
    'Kai imported Ana from the old app, with 1 attended practice, 3 paid practices, and 2 day passes',
  ],
  ['club.import', {}, { people: 60, practicesTaken: 1 }, 'Kai imported the old app: 60 members and 1 practice'],
  ['export', {}, {}, 'Kai exported the whole club in Firebase format', { target: 'firebase' }],
  ['kiosk.start', {}, { kiosk: 'x' }, 'Kai started a kiosk at Tue'],
  ['kiosk.end', { kiosk: 'x' }, {}, 'Kai ended a kiosk at Tue'],
  ['kiosk.end', { kiosk: 'x' }, { by: 'pin' }, 'The kiosk at Tue was left with its PIN', { actor: club }],
  ['kiosk.wrong-pin', { kiosk: 'x' }, {}, 'Someone typed a wrong PIN at the kiosk at Tue', { actor: club }],
  ['attendance.enter', {}, {}, 'Kai marked themselves as present at Tue', { member: kai }],
  ['attendance.remove', {}, {}, 'Kai removed Ana from Tue'],
  ['carpool.credit', {}, { credited: true }, 'Kai credited Ana for driving to Tue'],
  ['carpool.credit', {}, { credited: false }, 'Kai removed Ana’s carpool credit for Tue'],
  [
    'pre-registration.claim',
    {},
    { practices: 1, paidPractices: 3 },
    'At sign-up, Ana’s email added 1 attended practice and 3 paid practices',
    { actor: club },
  ],
  ['member.role', {}, { role: 'Officer' }, 'Kai made Ana an officer'],
  ['member.role', {}, { role: 'Member' }, 'Kai made Ana a member again'],
  ['member.day-passes', { dayPasses: 2 }, { dayPasses: 3 }, 'Kai set Ana’s day passes from 2 to 3'],
  [
    'member.paid-practices',
    { paidPractices: 0 },
    { paidPractices: 5 },
    'Kai set their own paid practices from 0 to 5',
    { member: kai },
  ],
  ['member.pass', { pass: 'none' }, { pass: 'Day Pass' }, 'Kai set Ana’s pass from none to Day Pass'],
  ['members.bulk-edit', {}, bulk(40, { of: 'day-passes', by: 2 }), 'Kai gave 2 day passes each to 40 members'],
  ['members.bulk-edit', {}, bulk(3, { of: 'hats' }), 'Kai changed 3 members'],
  [
    'members.bulk-undo',
    bulk(4, { of: 'pass', pass: 'Day Pass' }),
    { people: 3 },
    'Kai undid a bulk edit for 3 members that set the pass of 4 members to Day Pass',
  ],
  ['member.remove', {}, {}, 'Kai removed Ana from the club'],
  ['member.restore', {}, {}, 'Kai restored Ana'],
  ['member.erase', {}, {}, 'Kai permanently erased Ana'],
  ['member.erase', {}, {}, 'The club permanently erased Ana', { actor: club }],
  ['member.erase', {}, {}, 'Ana deleted their own account', { actor: ana }],
  ['export', {}, {}, 'Kai exported the list of members', { target: 'members' }],
  ['member.store', worth(1, 3), worth(11, 1), 'Kai added Ana’s store purchases: 10 paid practices and -2 day passes'],
  ['store.import', {}, { booked: 12, waiting: 1 }, 'Kai imported 12 store orders, with 1 more waiting'],
  ['store.assign', {}, { lines: 2 }, 'Kai assigned 2 store orders to Ana'],
  ['store.assign', {}, { lines: 1 }, 'Kai assigned 1 store order to an email without an account', { member: null }],
  ['store.unassign', {}, {}, 'Kai unassigned a store order from Ana'],
  ['store.unassign', {}, {}, 'Kai unassigned a store order', { member: null }],
  [
    'store.worth',
    {},
    { paidPractices: 1, dayPasses: 0, lines: 3 },
    'Kai set a store product’s value to 1 paid practice and 0 day passes, for 3 orders',
  ],
  ['store.dismiss', {}, {}, 'Kai ignored a store order'],
  ['store.reopen', {}, {}, 'Kai reopened an ignored store order'],
  ['store.forget', {}, {}, 'Kai removed a remembered email'],
  [
    'paid-count.set',
    worth(0, 0),
    worth(2, 1),
    'Kai changed the paid count for an email without an account from 0 paid practices and 0 day passes to 2 paid practices and 1 day pass',
  ],
  [
    'paid-count.remove',
    worth(2, 1),
    {},
    'Kai removed the paid count for an email without an account: 2 paid practices and 1 day pass',
  ],
  ['export', {}, {}, 'Kai exported the ledger', { target: 'ledger' }],
  ['export', {}, {}, 'Kai exported the audit log', { target: 'audit' }],
  ['export', {}, {}, 'Kai exported the attendance', { target: 'attendance' }],
  [
    'pre-registration.claim',
    {},
    { practices: 0, paidPractices: 3, dayPasses: 1 },
    'At sign-up, Ana’s email added 3 paid practices and 1 day pass',
    { actor: club },
  ],
  ['store.import', {}, { booked: 12, waiting: 0 }, 'Kai imported 12 store orders'],
  [
    'refused',
    {},
    { times: 2 },
    'Ana tried an officer-only action 2 more times within the hour and was denied (Start a practice)',
    { actor: ana, target: 'practices.start', operation: 'Start a practice' },
  ],
  [
    'refused',
    {},
    {},
    'Ana tried an officer-only action and was denied (practices.start)',
    { actor: ana, target: 'practices.start' },
  ],
]

describe('the sentence of an act', () => {
  test.each(sentences)('%s, before %j, after %j', (action, before, after, sentence, others) => {
    expect(said(action, { before: { ...before }, after: { ...after }, ...others })).toBe(sentence)
  })

  test('is there for every act', () => {
    expect(new Set(sentences.map(([action]) => action))).toEqual(new Set(auditActNames))
  })

  test('of an act that another release wrote names who did it, and the act', () => {
    expect(said('practice.sunshine')).toBe('Kai did “practice.sunshine”')
  })

  test('keeps people apart from words, even if they are called like one', () => {
    const actor = { id: 'k', name: ' removed ' }
    const act = 'member.remove'
    const facts = { act, action: act, target: 'a', actor, member: ana, practice: null, before: {}, after: {} } as const
    expect(auditSentence(facts)).toEqual([actor, ' removed ', ana, ' from the club'])
  })
})

test.each([
  ['pre-registration.claim', 'm1', 'm1', null],
  ['practice.start', 'p 1 a', null, 'p 1 a'],
  ['kiosk.start', 'p 1 a', null, 'p 1 a'],
  ['email.list', 'p1 x y', null, 'p1 x'],
  ['guest.enter', 'p1 x y', null, 'p1 x'],
  ['guest.erase', 'y', null, null],
  ['attendance.enter', 'p1 m1', 'm1', 'p1'],
  ['carpool.credit', 'a practice m1', 'm1', 'a practice'],
  ['store.assign', 'l1 m1', 'm1', null],
  ['member.store', 'm1', 'm1', null],
  ['practice.remove-samples', 'samples', null, null],
  ['export', 'members', null, null],
])('%s of %j is about the member %j and the practice %j', (action, target, memberId, practiceId) => {
  expect(targetOf(action, target)).toEqual({ memberId, practiceId })
})

test.each<
  [why: string, before: object, after: object, changes: [what: string, before: string | null, after: string | null][]]
>([
  ['leaves a side empty that was not recorded', {}, { startedAt: '2026-11-24' }, [['Started', null, '2026-11-24']]],
  ['says “no limit”', { attendanceLimit: null }, { attendanceLimit: 20 }, [['Attendance limit', 'no limit', '20']]],
  ['names who', { checkedInBy: 'm1' }, {}, [['Checked in by', '<m1>', null]]],
  ['says “a list”', { checkedInBy: null }, {}, [['Checked in by', 'a list', null]]],
  ['says yes or no', { waiverSigned: true }, { waiverSigned: false }, [['Waiver signed', 'yes', 'no']]],
  ['says none', { pass: 'Day Pass' }, { pass: null }, [['Pass', 'Day Pass', 'none']]],
  ['counts members', { credits: ['m1', 'm2'] }, {}, [['Carpool credits', '2 members', null]]],
  ['leaves out what stayed', { title: 'A', location: 'B' }, { title: 'A', location: 'C' }, [['Location', 'B', 'C']]],
  ['says zero where it was something', { dayPasses: 1 }, { dayPasses: 0 }, [['Day passes', '1', '0']]],
  ['leaves out none of something', {}, { booked: 2, unread: 0 }, [['Orders imported', null, '2']]],
  ['doesn’t repeat a description', { description: 'A' }, { description: 'B' }, [['Description', null, 'changed']]],
  ['has a title even if another release wrote it', {}, { lastLoginAt: 'B' }, [['Last login at', null, 'B']]],
  ['leaves out what the sentence says', { credited: false }, { credited: true, settings: false }, []],
  ['leaves out empty texts', { reason: '' }, {}, []],
  ['leaves out empty lists and bare ids', { credits: [] }, { preRegistration: 'x1' }, []],
])('a change %s', (_, before, after, changes) => {
  const found = changesOf(null, { ...before }, { ...after }, (id) => `<${id}>`)
  expect(found.map((change) => [change.what, change.before, change.after])).toEqual(changes)
})

test.each<[act: AuditAct, before: object, after: object, changes: string[]]>([
  ['member.welcome', {}, worth(1, 2), []],
  ['calendar.cancel-held', {}, { practices: 8 }, []],
  ['schedule.create', {}, { startsOn: '2026-12-01', weeks: 3 }, ['First day']],
  // As an earlier release wrote it: nothing says whether the place changed.
  ['schedule.change', { title: 'A' }, { title: 'B', location: 'C', description: 'D' }, ['Name']],
])('of %s, before %j, after %j, the details are %j', (act, before, after, changes) => {
  expect(changesOf(act, { ...before }, { ...after }, String).map(({ what }) => what)).toEqual(changes)
})
