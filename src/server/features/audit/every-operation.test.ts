import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { type AuditAct, auditActNames } from '#domain/text/audit-sentences.ts'
import type { Schema } from '#server/db/schema.ts'
import { addSampleSettings } from '#server/features/samples/shown-club.ts'
import {
  createTestClub,
  type EngineName,
  eight,
  goodPassword,
  six,
  type TestClub,
  usualEngines,
} from '#test/support/club.ts'
import { plantFindings, plantUndecided } from '#test/support/outside-calendar.ts'
import { storeFile, storeImport } from '#test/support/store.ts'
import { isRead, operations } from '#test/support/transports.ts'

/** Every officer operation must be in `acts`; the first test names those that are missing. */
const isLook = (name: Operation) => isRead(name) || ['storeImport.preview', 'session.enterPassword'].includes(name)
const officersActs = operations.filter((name) => policies[name] === 'officer' && !isLook(name))
const officersReads = operations.filter((name) => policies[name] === 'officer' && isLook(name))

type Evening = Awaited<ReturnType<typeof evening>>
type Act = {
  /** The action of its audit row. */
  act: AuditAct
  /** For a bulk operation: the action of the rows of its targets. */
  each?: AuditAct
  /** Prepares what the operation needs. */
  first?: (evening: Evening) => Promise<unknown>
  go: (evening: Evening) => Promise<unknown>
  /** The same operation in a state where it is refused. */
  refused: (evening: Evening) => Promise<unknown>
}

const nobody = 'nobody'

async function evening(engine: EngineName) {
  const club = await createTestClub(engine, { club: { storeImport } })
  // Stays signed in, so that the session lasts the whole evening.
  const kai = await club.member({ role: 'Officer', keep: true })
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  return { club, kai, ana, practiceId, memberId: ana.id, api: kai.api }
}

const start = ({ api, practiceId }: Evening) => api.practices.start({ practiceId })
const endEarly = ({ api, practiceId }: Evening) => api.practices.endEarly({ practiceId })
const remove = ({ api, memberId }: Evening) => api.members.remove({ memberId })

const bulkEdit = ({ api, memberId }: Evening) =>
  api.bulkEdit.apply({ edit: { of: 'day-passes', by: 2 }, seen: [{ memberId, expected: 0 }], reason: 'All of us' })

/** Starts the practice and checks Ana in, whose pass is no Day Pass. */
const checkedIn = async (facts: Evening) => {
  await start(facts)
  await facts.ana.api.practices.checkIn({ practiceId: facts.practiceId })
}

const plan = { title: 'Indoor evening', startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00' }

/** The evening's practice, as an officer sees it. */
async function planned({ api, practiceId }: Evening) {
  const { practice } = await api.practiceRecord.get({ practiceId })
  const { title, location, description, startsAt, endsAt, cancelled } = practice
  return { practiceId, expected: { title, location, description, startsAt, endsAt, cancelled } }
}

/** A stranger's order line, and one with a product of unknown value. */
const orders = storeFile([
  ['#1', '1', 'buyer@example.com', 'Practice', 1],
  ['#2', '1', 'buyer@example.com', 'Something new', 1],
])
const importOrders = async ({ api }: Evening) => {
  const { seen } = await api.storeImport.preview({ file: orders })
  await api.storeImport.apply({ file: orders, seen })
}
const lineId = async ({ api }: Evening, order = '#1') =>
  (await api.storeImport.get()).lines.find((line) => line.order === order)?.id ?? ''
const assignLine = async (facts: Evening) =>
  facts.api.storeImport.assign({ lineId: await lineId(facts), to: { memberId: facts.memberId } })
const dismissLine = async (facts: Evening) =>
  facts.api.storeImport.dismiss({ lineId: await lineId(facts), reason: 'A gift' })
const paid = { paidPractices: 2, dayPasses: 1 }
const setPaid = ({ api }: Evening) => api.paidCounts.set({ email: 'new@purdue.edu', expected: null, value: paid })

const acts: Partial<Record<Operation, Act>> = {
  'storeImport.apply': {
    act: 'store.import',
    go: importOrders,
    refused: ({ api }) => api.storeImport.apply({ file: orders, seen: 'something else' }),
  },
  'storeImport.assign': {
    act: 'store.assign',
    first: importOrders,
    go: assignLine,
    refused: ({ api, memberId }) => api.storeImport.assign({ lineId: nobody, to: { memberId } }),
  },
  'storeImport.unassign': {
    act: 'store.unassign',
    first: async (facts) => {
      await importOrders(facts)
      await assignLine(facts)
    },
    go: async (facts) => facts.api.storeImport.unassign({ lineId: await lineId(facts) }),
    refused: ({ api }) => api.storeImport.unassign({ lineId: nobody }),
  },
  'storeImport.setWorth': {
    act: 'store.worth',
    first: importOrders,
    go: async (facts) =>
      facts.api.storeImport.setWorth({ lineId: await lineId(facts, '#2'), paidPractices: 1, dayPasses: 0 }),
    refused: ({ api }) => api.storeImport.setWorth({ lineId: nobody, paidPractices: 1, dayPasses: 0 }),
  },
  'storeImport.dismiss': {
    act: 'store.dismiss',
    first: importOrders,
    go: dismissLine,
    refused: ({ api }) => api.storeImport.dismiss({ lineId: nobody, reason: 'A gift' }),
  },
  'storeImport.reopen': {
    act: 'store.reopen',
    first: async (facts) => {
      await importOrders(facts)
      await dismissLine(facts)
    },
    go: async (facts) => facts.api.storeImport.reopen({ lineId: await lineId(facts) }),
    refused: ({ api }) => api.storeImport.reopen({ lineId: nobody }),
  },
  'storeImport.forget': {
    act: 'store.forget',
    first: async (facts) => {
      await importOrders(facts)
      await assignLine(facts)
    },
    go: async ({ api }) => {
      const { addresses } = await api.storeImport.get()
      await api.storeImport.forget({ addressId: addresses[0]?.id ?? '' })
    },
    refused: ({ api }) => api.storeImport.forget({ addressId: nobody }),
  },
  'paidCounts.set': {
    act: 'paid-count.set',
    go: setPaid,
    refused: ({ api }) =>
      api.paidCounts.set({ email: 'new@purdue.edu', expected: paid, value: { ...paid, dayPasses: 4 } }),
  },
  'paidCounts.remove': {
    act: 'paid-count.remove',
    first: setPaid,
    go: ({ api }) => api.paidCounts.remove({ email: 'new@purdue.edu', expected: paid }),
    refused: ({ api }) => api.paidCounts.remove({ email: 'new@purdue.edu', expected: paid }),
  },
  'practices.start': {
    act: 'practice.start',
    go: start,
    refused: async (facts) => {
      facts.club.clock.set(eight)
      await start(facts)
    },
  },
  'practices.endEarly': { act: 'practice.end-early', first: start, go: endEarly, refused: endEarly },
  'practices.takeBackEnd': {
    act: 'practice.take-back-end',
    first: async (facts) => {
      await start(facts)
      await endEarly(facts)
    },
    go: ({ api, practiceId }) => api.practices.takeBackEnd({ practiceId }),
    refused: ({ api, practiceId }) => api.practices.takeBackEnd({ practiceId }),
  },
  'practices.removeAttendee': {
    act: 'attendance.remove',
    first: async (facts) => {
      await start(facts)
      await facts.ana.api.practices.checkIn({ practiceId: facts.practiceId })
    },
    go: ({ api, practiceId, memberId }) => api.practices.removeAttendee({ practiceId, memberId }),
    refused: ({ api, practiceId, memberId }) => api.practices.removeAttendee({ practiceId, memberId }),
  },
  'practices.removeSamples': {
    act: 'practice.remove-samples',
    first: ({ club }) => club.ctx.write((tx) => addSampleSettings(tx, six)),
    go: ({ api }) => api.practices.removeSamples({}),
    refused: ({ ana }) => ana.api.practices.removeSamples({}),
  },
  'members.setRole': {
    act: 'member.role',
    go: ({ api, memberId }) => api.members.setRole({ memberId, expected: 'Member', role: 'Officer' }),
    refused: ({ api, kai }) => api.members.setRole({ memberId: kai.id, expected: 'Officer', role: 'Member' }),
  },
  'members.setDayPasses': {
    act: 'member.day-passes',
    go: ({ api, memberId }) => api.members.setDayPasses({ memberId, expected: 0, value: 3, reason: '' }),
    refused: ({ api, memberId }) => api.members.setDayPasses({ memberId, expected: 9, value: 3, reason: '' }),
  },
  'members.setPaidPractices': {
    act: 'member.paid-practices',
    go: ({ api, memberId }) => api.members.setPaidPractices({ memberId, expected: 0, value: 3, reason: '' }),
    refused: ({ api, memberId }) => api.members.setPaidPractices({ memberId, expected: 9, value: 3, reason: '' }),
  },
  'members.setPass': {
    act: 'member.pass',
    go: ({ api, memberId }) => api.members.setPass({ memberId, expected: 'Carpool Range Pass', pass: 'none' }),
    refused: ({ api, memberId }) => api.members.setPass({ memberId, expected: 'Day Pass', pass: 'none' }),
  },
  'members.setRm01': {
    act: 'member.rm01',
    go: ({ api, memberId }) => api.members.setRm01({ memberId, expected: null, until: '2027-05-01' }),
    refused: ({ api, memberId }) => api.members.setRm01({ memberId, expected: '2027-01-01', until: '2027-05-01' }),
  },
  'bulkEdit.apply': {
    act: 'members.bulk-edit',
    each: 'member.day-passes',
    go: bulkEdit,
    refused: ({ api, memberId }) =>
      api.bulkEdit.apply({ edit: { of: 'day-passes', by: 2 }, seen: [{ memberId, expected: 9 }], reason: 'All of us' }),
  },
  'bulkEdit.undo': {
    act: 'members.bulk-undo',
    each: 'member.day-passes',
    first: bulkEdit,
    go: async ({ api }) => api.bulkEdit.undo({ editId: (await api.bulkEdits.get()).edits[0]?.id ?? '' }),
    refused: ({ api }) => api.bulkEdit.undo({ editId: nobody }),
  },
  'members.remove': {
    act: 'member.remove',
    go: remove,
    refused: ({ api, kai }) => api.members.remove({ memberId: kai.id }),
  },
  'members.restore': {
    act: 'member.restore',
    first: remove,
    go: ({ api, memberId }) => api.members.restore({ memberId }),
    refused: ({ api }) => api.members.restore({ memberId: nobody }),
  },
  'members.erase': {
    act: 'member.erase',
    first: async (facts) => {
      await remove(facts)
      await facts.club.letADayPass()
    },
    go: ({ api, memberId }) => api.members.erase({ memberId }),
    refused: ({ api, memberId }) => api.members.erase({ memberId }),
  },
  'managePractices.setLimit': {
    act: 'practice.limit',
    go: ({ api, practiceId }) => api.managePractices.setLimit({ practiceId, expected: null, limit: 20 }),
    refused: ({ api, practiceId }) => api.managePractices.setLimit({ practiceId, expected: 5, limit: 20 }),
  },
  'outsideCalendar.decide': {
    act: 'calendar.decide',
    first: ({ club, practiceId }) => plantUndecided(club, practiceId),
    go: ({ api, practiceId }) => api.outsideCalendar.decide({ practiceId, event: 'new-one' }),
    refused: ({ api, practiceId }) => api.outsideCalendar.decide({ practiceId, event: nobody }),
  },
  'outsideCalendar.cancelHeld': {
    act: 'calendar.cancel-held',
    first: ({ club }) => plantFindings(club, { held: { since: six, ids: ['a', 'b', 'c', 'd', 'e'] } }),
    go: ({ api }) => api.outsideCalendar.cancelHeld({ since: six }),
    refused: ({ api }) => api.outsideCalendar.cancelHeld({ since: eight }),
  },
  'schedule.create': {
    act: 'schedule.create',
    go: ({ api }) => api.schedule.create({ ...plan, weeks: 2 }),
    refused: async ({ api, club }) => {
      club.ctx.calendarSource = 'ics'
      await api.schedule.create({ ...plan, weeks: 1 })
    },
  },
  'schedule.change': {
    act: 'schedule.change',
    go: async (facts) => facts.api.schedule.change({ ...(await planned(facts)), ...plan }),
    refused: async (facts) => facts.api.schedule.change({ ...(await planned(facts)), ...plan, practiceId: nobody }),
  },
  'schedule.cancel': {
    act: 'schedule.cancel',
    go: async (facts) => facts.api.schedule.cancel({ ...(await planned(facts)), cancelled: true }),
    refused: async (facts) =>
      facts.api.schedule.cancel({ ...(await planned(facts)), practiceId: nobody, cancelled: true }),
  },
  'managePractices.orderWaiting': {
    act: 'practice.order-waiting',
    first: async ({ club, api, practiceId }) => {
      await api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
      for (const [i, id] of ['first', 'second', 'third'].entries()) {
        const member = await club.member({ nameFirst: id })
        await member.api.practices.answer({ practiceId, answer: 'archer' })
        await club.clock.advance(i)
      }
    },
    go: async ({ api, practiceId }) => {
      const { answers } = await api.practiceRecord.get({ practiceId })
      const waiting = answers.filter(({ position }) => position !== null).map(({ memberId }) => memberId)
      await api.managePractices.orderWaiting({ practiceId, memberIds: waiting.toReversed(), reason: 'They asked' })
    },
    refused: ({ api, practiceId }) =>
      api.managePractices.orderWaiting({ practiceId, memberIds: [nobody], reason: 'They asked' }),
  },
  'rainOut.give': {
    act: 'practice.rain-out',
    each: 'attendance.rain-out',
    first: checkedIn,
    go: ({ api, practiceId, memberId }) => api.rainOut.give({ practiceId, seen: [{ memberId, dayPass: false }] }),
    refused: ({ api, practiceId }) => api.rainOut.give({ practiceId, seen: [] }),
  },
  'rainOut.takeBack': {
    act: 'practice.rain-out-undo',
    each: 'attendance.rain-out-undo',
    first: async (facts) => {
      await checkedIn(facts)
      const { api, practiceId, memberId } = facts
      await api.rainOut.give({ practiceId, seen: [{ memberId, dayPass: false }] })
    },
    go: ({ api, practiceId }) => api.rainOut.takeBack({ practiceId }),
    refused: ({ api }) => api.rainOut.takeBack({ practiceId: nobody }),
  },
  'managePractices.addEmail': {
    act: 'email.list',
    first: start,
    go: ({ api, practiceId }) =>
      api.managePractices.addEmail({ practiceId, email: 'later@purdue.edu', kind: 'attendance', reason: 'Was there' }),
    refused: ({ api, practiceId }) =>
      api.managePractices.addEmail({ practiceId: `${practiceId} gone`, email: 'later@purdue.edu', kind: 'carpool' }),
  },
  'managePractices.removeEmail': {
    act: 'email.unlist',
    first: async (facts) => {
      await start(facts)
      const { api, practiceId } = facts
      await api.managePractices.addEmail({ practiceId, email: 'later@purdue.edu', kind: 'carpool' })
    },
    go: async ({ api, practiceId }) => {
      const { emails } = await api.practiceRecord.get({ practiceId })
      await api.managePractices.removeEmail({ practiceId, emailId: emails[0]?.id ?? '' })
    },
    refused: ({ api }) => api.managePractices.removeEmail({ practiceId: nobody, emailId: 'x' }),
  },
  'managePractices.delete': {
    act: 'practice.delete',
    go: ({ api, practiceId }) => api.managePractices.delete({ practiceId }),
    refused: async (facts) => {
      await start(facts)
      await facts.api.managePractices.delete({ practiceId: facts.practiceId })
    },
  },
  'managePractices.restore': {
    act: 'practice.restore',
    first: ({ api, practiceId }) => api.managePractices.delete({ practiceId }),
    go: ({ api, practiceId }) => api.managePractices.restore({ practiceId }),
    refused: ({ api }) => api.managePractices.restore({ practiceId: nobody }),
  },
  'managePractices.setAttendance': {
    act: 'attendance.enter',
    first: start,
    go: ({ api, practiceId, memberId }) =>
      api.managePractices.setAttendance({ practiceId, memberId, attended: true, reason: 'Was there' }),
    refused: ({ api, practiceId }) =>
      api.managePractices.setAttendance({ practiceId, memberId: nobody, attended: true, reason: 'Was there' }),
  },
  'managePractices.setCredit': {
    act: 'carpool.credit',
    go: ({ api, practiceId, memberId }) => api.managePractices.setCredit({ practiceId, memberId, credited: true }),
    refused: ({ api, practiceId }) => api.managePractices.setCredit({ practiceId, memberId: nobody, credited: true }),
  },
}

const auditOf = ({ db }: TestClub) =>
  db.selectFrom('audit').selectAll().orderBy('at').orderBy('action', 'desc').execute()

/** Everything that an operation could change, except stored responses and topic versions. */
async function everything({ db }: TestClub) {
  const tables = ['member', 'user', 'practice', 'attendance', 'carpoolCredit', 'ledger', 'session', 'audit'].concat([
    'storeLine',
    'storeImport',
    'storeAddress',
    'preRegistration',
  ]) as (keyof Schema)[]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return rows.map((table) => table.map((row) => JSON.stringify(row)).toSorted())
}

/** Makes every further insert into the audit log fail. */
async function breakLog({ db, engine }: TestClub) {
  if (engine === 'sqlite')
    return sql`create trigger audit_broken before insert on audit begin select raise(abort, 'no log today'); end`.execute(
      db,
    )
  await sql`create function audit_broken() returns trigger language plpgsql as $$ begin raise exception 'no log today'; end $$`.execute(
    db,
  )
  return sql`create trigger audit_broken before insert on audit for each row execute function audit_broken()`.execute(
    db,
  )
}

const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => false,
    () => true,
  )

test('every act of an officer’s is looked at here', () => {
  expect(Object.keys(acts).toSorted()).toEqual(officersActs.toSorted())
  expect(officersActs.length).toBeGreaterThanOrEqual(17)
})

describe.each(usualEngines)('an officer’s act (%s)', (engine) => {
  // Shows: T95
  test.each(Object.entries(acts))(
    '%s leaves exactly one row, of its request',
    async (_name, { act, each, first, go }) => {
      const facts = await evening(engine)
      await using club = facts.club
      await first?.(facts)
      const earlier = new Set((await auditOf(club)).map(({ id }) => id))
      await go(facts)
      const rows = (await auditOf(club)).filter(({ id }) => !earlier.has(id))
      expect(rows.map(({ action, actor }) => ({ action, actor }))).toEqual(
        [act, each ?? []].flat().map((action) => ({ action, actor: facts.kai.id })),
      )
      expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1)
      expect(rows[0]?.requestId).toMatch(/\S{8,}/)
      expect(auditActNames).toContain(act)
    },
  )

  test.each(Object.entries(acts))('%s leaves none where it is refused', async (name, { refused }) => {
    const facts = await evening(engine)
    await using club = facts.club
    await expect(refused(facts)).rejects.toMatchObject({
      code: expect.stringMatching(/^(REFUSED|NOT_FOUND|FORBIDDEN)$/),
    })
    const rows = (await auditOf(club)).filter(({ action }) => action !== 'refused')
    // The deletion is refused because the practice was started, which has its own row.
    expect(rows.map(({ action }) => action)).toEqual(name === 'managePractices.delete' ? ['practice.start'] : [])
  })

  // Shows: T95, ASVS 16.5.3
  test.each(Object.entries(acts))('%s is not done where its row can’t be written', async (_name, { first, go }) => {
    const facts = await evening(engine)
    await using club = facts.club
    await first?.(facts)
    const so = await everything(club)
    await breakLog(club)
    expect(await failed(go(facts))).toBe(true)
    expect(await everything(club)).toEqual(so)
  })

  test('that only looks leaves none', async () => {
    const { club, kai, memberId, practiceId } = await evening(engine)
    await using _ = club
    const looks: Partial<Record<Operation, () => Promise<unknown>>> = {
      'members.get': () => kai.api.members.get(),
      'memberRecord.get': () => kai.api.memberRecord.get({ memberId }),
      'managePractices.get': () => kai.api.managePractices.get(),
      'practiceRecord.get': () => kai.api.practiceRecord.get({ practiceId }),
      'bulkEdits.get': () => kai.api.bulkEdits.get(),
      'bulkEdit.get': () => kai.api.bulkEdit.get({ editId: nobody }).catch(() => {}),
      'rainOut.get': () => kai.api.rainOut.get({ practiceId }),
      'resources.get': () => kai.api.resources.get(),
      'turnout.get': () => kai.api.turnout.get({}),
      'audit.get': () => kai.api.audit.get({}),
      'storeImport.get': () => kai.api.storeImport.get(),
      'storeImport.preview': () => kai.api.storeImport.preview({ file: orders }),
      'paidCounts.get': () => kai.api.paidCounts.get(),
      'exportPermission.get': () => kai.api.exportPermission.get(),
      'outsideCalendar.get': () => kai.api.outsideCalendar.get(),
      'session.enterPassword': () => kai.api.session.enterPassword({ password: goodPassword }),
    }
    expect(Object.keys(looks).toSorted()).toEqual(officersReads.toSorted())
    for (const look of Object.values(looks)) await look()
    expect(await auditOf(club)).toEqual([])
  })
})
