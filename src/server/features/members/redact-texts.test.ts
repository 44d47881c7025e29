import { sql } from 'kysely'
import { expect } from 'vitest'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { up as ledgerWords } from '#server/db/migrations/0023-ledger-words.ts'
import { up as auditWords } from '#server/db/migrations/0024-audit-words.ts'
import { exportKinds } from '#server/features/reports/export-tables.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, engines, goodPassword, six, type TestClub, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { collectLog } from '#test/support/collected-log.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { findInFiles, findInTables } from '#test/support/full-member.ts'
import { held, rsvp } from '#test/support/held-practice.ts'
import { finishedWizard } from '#test/support/races.ts'
import { importLines, storeImport } from '#test/support/store.ts'

const person = { nameFirst: 'Xanthippe', nameLast: 'Quillfeather', email: 'zanzibar@purdue.edu' }
const inFull = `${person.nameFirst} ${person.nameLast}`

/** A unique marker word for each field that takes free text. */
const about = (place: string) => `zq${place}zq`

/** An officer writes something about a member in every free-text field. @returns the member and the marker words */
async function createWrittenAbout(club: TestClub) {
  const kai = await club.officer()
  const ben = await club.member({ nameFirst: 'Ben', nameLast: 'Okafor', paidPractices: 1 })
  const words: string[] = []
  /** @param names whether the text must name them because it is also about someone else */
  const text = (place: string, { names = false } = {}) => {
    words.push(about(place))
    return names ? `${inFull} ${about(place)}` : `limps, ${about(place)}`
  }
  const over = await club.practice({ startsAt: '2026-11-23T23:00:00.000Z', endsAt: '2026-11-24T01:00:00.000Z' })
  const now = await club.practice({ startsAt: '2026-11-24T22:45:00.000Z' })
  const ahead = await club.practice({ startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' })
  const { api } = kai

  // Before they sign up.
  const listed = { kind: 'attendance' as const, email: person.email }
  await api.managePractices.addEmail({ ...listed, practiceId: over, reason: text('listed') })
  const toUnlist = { ...listed, kind: 'carpool', practiceId: over } as const
  await api.managePractices.addEmail({ ...toUnlist, reason: text('unlisted', { names: true }) })
  const unlisted = await club.db
    .selectFrom('preRegistration')
    .select('id')
    .where('kind', '=', 'carpool')
    .executeTakeFirstOrThrow()
  await api.managePractices.removeEmail({ practiceId: over, emailId: unlisted.id })
  const me = await club.member({ email: person.email, hasLoggedIn: 0 })
  const { nameFirst, nameLast } = person
  await me.api.welcome.finish({ ...finishedWizard, nameFirst, nameLast })
  const memberId = me.id

  const missed = await held(club, '2026-11-03', { startedAt: null, endedAt: null })
  await rsvp(club, missed, [memberId])
  await api.managePractices.setExcuse({ practiceId: missed, memberId, excused: true, reason: text('excuse') })
  await api.members.setDayPasses({ memberId, expected: 2, value: 4, reason: text('daypasses') })
  await api.members.setPaidPractices({ memberId, expected: 0, value: 3, reason: text('paid') })
  await api.members.setPaidPractices({
    memberId: ben.id,
    expected: 1,
    value: 2,
    reason: text('others', { names: true }),
  })
  const edit = { of: 'paid-practices', by: 1 } as const
  await api.bulkEdit.apply({ edit, seen: [{ memberId, expected: 3 }], reason: text('bulk') })
  await api.bulkEdit.apply({
    edit,
    reason: `${person.nameFirst}, ${text('bulkofboth')}`,
    seen: [
      { memberId, expected: 4 },
      { memberId: ben.id, expected: 2 },
    ],
  })
  const pass = { of: 'pass', pass: 'Carpool Range Pass' } as const
  await api.bulkEdit.apply({ edit: pass, seen: [{ memberId, expected: 'none' }], reason: text('pass') })

  await api.managePractices.setAttendance({ practiceId: over, memberId, attended: false, reason: text('removed') })
  await api.managePractices.setAttendance({ practiceId: over, memberId, attended: true, reason: text('entered') })
  await api.managePractices.setAttendance({
    practiceId: over,
    memberId: ben.id,
    attended: true,
    reason: text('attendance', { names: true }),
  })
  await api.rainOut.give({
    practiceId: over,
    reason: `${person.nameLast}, ${text('rain')}`,
    seen: [memberId, ben.id].map((id) => ({ memberId: id, dayPass: false })),
  })

  await api.practices.start({ practiceId: now })
  await api.managePractices.setAttendance({ practiceId: now, memberId, attended: true, reason: text('live') })
  await api.practices.removeAttendee({ practiceId: now, memberId })
  await api.managePractices.setLimit({ practiceId: ahead, expected: null, limit: 1 })
  for (const each of [kai, me, ben]) await each.api.practices.answer({ practiceId: ahead, answer: 'archer' })
  await api.managePractices.orderWaiting({
    practiceId: ahead,
    memberIds: [ben.id, memberId],
    reason: `${person.nameFirst} ${text('order')}`,
  })

  await importLines(kai, [
    ['#1', '1', person.email, 'Practice', 1],
    ['#2', '1', 'family@example.com', 'Practice', 1, `Family ${inFull}`],
    ['#3', '1', 'else@example.com', 'Practice', 1],
    ['#4', '1', person.email, `Class, ${text('product', { names: true })}`, 1],
  ])
  const lineOf = async (orderId: string) =>
    (await club.db.selectFrom('storeLine').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()).id
  await api.storeImport.assign({ lineId: await lineOf('#2'), to: { memberId }, remember: true })
  await api.storeImport.setWorth({ lineId: await lineOf('#4'), paidPractices: 1, dayPasses: 0 })
  await api.storeImport.dismiss({ lineId: await lineOf('#3'), reason: text('dismissed', { names: true }) })

  const plan = { location: 'Range', startsOn: '2026-11-28', startTime: '10:00', endTime: '12:00' }
  await api.schedule.create({ ...plan, title: text('planned', { names: true }), description: inFull, weeks: 1 })
  const planned = await club.db
    .selectFrom('practice')
    .selectAll()
    .where('startsOn', '=', '2026-11-28')
    .executeTakeFirstOrThrow()
  const { title, location, description, startsAt, endsAt } = planned
  await api.schedule.change({
    practiceId: planned.id,
    ...plan,
    title: `Cake for ${inFull}`,
    description: '',
    expected: { title, location, description, startsAt, endsAt, cancelled: false },
  })
  await api.schedule.cancel({
    practiceId: planned.id,
    expected: { title: `Cake for ${inFull}`, location, description: '', startsAt, endsAt, cancelled: false },
    cancelled: true,
    message: text('canceled', { names: true }),
  })

  const card = { cardId: 'a-card-of-theirs', startedAt: '2026-11-24T22:50:00.000Z', seen: null }
  await me.api.scorecard.save({ ...card, setup: { ...firstSetup, name: text('card') }, changes: [] })
  const { code } = await me.api.scorecard.invite({ cardId: card.cardId })
  await kai.api.scorecardInvitation.accept({ code })
  const arrow = { value: 9 as const, spot: null }
  await kai.api.scorecard.save({
    ...{ ...card, setup: { ...firstSetup, name: `limps, ${about('card')}` } },
    changes: [{ id: 'their-arrow', slot: 0, upon: null, arrow, why: text('arrow') }],
  })
  return { me, kai, ben, now, planned, words: [...words, ...Object.values(person)] }
}

/** All exports available to officers, as one text. */
async function exportsOf(kai: Awaited<ReturnType<typeof createWrittenAbout>>['kai']) {
  const all = []
  for (const kind of exportKinds) all.push((await kai.send(exportRequest(kind))).payload)
  return all.join('\n')
}

const inText = (text: string, words: string[]) =>
  words.filter((word) => text.toLowerCase().includes(word.toLowerCase()))

describe.each(usualEngines)('what was typed about a member (%s)', (engine) => {
  // Shows: T100
  test('goes with them from tables, files, log, and exports, and nothing else does', async () => {
    const { log, written } = collectLog()
    await using club = await createTestClub(engine, { club: { storeImport }, log })
    const { me, kai, ben, now, planned, words } = await createWrittenAbout(club)
    await kai.api.members.setPaidPractices({ memberId: ben.id, expected: 4, value: 6, reason: 'Ben paid cash' })
    await kai.api.practices.endEarly({ practiceId: now })

    // Negative control: the search does find the words before the erasure.
    const found = await findInTables(club, words)
    expect(new Set(found.map((line) => line.split(': ')[1]))).toEqual(new Set(words))
    expect(inText(await exportsOf(kai), words)).toEqual(expect.arrayContaining([about('paid'), about('others')]))

    const facts = await factsOf(club)
    await kai.api.members.remove({ memberId: me.id })
    const before = written().length
    await club.letADayPass()
    await kai.api.members.erase({ memberId: me.id })
    expect(await findInTables(club, words)).toEqual([])
    if (engine === 'sqlite') expect(await findInFiles(club.dataDir, words)).toEqual([])
    expect(inText(await exportsOf(kai), words)).toEqual([])
    expect(inText(written().slice(before), words)).toEqual([])

    // Rows, amounts and actors are unchanged, and so are texts about other people.
    const after = await factsOf(club)
    expect(after.ledger).toEqual(facts.ledger)
    expect(after.audit).toEqual(expect.arrayContaining(facts.audit))
    const kept = await club.db.selectFrom('ledger').select('memberId').where('why', '=', 'Ben paid cash').execute()
    expect(kept).toEqual([{ memberId: ben.id }])
    const called = club.db.selectFrom('practice').select('title').where('id', '=', planned.id)
    expect(await called.execute()).toEqual([{ title: 'Cake for Former member' }])
    expect(await club.db.selectFrom('erasing').selectAll().execute()).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('about several stays while it names no one erased, and goes with the last of them', async ({ club, kai }) => {
    const [ana, ben] = [await club.member({ nameFirst: 'Ana' }), await club.member({ nameFirst: 'Ben' })]
    const seen = [ana, ben].map(({ id }) => ({ memberId: id, expected: 0 }))
    await kai.api.bulkEdit.apply({ edit: { of: 'paid-practices', by: 1 }, seen, reason: 'Semester fee' })
    await ana.api.account.delete({ password: goodPassword })
    const reasons = () =>
      club.db.selectFrom('audit').select(['target', 'reason']).where('action', 'like', '%bulk-edit').execute()
    expect(await reasons()).toMatchObject([{ reason: 'Semester fee' }])
    expect(await club.db.selectFrom('ledger').select('memberId').where('why', '=', 'Semester fee').execute()).toEqual([
      { memberId: ben.id },
    ])
    await ben.api.account.delete({ password: goodPassword })
    expect(await findInTables(club, ['Semester fee'])).toEqual([])
  })
})

describe.each(engines)('ledger and audit log (%s)', () => {
  // Shows: T95, ASVS 16.4.2
  test('let words be emptied while someone is erased, and nothing else, ever', async ({ club, kai }) => {
    const ana = await club.member({ dayPasses: 1 })
    await kai.api.members.setPaidPractices({ memberId: ana.id, expected: 0, value: 2, reason: 'Cash' })
    const practiceId = await club.practice({ startsAt: '2026-11-23T23:00:00.000Z', endsAt: '2026-11-24T01:00:00.000Z' })
    for (const attended of [true, false])
      await kai.api.managePractices.setAttendance({ practiceId, memberId: ana.id, attended, reason: 'Cash' })
    const { db } = club
    const before = await rowsOf(club)
    const { before: side } = await db
      .selectFrom('audit')
      .select('before')
      .where('action', '=', 'attendance.remove')
      .executeTakeFirstOrThrow()
    const instead = (text: string) => (side ?? '').replace('Cash', text)
    expect(instead('Other')).not.toBe(side)
    const ofRemoval = `where action = 'attendance.remove'`
    const statements = [
      ...['id', 'member_id', 'currency', 'cause', 'actor', 'at'].map((name) => `update ledger set ${name} = 'x'`),
      ...['amount = 1000', "why = 'Other'", "why = '', amount = amount + 1"].map((set) => `update ledger set ${set}`),
      ...['id', 'at', 'actor', 'action', 'target', 'reason', 'request_id'].map(
        (name) => `update audit set ${name} = 'x'`,
      ),
      ...['"before" = null', '"after" = null', `reason = '', "after" = '{"reason":""}'`].map(
        (set) => `update audit set ${set}`,
      ),
      ...[`{"checkedInAt":"x","reason":""}`, instead('Other'), '{}', 'null'].map(
        (json) => `update audit set "before" = '${json}' ${ofRemoval}`,
      ),
      ...['delete from ledger', 'delete from audit'],
    ].map((statement) => sql.raw(statement))
    const blank = [sql`update ledger set why = ''`, sql`update audit set reason = ''`]
    const inside = (statement: (typeof blank)[number], erasing: boolean) =>
      db.transaction().execute(async (tx) => {
        if (erasing) await tx.insertInto('erasing').values({ memberId: ana.id }).execute()
        await statement.execute(tx)
        throw new Error('let through')
      })
    for (const statement of [...statements, ...blank])
      await expect(inside(statement, false)).rejects.toThrow('append-only')
    for (const statement of statements) await expect(inside(statement, true)).rejects.toThrow('append-only')
    const blanked = sql.raw(`update audit set "before" = '${instead('')}', reason = '' ${ofRemoval}`)
    for (const statement of [...blank, blanked]) await expect(inside(statement, true)).rejects.toThrow('let through')
    expect(await rowsOf(club)).toEqual(before)
  })
})

test('an update erases what was typed about those who were erased before it', async ({ club, kai }) => {
  const practiceId = await club.practice({ startsAt: '2026-11-23T23:00:00.000Z', endsAt: '2026-11-24T01:00:00.000Z' })
  for (const nameFirst of ['gone', 'here']) {
    const { id: memberId } = await club.member({ nameFirst })
    const reason = `${nameFirst} paid`
    await kai.api.members.setPaidPractices({ memberId, expected: 0, value: 1, reason })
    for (const attended of [true, false])
      await kai.api.managePractices.setAttendance({ practiceId, memberId, attended, reason })
  }
  await club.db.updateTable('member').set({ erasedAt: six }).where('nameFirst', '=', 'gone').execute()
  const plain = club.db.withoutPlugins()
  await sql`drop table erasing`.execute(plain)
  await ledgerWords(plain, 'sqlite')
  await auditWords(plain, 'sqlite')
  const left = await findInTables(club, ['gone paid', 'here paid'])
  expect(left).toEqual(['audit.before: here paid', 'audit.reason: here paid', 'ledger.why: here paid'])
})

async function rowsOf({ db }: TestClub) {
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('id').execute()
  const audit = await db.selectFrom('audit').selectAll().orderBy('id').execute()
  return { ledger, audit }
}

/** Rows of the ledger and the audit log, without free text. */
async function factsOf(club: TestClub) {
  const { ledger, audit } = await rowsOf(club)
  return {
    ledger: ledger.map(({ why: _why, ...row }) => row),
    audit: audit.map(({ before: _before, after: _after, reason: _reason, ...row }) => row),
  }
}
