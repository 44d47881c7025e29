import { expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { neverStored } from '#test/support/hostile-strings.ts'

const hidden = 'A\u202Ena\u200B\u00A0Lopez'
const clean = 'Ana Lopez'
const json = JSON.stringify

test('texts of the ledger and the audit log, which never change, are cleaned when they are read', async () => {
  await using club = await createTestClub('sqlite')
  const officer = await club.officer({ keep: true })
  const ana = await club.member({ keep: true })
  const at = '2026-11-24T22:00:00.000Z'
  await club.db
    .insertInto('ledger')
    .values({
      id: 'l',
      memberId: ana.id,
      currency: 'day-passes',
      amount: 1,
      cause: 'c',
      why: hidden,
      actor: officer.id,
      at,
    })
    .execute()
  await club.db
    .insertInto('audit')
    .values({
      ...{ id: 'a', at, actor: officer.id, action: 'schedule.create', target: 'p', before: null, requestId: 'r' },
      ...{ after: json({ title: hidden, description: `${hidden}\n${hidden}` }), reason: hidden },
    })
    .execute()
  const { ledger } = await officer.api.memberRecord.get({ memberId: ana.id })
  expect(ledger.map(({ why }) => why)).toContain(clean)
  const { entries } = await officer.api.audit.get({})
  const entry = entries.find(({ id }) => id === 'a')
  expect(entry?.reason).toBe(clean)
  expect(json(entry?.changes)).toContain(clean)
  expect(json(entry).replaceAll('\\n', '')).not.toMatch(neverStored)
})
