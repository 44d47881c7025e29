import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { allRows } from '#test/support/all-rows.ts'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'
import { neverStored } from '#test/support/hostile-strings.ts'
import { storeFile, storeImport } from '#test/support/store.ts'
import { up } from './migrations/0029-clean-texts.ts'

const hidden = 'A\u202Ena\u200B\u00A0Lopez'
const clean = 'Ana Lopez'
const json = JSON.stringify

/** Every text of a club as a release before the cleaning stored it; the keys are the columns. */
const stored: Record<string, Record<string, string>> = {
  member: { name_first: hidden, name_last: '\u3164', pronouns: json([hidden]) },
  profile_draft: { draft: json({ nameFirst: hidden }) },
  practice: { title: hidden, location: hidden, description: `${hidden}\r\n${hidden}`, organizer: hidden },
  calendar_event: { title: '\u200B', location: hidden, description: hidden },
  attendance: { reason: hidden },
  store_line: { name: hidden, product: hidden, reason: hidden },
  scorecard: { setup: json({ ...firstSetup, name: hidden }) },
  scorecard_sheet: { slots: json([{ value: 9, why: hidden }, null]) },
}

async function fillClub(club: TestClub) {
  const officer = await club.officer({ keep: true })
  const ana = await club.member({ dayPasses: 1, keep: true })
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  await officer.api.managePractices.setAttendance({ practiceId, memberId: ana.id, attended: true, reason: 'There' })
  const file = { file: storeFile([['#1', '1', 'buyer@example.com', 'Practice', 1]]) }
  await officer.api.storeImport.apply({ ...file, seen: (await officer.api.storeImport.preview(file)).seen })
  const setup = { ...firstSetup, name: 'Round' }
  const startedAt = '2026-11-24T22:00:00.000Z'
  const arrow = { value: 9, spot: null } as const
  const change = { id: randomUUID(), slot: 0, upon: null, arrow, why: '' }
  await ana.api.scorecard.save({ cardId: randomUUID(), setup, startedAt, seen: null, changes: [change] })
  const plain = club.db.withoutPlugins()
  await sql`insert into profile_draft (member_id, draft, updated_at) values (${officer.id}, '{}', ${startedAt})`.execute(
    plain,
  )
  await sql`insert into calendar_event (id, title, location, description, starts_at, ends_at, sample, created_at)
    values ('e', 'e', '', '', ${startedAt}, ${startedAt}, 0, ${startedAt})`.execute(plain)
  return plain
}

async function tablesWithHidden(club: TestClub) {
  return Object.entries(await allRows(club)).flatMap(([table, rows]) =>
    rows.some((row) => neverStored.test(row.replaceAll('\\n', '').replaceAll('\\r', '\r'))) ? [table] : [],
  )
}

test.each(engines)('text from before it was cleaned on input is cleaned by an update (%s)', async (engine) => {
  await using club = await createTestClub(engine, { club: { storeImport } })
  const plain = await fillClub(club)
  const asItWas = await allRows(club)
  await up(plain)
  expect(await allRows(club)).toEqual(asItWas)

  for (const [table, columns] of Object.entries(stored)) {
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(plain)
    expect([table, rows.length > 0]).toEqual([table, true])
    const set = sql.join(Object.entries(columns).map(([name, text]) => sql`${sql.ref(name)} = ${text}`))
    await sql`update ${sql.table(table)} set ${set}`.execute(plain)
  }
  // Negative control: all of it is found.
  expect((await tablesWithHidden(club)).toSorted()).toEqual(Object.keys(stored).toSorted())
  await up(plain)
  expect(await tablesWithHidden(club)).toEqual([])
  const after = await allRows(club)
  expect(JSON.parse(after.member?.[0] ?? '')).toMatchObject({
    name_first: clean,
    name_last: '',
    pronouns: json([clean]),
  })
  expect(JSON.parse(after.practice?.[0] ?? '')).toMatchObject({ title: clean, description: `${clean}\n${clean}` })
  expect(JSON.parse(after.calendar_event?.[0] ?? '')).toMatchObject({ title: 'Practice' })
  await up(plain)
  expect(await allRows(club)).toEqual(after)
})

test('a value that is no JSON stays as it is', async () => {
  await using club = await createTestClub('sqlite')
  const ana = await club.member()
  const plain = club.db.withoutPlugins()
  await sql`update member set pronouns = '' where id = ${ana.id}`.execute(plain)
  await up(plain)
  expect((await ana.row()).pronouns).toBe('')
})

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
