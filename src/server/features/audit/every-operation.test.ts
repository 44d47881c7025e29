import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { type AuditAct, auditActNames } from '#domain/text/audit-acts.ts'
import { addSampleSettings } from '#server/features/samples/sample-settings.ts'
import { allRows } from '#test/support/all-rows.ts'
import { breakInserts, mendInserts } from '#test/support/break-inserts.ts'
import { createTestClub, six, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { held, rsvp } from '#test/support/held-practice.ts'
import { type Call, wholeEvening } from '#test/support/sample-calls.ts'
import { storeImport } from '#test/support/store.ts'
import { isRead, operations, waysIn } from '#test/support/transports.ts'

const officers = operations.filter((name) => policies[name] === 'officer')
const isLook = (name: Operation) => isRead(name) || ['storeImport.preview', 'session.enterPassword'].includes(name)
const changing = officers.filter((name) => !isLook(name))

/** The audit rows of every officer operation that changes something: its own, and those of the rows that it changes. */
const acts: Partial<Record<Operation, AuditAct[]>> = {
  'storeImport.apply': ['store.import'],
  'storeImport.assign': ['store.assign'],
  'storeImport.unassign': ['store.unassign'],
  'storeImport.setWorth': ['store.worth'],
  'storeImport.dismiss': ['store.dismiss'],
  'storeImport.reopen': ['store.reopen'],
  'storeImport.forget': ['store.forget'],
  'paidCounts.set': ['paid-count.set'],
  'paidCounts.remove': ['paid-count.remove'],
  'clubSettings.set': ['setting.change'],
  'emailPreviews.turnOn': ['setting.turn-on'],
  'reminders.send': ['practice.remind'],
  'clubFiles.upload': ['club-file.upload'],
  'clubSettings.reset': ['setting.undo'],
  'clubSettings.undo': ['setting.undo'],
  'practices.start': ['practice.start'],
  'practices.endEarly': ['practice.end-early'],
  'practices.takeBackEnd': ['practice.take-back-end'],
  'practices.removeAttendee': ['attendance.remove'],
  'practices.removeSamples': ['practice.remove-samples'],
  'members.setRole': ['member.role'],
  'members.setDayPasses': ['member.day-passes'],
  'members.setPaidPractices': ['member.paid-practices'],
  'members.setPass': ['member.pass'],
  'members.setRm01': ['member.rm01'],
  'bulkEdit.apply': ['members.bulk-edit', 'member.day-passes'],
  'bulkEdit.undo': ['members.bulk-undo', 'member.day-passes'],
  'members.remove': ['member.remove'],
  'members.restore': ['member.restore'],
  'members.erase': ['member.erase'],
  'managePractices.setLimit': ['practice.limit'],
  'outsideCalendar.decide': ['calendar.decide'],
  'outsideCalendar.cancelHeld': ['calendar.cancel-held'],
  'schedule.create': ['schedule.create'],
  'schedule.change': ['schedule.change'],
  'schedule.cancel': ['schedule.cancel'],
  'managePractices.setReplyDeadline': ['practice.reply-deadline'],
  'managePractices.orderWaiting': ['practice.order-waiting'],
  'rainOut.give': ['practice.rain-out', 'attendance.rain-out'],
  'rainOut.takeBack': ['practice.rain-out-undo', 'attendance.rain-out-undo'],
  'managePractices.addEmail': ['email.list'],
  'managePractices.removeEmail': ['email.unlist'],
  'guests.add': ['guest.enter'],
  'guests.remove': ['guest.remove'],
  'guests.erase': ['guest.erase'],
  // The evening's practice has credits, which go and come back with it.
  'managePractices.delete': ['practice.delete', 'carpool.credit'],
  'managePractices.restore': ['practice.restore', 'carpool.credit'],
  'managePractices.setAttendance': ['attendance.enter'],
  'managePractices.setExcuse': ['attendance.excuse'],
  'managePractices.setCredit': ['carpool.credit'],
}

test('every operation of officers that changes something is in this table', () => {
  expect(Object.keys(acts).toSorted()).toEqual(changing.toSorted())
  expect(auditActNames).toEqual(expect.arrayContaining(Object.values(acts).flat()))
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
        await breakInserts(club, 'audit')
        expect([operation, (await send()).statusCode]).toEqual([operation, 500])
        expect([operation, await allRows(club)]).toEqual([operation, before])
        await mendInserts(club, 'audit')
      }
      const earlier = new Set((await auditOf(club)).map(({ id }) => id))
      const reply = await send()
      expect([operation, reply.statusCode]).toEqual([operation, 200])
      takeCookie(reply)
      if (policies[operation] !== 'officer') continue
      const added = (await auditOf(club)).filter(({ id }) => !earlier.has(id))
      const actions = added.map(({ action }) => action).toSorted()
      expect([operation, actions]).toEqual([operation, (acts[operation] ?? []).toSorted()])
      for (const row of added) expect(row).toMatchObject({ actor: kai.id, requestId: reply.headers['x-request-id'] })
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
  'emailPreviews.turnOn': ({ db }) =>
    db
      .insertInto('awaitingPreview')
      .values({ kind: 'remind', turnedOnAt: null })
      .execute()
      .then(() => ({})),
  'managePractices.setExcuse': async (club) => {
    const practiceId = await held(club, '2026-11-03')
    const { id: memberId } = await club.member()
    await rsvp(club, practiceId, [memberId])
    return { practiceId, memberId, excused: true, reason: 'They were ill' }
  },
  'managePractices.removeEmail': async ({ db }) => {
    const listed = db.selectFrom('preRegistration').select('id').where('kind', '=', 'carpool')
    return { emailId: (await listed.executeTakeFirstOrThrow()).id }
  },
}

const auditOf = ({ db }: TestClub) => db.selectFrom('audit').select(['id', 'action', 'actor', 'requestId']).execute()
