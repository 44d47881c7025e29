import { createHash } from 'node:crypto'
import { arrowsOf } from '#domain/scorecards/setup.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import type { AuditAct } from '#domain/text/audit-acts.ts'
import type { Db } from '#server/db/database.ts'
import { goodPassword } from '#test/support/club.ts'
import type { SeededMember } from './seeded-club.ts'

/** One mutation by a member, an officer, or a new visitor, and the rows it leaves in the database. */
export type Mutation = {
  /** The name in the report. */
  kind: string
  by: 'member' | 'officer' | 'nobody'
  operation: string
  input: object
  /** How often each expected row is there: once each if the mutation was done, never if not. */
  traces: (db: Db) => Promise<number[]>
  /** Later mutations of the same thing replace this one's traces. */
  thing?: string
}

type Stage = { livePracticeId: string; practiceIds: string[]; dayPasses: number }

/**
 * What one member, and an officer for them, do all day, one mutation after the other. Each is valid once all earlier ones were done, and
 * none concerns other members, so that many members can run at the same time.
 */
export function* lifeOf(me: SeededMember, stage: Stage): Generator<Mutation, never> {
  const { livePracticeId, practiceIds } = stage
  /** For things that are counted: checks that the `nth` of them is there once. */
  const nth = async (rows: Promise<number>, n: number) => (await rows) - (n - 1)
  let dayPasses = stage.dayPasses
  let paid = 0
  for (let day = 1; ; day++) {
    yield {
      kind: 'use pass',
      by: 'member',
      operation: 'passes.use',
      input: {},
      thing: `uses of ${me.id}`,
      traces: async (db) => [
        await nth(ledgerRows(db, me.id, 'use:%'), day),
        await nth(auditRows(db, 'member.use-pass', me.id), day),
      ],
    }
    dayPasses -= 1
    yield {
      kind: 'check-in',
      by: 'member',
      operation: 'practices.checkIn',
      input: { practiceId: livePracticeId },
      thing: `attendance of ${me.id}`,
      traces: async (db) => [await attendanceRows(db, livePracticeId, me.id)],
    }
    for (let arrow = 0; arrow < 3; arrow++) yield saveArrow(me, 3 * (day - 1) + arrow)
    yield {
      kind: 'attendee removed',
      by: 'officer',
      operation: 'practices.removeAttendee',
      input: { practiceId: livePracticeId, memberId: me.id },
      thing: `attendance of ${me.id}`,
      traces: async (db) => [
        1 - (await attendanceRows(db, livePracticeId, me.id)),
        await nth(auditRows(db, 'attendance.remove', `${livePracticeId} ${me.id}`), day),
      ],
    }
    for (const practiceId of practiceIds) yield answer(me, practiceId, day % 2 === 1)
    yield saveProfile(me, day)
    yield setCar(me, day)
    const mark = (what: string) => `${what} ${day} of ${me.id}`
    yield setCount(me, { field: 'DayPasses', expected: dayPasses, value: dayPasses + 1, reason: mark('passes') })
    dayPasses += 1
    // Never the value it already has, because some days end with a credit.
    const total = 2 * day
    yield setCount(me, { field: 'PaidPractices', expected: paid, value: total, reason: mark('paid') })
    paid = total
    const credited = day % 2 === 1
    const [creditFor = ''] = practiceIds
    yield {
      kind: 'carpool credit',
      by: 'officer',
      operation: 'managePractices.setCredit',
      input: { practiceId: creditFor, memberId: me.id, credited },
      thing: `credit of ${me.id}`,
      traces: async (db) => [
        await nth(ledgerRows(db, me.id, '%credit:%'), day),
        await nth(auditRows(db, 'carpool.credit', `${creditFor} ${me.id}`), day),
        isIf(credited, await creditRows(db, creditFor, me.id)),
      ],
    }
    paid += credited ? 1 : -1
    yield {
      kind: 'pass taken away',
      by: 'officer',
      operation: 'members.setPass',
      input: { memberId: me.id, expected: 'Day Pass', pass: 'none' },
      thing: `passes taken from ${me.id}`,
      traces: async (db) => [await nth(auditRows(db, 'member.pass', me.id), day)],
    }
    if (day % 2 === 1) yield signUp(`newcomer.${day}.${shortOf(me.id)}@purdue.edu`)
    if (day % 4 === 1) yield planPractice(mark('practice'))
  }
}

function saveArrow(me: SeededMember, number: number): Mutation {
  const most = arrowsOf(firstSetup)
  const cardId = `card-${shortOf(me.id)}-${Math.floor(number / most)}`
  const change = `arrow-${shortOf(me.id)}-${number}`
  const arrow = { value: 7 + (number % 4), spot: null }
  return {
    kind: 'arrow',
    by: 'member',
    operation: 'scorecard.save',
    input: {
      cardId,
      setup: firstSetup,
      startedAt: '2026-01-01T12:00:00.000Z',
      seen: null,
      changes: [{ id: change, slot: number % most, upon: null, arrow, why: '' }],
    },
    traces: async (db) => {
      const sheets = db.selectFrom('scorecardSheet').select('slots').where('cardId', '=', cardId)
      const written = (await sheets.execute()).map(({ slots }) => slots).join()
      return [written.split(`"${change}"`).length - 1]
    },
  }
}

function answer(me: SeededMember, practiceId: string, comes: boolean): Mutation {
  return {
    kind: 'RSVP',
    by: 'member',
    operation: 'practices.answer',
    input: { practiceId, answer: comes ? 'archer' : null },
    thing: `answer ${practiceId} of ${me.id}`,
    traces: async (db) => {
      const rows = db.selectFrom('rsvp').select('kind').where('practiceId', '=', practiceId)
      return [isIf(comes, (await rows.where('memberId', '=', me.id).execute()).length)]
    },
  }
}

function saveProfile(me: SeededMember, day: number): Mutation {
  const nameFirst = `Day ${day}`
  return {
    kind: 'profile',
    by: 'member',
    operation: 'profile.save',
    input: { nameFirst, nameLast: 'Archer', birthday: '2004-05-06' },
    thing: `name of ${me.id}`,
    traces: async (db) => {
      const rows = db.selectFrom('member').select('id').where('id', '=', me.id).where('nameFirst', '=', nameFirst)
      return [(await rows.execute()).length]
    },
  }
}

function setCar(me: SeededMember, day: number): Mutation {
  const carCapacity = 1 + (day % 8)
  return {
    kind: 'car',
    by: 'member',
    operation: 'profile.setCar',
    input: { hasCar: true, carCapacity, rm01Completed: true },
    thing: `car of ${me.id}`,
    traces: async (db) => {
      const rows = db.selectFrom('member').select('id').where('id', '=', me.id).where('carCapacity', '=', carCapacity)
      return [(await rows.execute()).length]
    },
  }
}

type Count = { field: 'DayPasses' | 'PaidPractices'; expected: number; value: number; reason: string }

function setCount(me: SeededMember, { field, ...count }: Count): Mutation {
  return {
    kind: field === 'DayPasses' ? 'day passes set' : 'paid practices set',
    by: 'officer',
    operation: `members.set${field}`,
    input: { memberId: me.id, ...count },
    traces: async (db) => {
      const ledger = await db.selectFrom('ledger').select('id').where('why', '=', count.reason).execute()
      const audit = await db.selectFrom('audit').select('id').where('reason', '=', count.reason).execute()
      return [ledger.length, audit.length]
    },
  }
}

/** Signs up someone new: user, credential, member, link, and email. */
function signUp(email: string): Mutation {
  return {
    kind: 'sign-up with its mail',
    by: 'nobody',
    operation: 'account.signUp',
    input: { email, password: goodPassword },
    traces: async (db) => {
      const users = await db.selectFrom('user').select('id').where('email', '=', email).execute()
      const id = users[0]?.id ?? ''
      const tables = [
        db.selectFrom('account').select('userId as id').where('userId', '=', id),
        db.selectFrom('member').select('id').where('id', '=', id),
        db.selectFrom('verification').select('value as id').where('value', '=', id),
        db.selectFrom('mailOutbox').select('userId as id').where('userId', '=', id),
      ]
      const found = await Promise.all(tables.map((rows) => rows.execute()))
      return [users.length, ...found.map((rows) => rows.length)]
    },
  }
}

/** Plans a practice so far ahead that no other is near it. */
function planPractice(title: string): Mutation {
  const startsOn = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
  return {
    kind: 'practice planned',
    by: 'officer',
    operation: 'schedule.create',
    input: { title, startsOn, startTime: '18:00', endTime: '20:00', weeks: 1 },
    traces: async (db) => {
      const events = await db.selectFrom('calendarEvent').select('id').where('title', '=', title).execute()
      const noted = db.selectFrom('audit').select('id').where('action', '=', 'schedule.create')
      const audit = await noted.where('target', '=', events[0]?.id ?? '').execute()
      return [events.length, audit.length]
    },
  }
}

/** 1 if the row is there, or missing, as wanted. */
function isIf(wanted: boolean, rows: number) {
  return wanted ? rows : 1 - rows
}

async function ledgerRows(db: Db, memberId: string, cause: string) {
  const rows = db.selectFrom('ledger').select('id').where('memberId', '=', memberId)
  return (await rows.where('cause', 'like', cause).execute()).length
}

async function auditRows(db: Db, action: AuditAct, target: string) {
  const rows = db.selectFrom('audit').select('id').where('action', '=', action).where('target', '=', target)
  return (await rows.execute()).length
}

async function attendanceRows(db: Db, practiceId: string, memberId: string) {
  const rows = db.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId)
  return (await rows.where('memberId', '=', memberId).execute()).length
}

async function creditRows(db: Db, practiceId: string, memberId: string) {
  const rows = db.selectFrom('carpoolCredit').select('memberId').where('practiceId', '=', practiceId)
  return (await rows.where('memberId', '=', memberId).execute()).length
}

/** Shortens an ID for use in an address or another ID. */
function shortOf(id: string) {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}
