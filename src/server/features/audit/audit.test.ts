import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { pseudonymOf } from '#domain/names.ts'
import type { AuditAct } from '#domain/text/audit-acts.ts'
import { spoken } from '#domain/text/audit-sentences.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { insert } from '#test/support/insert.ts'

const said = ({ sentence }: AuditEntry) => spoken(sentence.map(({ text }) => text))

/** Inserts audit rows in the given order. */
async function write(club: TestClub, rows: { at: string; actor: string; action?: AuditAct; target?: string }[]) {
  for (const { at, actor, action = 'practice.remove-samples', target = 'samples' } of rows)
    await insert(club.db, 'audit', {
      ...{ id: randomUUID(), at, actor, action, target, before: null, after: '{"removed":1}' },
      ...{ reason: '', requestId: 'r' },
    })
}

describe.each(usualEngines)('the audit log (%s)', () => {
  // Shows: ASVS 16.2.1
  test('says who did what to whom, the values before and after, why, and under which request', async ({ club }) => {
    const blair = await club.officer({ nameFirst: 'Blair', nameLast: 'Officer' })
    const avery = await club.member({ dayPasses: 2 })
    expect(await blair.api.audit.get({})).toEqual({ entries: [], total: 0, next: null, personName: null })
    const reply = await blair.send({
      method: 'PUT',
      path: `/api/v1/members/${avery.id}/day-passes`,
      body: { expected: 2, value: 3, reason: 'Paid in cash' },
    })
    const { entries } = await blair.api.audit.get()
    expect(entries).toEqual([
      {
        id: expect.any(String),
        at: '2026-11-24T22:50:00.000Z',
        act: 'member.day-passes',
        sentence: [
          { text: 'Blair Officer', memberId: blair.id },
          { text: ' set ', memberId: null },
          { text: 'Avery Bowman', memberId: avery.id },
          { text: '’s', memberId: null },
          { text: ' day passes from 2 to 3', memberId: null },
        ],
        changes: [{ what: 'Day passes', before: '2', after: '3' }],
        reason: 'Paid in cash',
        requestId: reply.headers['x-request-id'],
      },
    ])
  })

  test('shows names as they are now, also of removed people, and none of erased ones', async ({ club, practiceId }) => {
    const kai = await club.officer({ nameFirst: 'Kai', nameLast: 'Tanaka' })
    const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Lopez', pass: 'Carpool Range Pass' })
    await kai.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    await kai.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    await club.db.updateTable('member').set({ nameFirst: 'Anna' }).where('id', '=', ana.id).execute()
    const sentences = async () => (await kai.api.audit.get({})).entries.map(said)
    expect((await sentences()).toSorted()).toEqual([
      'Kai Tanaka removed Anna Lopez from Tuesday practice (Nov 24, 2026)',
      'Kai Tanaka started Tuesday practice (Nov 24, 2026)',
    ])
    await kai.api.members.remove({ memberId: ana.id })
    expect(await sentences()).toContain('Kai Tanaka removed Anna Lopez from the club')
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ana.id })
    const pseudonym = pseudonymOf(ana.id)
    const all = await kai.api.audit.get({})
    expect(all.entries.map(said).toSorted()).toEqual([
      `Kai Tanaka permanently erased ${pseudonym}`,
      `Kai Tanaka removed ${pseudonym} from Tuesday practice (Nov 24, 2026)`,
      `Kai Tanaka removed ${pseudonym} from the club`,
      'Kai Tanaka started Tuesday practice (Nov 24, 2026)',
    ])
    expect(JSON.stringify(all)).not.toMatch(/Anna|Lopez|purdue/)
    expect(await kai.api.audit.get({ person: ana.id })).toMatchObject({ total: 3, personName: pseudonym })
  })

  test('finds acts by kind and by days of the club’s time zone', async ({ club, kai }) => {
    // Midnight in Indiana is 5:00 UTC.
    const times = ['22T04:59:59.999Z', '22T05:00:00.000Z', '24T04:59:59.999Z', '24T05:00:00.000Z'].map(
      (at) => `2026-11-${at}`,
    )
    for (const at of times) await write(club, [{ at, actor: kai.id }])
    await write(club, [{ at: '2026-11-23T12:00:00.000Z', actor: kai.id, action: 'export', target: 'members' }])
    const found = async (filter: Parameters<typeof kai.api.audit.get>[0]) =>
      (await kai.api.audit.get(filter)).entries.map(({ at }) => at)
    const ofTwoDays = { from: '2026-11-22', to: '2026-11-23' }
    expect(await found({ ...ofTwoDays, act: 'practice.remove-samples' })).toEqual([times[2], times[1]])
    expect(await found({ from: '2026-11-24' })).toEqual([times[3]])
    expect(await found({ to: '2026-11-21' })).toEqual([times[0]])
    expect(await kai.api.audit.get(ofTwoDays)).toMatchObject({ total: 3 })
  })

  test('comes in pages with each row once, even if rows share a moment and new ones arrive', async ({ club, kai }) => {
    const before = Array.from({ length: 123 }, (_, n) => ({
      // Forty rows share each timestamp.
      at: `2026-11-2${Math.floor(n / 40)}T12:00:00.000Z`,
      actor: kai.id,
    }))
    await write(club, before)
    const seen: { id: string; at: string }[] = []
    let cursor: string | null | undefined
    for (let page = 0; page < 10 && cursor !== null; page++) {
      const answer = await kai.api.audit.get(cursor === undefined ? {} : { cursor })
      expect(answer.total).toBe(123 + page)
      seen.push(...answer.entries)
      cursor = answer.next
      await write(club, [{ at: `2026-11-24T12:00:0${page}.000Z`, actor: kai.id }])
    }
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([123, 123])
    const times = seen.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})
