import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { addSampleSettings } from '#server/features/samples/sample-settings.ts'
import { allRows } from '#test/support/all-rows.ts'
import { breakInserts, mendInserts } from '#test/support/break-inserts.ts'
import { createTestClub, six, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { held, rsvp } from '#test/support/held-practice.ts'
import { type Call, wholeEvening } from '#test/support/sample-calls.ts'
import { storeImport } from '#test/support/store.ts'
import { isRead, operations, waysIn } from '#test/support/transports.ts'

const isLook = (name: Operation) =>
  isRead(name) || ['storeImport.preview', 'session.enterPassword', 'scans.hold'].includes(name)
const changing = operations.filter((name) => policies[name] === 'officer' && !isLook(name))

describe.each(usualEngines)('the audit log (%s)', (engine) => {
  // Shows: T95, ASVS 16.5.3
  test('gets the rows in audit-acts.snapshot.txt for each act of an officer, or the act isn’t done', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const rows: string[] = []
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
      expect([operation, actions.length > 0]).toEqual([operation, changing.includes(operation)])
      for (const row of added) expect(row).toMatchObject({ actor: kai.id, requestId: reply.headers['x-request-id'] })
      if (added.length > 0) rows.push(`${operation}: ${actions.join(', ')}`)
    }
    await expect(`${rows.toSorted().join('\n')}\n`).toMatchFileSnapshot('audit-acts.snapshot.txt')
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
