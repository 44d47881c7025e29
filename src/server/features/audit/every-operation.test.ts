import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { type AuditAct, auditActNames } from '#domain/text/audit-sentences.ts'
import { addSampleSettings } from '#server/features/samples/shown-club.ts'
import { allRows } from '#test/support/all-rows.ts'
import { createTestClub, six, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { type Call, wholeEvening } from '#test/support/sample-calls.ts'
import { storeFile, storeImport } from '#test/support/store.ts'
import { isRead, operations, waysIn } from '#test/support/transports.ts'

const officers = operations.filter((name) => policies[name] === 'officer')
const isLook = (name: Operation) => isRead(name) || ['storeImport.preview', 'session.enterPassword'].includes(name)
const changing = officers.filter((name) => !isLook(name))
const nobody = 'nobody'
const paid = { paidPractices: 2, dayPasses: 1 }
const plan = { title: 'Indoor evening', startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00' }
const expected = {
  ...{ title: 'x', location: '', description: '', cancelled: false },
  ...{ startsAt: '2026-12-01T23:00:00.000Z', endsAt: '2026-12-02T01:00:00.000Z' },
}

type Facts = { memberId: string; officerId: string; practiceId: string }
type Act = {
  /** The action of its audit row. */
  act: AuditAct
  /** The action of the rows of others that it changes. */
  each?: AuditAct
  /** An input that is refused; every operation but one has some. */
  refused?: (facts: Facts) => object
}

const orders = storeFile([['#1', '1', 'buyer@example.com', 'Practice', 1]])
const unknownLine = () => ({ lineId: nobody })
const notLive = ({ practiceId }: Facts) => ({ practiceId })
const unknownPractice = () => ({ practiceId: nobody })

/** Every officer operation that changes something; the first test names those that are missing. */
const acts: Partial<Record<Operation, Act>> = {
  'storeImport.apply': { act: 'store.import', refused: () => ({ file: orders, seen: 'something else' }) },
  'storeImport.assign': { act: 'store.assign', refused: ({ memberId }) => ({ lineId: nobody, to: { memberId } }) },
  'storeImport.unassign': { act: 'store.unassign', refused: unknownLine },
  'storeImport.setWorth': { act: 'store.worth', refused: () => ({ lineId: nobody, ...paid }) },
  'storeImport.dismiss': { act: 'store.dismiss', refused: () => ({ lineId: nobody, reason: 'A gift' }) },
  'storeImport.reopen': { act: 'store.reopen', refused: unknownLine },
  'storeImport.forget': { act: 'store.forget', refused: () => ({ addressId: nobody }) },
  'paidCounts.set': {
    act: 'paid-count.set',
    refused: () => ({ email: 'new@purdue.edu', expected: paid, value: { ...paid, dayPasses: 4 } }),
  },
  'paidCounts.remove': { act: 'paid-count.remove', refused: () => ({ email: 'new@purdue.edu', expected: paid }) },
  'practices.start': { act: 'practice.start', refused: unknownPractice },
  'practices.endEarly': { act: 'practice.end-early', refused: notLive },
  'practices.takeBackEnd': { act: 'practice.take-back-end', refused: notLive },
  'practices.removeAttendee': {
    act: 'attendance.remove',
    refused: ({ practiceId, memberId }) => ({ practiceId, memberId }),
  },
  'practices.removeSamples': { act: 'practice.remove-samples' },
  'members.setRole': {
    act: 'member.role',
    refused: ({ officerId }) => ({ memberId: officerId, expected: 'Officer', role: 'Member' }),
  },
  'members.setDayPasses': {
    act: 'member.day-passes',
    refused: ({ memberId }) => ({ memberId, expected: 9, value: 3, reason: '' }),
  },
  'members.setPaidPractices': {
    act: 'member.paid-practices',
    refused: ({ memberId }) => ({ memberId, expected: 9, value: 3, reason: '' }),
  },
  'members.setPass': {
    act: 'member.pass',
    refused: ({ memberId }) => ({ memberId, expected: 'Day Pass', pass: 'none' }),
  },
  'members.setRm01': {
    act: 'member.rm01',
    refused: ({ memberId }) => ({ memberId, expected: '2027-01-01', until: '2027-05-01' }),
  },
  'bulkEdit.apply': {
    act: 'members.bulk-edit',
    each: 'member.day-passes',
    refused: ({ memberId }) => ({
      ...{ edit: { of: 'day-passes', by: 2 }, seen: [{ memberId, expected: 9 }], reason: 'All of us' },
    }),
  },
  'bulkEdit.undo': { act: 'members.bulk-undo', each: 'member.day-passes', refused: () => ({ editId: nobody }) },
  'members.remove': { act: 'member.remove', refused: ({ officerId }) => ({ memberId: officerId }) },
  'members.restore': { act: 'member.restore', refused: () => ({ memberId: nobody }) },
  'members.erase': { act: 'member.erase', refused: ({ memberId }) => ({ memberId }) },
  'managePractices.setLimit': {
    act: 'practice.limit',
    refused: ({ practiceId }) => ({ practiceId, expected: 5, limit: 20 }),
  },
  'outsideCalendar.decide': { act: 'calendar.decide', refused: ({ practiceId }) => ({ practiceId, event: nobody }) },
  'outsideCalendar.cancelHeld': { act: 'calendar.cancel-held', refused: () => ({ since: six }) },
  'schedule.create': { act: 'schedule.create', refused: () => ({ ...plan, weeks: 1 }) },
  'schedule.change': { act: 'schedule.change', refused: () => ({ practiceId: nobody, expected, ...plan }) },
  'schedule.cancel': { act: 'schedule.cancel', refused: () => ({ practiceId: nobody, expected, cancelled: true }) },
  'managePractices.orderWaiting': {
    act: 'practice.order-waiting',
    refused: ({ practiceId }) => ({ practiceId, memberIds: [nobody], reason: 'They asked' }),
  },
  'rainOut.give': {
    act: 'practice.rain-out',
    each: 'attendance.rain-out',
    refused: ({ practiceId }) => ({ practiceId, seen: [] }),
  },
  'rainOut.takeBack': { act: 'practice.rain-out-undo', each: 'attendance.rain-out-undo', refused: unknownPractice },
  'managePractices.addEmail': {
    act: 'email.list',
    refused: () => ({ practiceId: nobody, email: 'later@purdue.edu', kind: 'carpool' }),
  },
  'managePractices.removeEmail': { act: 'email.unlist', refused: () => ({ practiceId: nobody, emailId: 'x' }) },
  // The evening's practice has credits, which go and come back with it.
  'managePractices.delete': { act: 'practice.delete', each: 'carpool.credit', refused: unknownPractice },
  'managePractices.restore': { act: 'practice.restore', each: 'carpool.credit', refused: unknownPractice },
  'managePractices.setAttendance': {
    act: 'attendance.enter',
    refused: ({ practiceId }) => ({ practiceId, memberId: nobody, attended: true, reason: 'Was there' }),
  },
  'managePractices.setCredit': {
    act: 'carpool.credit',
    refused: ({ practiceId }) => ({ practiceId, memberId: nobody, credited: true }),
  },
}

test('every operation of officers that changes something is in this table', () => {
  expect(Object.keys(acts).toSorted()).toEqual(changing.toSorted())
  expect(auditActNames).toEqual(expect.arrayContaining(Object.values(acts).map(({ act }) => act)))
})

describe.each(usualEngines)('the audit log (%s)', (engine) => {
  // Shows: T95, ASVS 16.5.3
  test('gets one row of each act of an officer, without which the act isn’t done, and none of a look', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const { calls, takeCookie, kai } = await wholeEvening(club)
    for (const [operation, prepare] of Object.entries(calls) as [Operation, () => Promise<Call>][]) {
      // Emails to the same address are limited to one a minute.
      if (policies[operation] === 'anyone') await club.clock.advance(61_000)
      const { who, input } = await prepare()
      const fuller = await inFull[operation]?.(club, kai)
      const send = () => who.send(waysIn['/api/v1'].ask(operation, { ...input, ...(fuller ?? {}) }))
      if (changing.includes(operation)) {
        const before = await allRows(club)
        await breakLog(club)
        expect([operation, (await send()).statusCode]).toEqual([operation, 500])
        expect([operation, await allRows(club)]).toEqual([operation, before])
        await mendLog(club)
      }
      const earlier = new Set((await auditOf(club)).map(({ id }) => id))
      const reply = await send()
      expect([operation, reply.statusCode]).toEqual([operation, 200])
      takeCookie(reply)
      if (policies[operation] !== 'officer') continue
      const { act, each } = acts[operation] ?? {}
      const added = (await auditOf(club)).filter(({ id }) => !earlier.has(id))
      expect([operation, added.map(({ action }) => action).toSorted()]).toEqual([
        operation,
        [act ?? [], each ?? []].flat().toSorted(),
      ])
      for (const row of added) expect(row).toMatchObject({ actor: kai.id, requestId: reply.headers['x-request-id'] })
    }
  })

  test('gets no row of an act that is refused', async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const [kai, ana] = [await club.officer(), await club.member({ pass: 'Carpool Range Pass' })]
    const facts = { memberId: ana.id, officerId: kai.id, practiceId: await club.practice() }
    for (const operation of changing) {
      const input = acts[operation]?.refused?.(facts)
      if (input === undefined) continue
      if (operation === 'schedule.create') club.ctx.calendarSource = 'ics'
      const reply = await kai.send(waysIn['/api/v1'].ask(operation, input))
      club.ctx.calendarSource = 'built-in'
      expect([operation, reply.json().code]).toEqual([operation, expect.toBeOneOf(['REFUSED', 'NOT_FOUND'])])
      expect([operation, await auditOf(club)]).toEqual([operation, []])
    }
  })
})

/** Prepares what the evening's call lacks to change something. @returns what to add to its input */
const inFull: Partial<Record<Operation, (club: TestClub, kai: TestMember) => Promise<unknown>>> = {
  'practices.removeSamples': (club) => club.ctx.write((tx) => addSampleSettings(tx, six)),
  'managePractices.orderWaiting': async (club, { api }) => {
    const practiceId = await club.practice({ startsAt: '2026-12-20T23:00:00.000Z', endsAt: '2026-12-21T01:00:00.000Z' })
    await api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
    const members = [await club.member(), await club.member(), await club.member()]
    for (const member of members) await member.api.practices.answer({ practiceId, answer: 'archer' })
    return { practiceId, memberIds: [members[2]?.id, members[1]?.id] }
  },
  'managePractices.removeEmail': async ({ db }) => {
    const listed = db.selectFrom('preRegistration').select('id').where('kind', '=', 'carpool')
    return { emailId: (await listed.executeTakeFirstOrThrow()).id }
  },
}

const auditOf = ({ db }: TestClub) => db.selectFrom('audit').select(['id', 'action', 'actor', 'requestId']).execute()

/** Makes every further insert into the audit log fail. */
async function breakLog({ db, engine }: TestClub) {
  if (engine === 'sqlite')
    return sql`create trigger audit_broken before insert on audit begin select raise(abort, 'no log today'); end`.execute(
      db,
    )
  await sql`create or replace function audit_broken() returns trigger language plpgsql
    as $$ begin raise exception 'no log today'; end $$`.execute(db)
  return sql`create trigger audit_broken before insert on audit for each row execute function audit_broken()`.execute(
    db,
  )
}

const mendLog = ({ db, engine }: TestClub) =>
  sql`drop trigger audit_broken ${engine === 'sqlite' ? sql`` : sql`on audit`}`.execute(db)
