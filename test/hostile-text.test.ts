import { randomUUID } from 'node:crypto'
import type { AnySchema } from '@orpc/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { longestMessage, longestTitle } from '#domain/manage-practices.ts'
import { longestName, longestPronoun } from '#domain/profile-limits.ts'
import { most } from '#domain/scorecards/setup.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { allRows } from '#test/support/all-rows.ts'
import { createTestClub } from '#test/support/club.ts'
import { hostileStrings, neverStored } from '#test/support/hostile-strings.ts'
import { storeFile, storeImport } from '#test/support/store.ts'
import { operations, procedureOf } from '#test/support/transports.ts'

// Text that hides, mirrors, or overflows, in every input for text: a harmless paste is taken, and nothing is stored that
// can't be seen (docs/decisions/0026-text-cleaning.md).

type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
}

/** Free text in an input, by path, such as `scorecard.save.changes[].why`. */
function stringsIn({ properties = {}, items, anyOf = [], ...schema }: JsonSchema, path: string): string[] {
  const within = [
    ...Object.entries(properties).flatMap(([name, field]) => stringsIn(field, `${path}.${name}`)),
    ...(items ? stringsIn(items, `${path}[]`) : []),
    ...anyOf.flatMap((choice) => stringsIn(choice, path)),
  ]
  const isString = [schema.type].flat().includes('string')
  return isString && !schema.enum && !schema.pattern && schema.const === undefined ? [path, ...within] : within
}

/** Identifiers, secrets, and days, which aren't texts; addresses, which have only ASCII letters; and what the person saw before. */
const notText =
  /(Id|Ids\[\]|[pP]assword|\.(token|code|cursor|mark|idempotencyKey|endpoint|p256dh|auth|birthday|startsOn|startTime|endTime|term|person|email|seen))$|\.expected(\.|$)/

const textInputs = operations.flatMap((operation) => {
  const input: AnySchema | undefined = procedureOf(operation)['~orpc'].inputSchema
  if (!input) return []
  const schema = toJSONSchema(input as unknown as $ZodType, { io: 'input', unrepresentable: 'any' })
  return stringsIn(schema as JsonSchema, operation).filter((path) => !notText.test(path))
})

const club = await createTestClub('sqlite', { club: { storeImport } })
afterAll(() => club[Symbol.asyncDispose]())
const officer = await club.officer({ keep: true })
const ben = await club.member({ dayPasses: 1, keep: true, birthday: '2005-02-28' })
const dan = await club.member({ keep: true })
const past = await club.practice()
await club.clock.advance(3 * 3_600_000)
const coming = await club.practice({ startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' })
await officer.api.managePractices.setLimit({ practiceId: coming, expected: null, limit: 1 })
for (const each of [officer, ben, dan]) await each.api.practices.answer({ practiceId: coming, answer: 'archer' })
const oneLine = { file: storeFile([['#1', '1', 'buyer@example.com', 'Practice', 1]]) }
const { seen } = await officer.api.storeImport.preview(oneLine)
await officer.api.storeImport.apply({ ...oneLine, seen })
const lineId = (await officer.api.storeImport.get()).lines[0]?.id ?? ''

const profile = { birthday: '2005-02-28', bowType: 'Recurve', personalEquipment: 'No' } as const
const names = { nameFirst: 'Noor', nameLast: 'Haddad', pronouns: ['She/Her'] }
const car = { hasCar: false, carCapacity: null, rm01Completed: false }
const plan = { startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00' }

type Field = {
  /** Sends the text in this field and nothing else that is new. @returns what is stored then */
  store: (text: string) => Promise<unknown>
  most: number
  /** Whether something is needed; otherwise it is stored as empty. */
  needed?: boolean
  manyLines?: boolean
}

const reasonOf = (change: (reason: string) => Promise<unknown>, needed = false): Field => ({
  most: 200,
  needed,
  async store(reason) {
    await change(reason)
    const row = club.db.selectFrom('audit').select('reason').orderBy('at', 'desc').orderBy('id', 'desc')
    return (await row.executeTakeFirstOrThrow()).reason
  },
})

type Texts = 'nameFirst' | 'nameLast' | 'pronouns'
const inProfile = (of: Texts, text: string) => (of === 'pronouns' ? { pronouns: [text] } : { [of]: text })
const longest = { nameFirst: longestName, nameLast: longestName, pronouns: longestPronoun }

const saved = (of: Texts): Field => ({
  most: longest[of],
  needed: true,
  async store(text) {
    await ben.api.profile.save(inProfile(of, text))
    return of === 'pronouns' ? JSON.parse((await ben.row()).pronouns)[0] : (await ben.row())[of]
  },
})

const finished = (of: Texts): Field => ({
  most: longest[of],
  needed: true,
  async store(text) {
    const newcomer = await club.member({ hasLoggedIn: 0, nameFirst: '', nameLast: '', pronouns: '[]' })
    await newcomer.api.welcome.finish({ ...profile, ...car, ...names, ...inProfile(of, text) })
    return of === 'pronouns' ? JSON.parse((await newcomer.row()).pronouns)[0] : (await newcomer.row())[of]
  },
})

/** A draft may be longer than what finishing takes. */
const drafted = (of: Texts): Field => ({
  most: 200,
  async store(text) {
    const newcomer = await club.member({ hasLoggedIn: 0, nameFirst: '', nameLast: '', pronouns: '[]' })
    await newcomer.api.welcome.saveDraft(inProfile(of, text))
    const { draft } = await newcomer.api.welcome.get()
    return of === 'pronouns' ? draft.pronouns?.[0] : draft[of]
  },
})

const inPlan = {
  title: { most: longestTitle, needed: true },
  location: { most: 500 },
  description: { most: 4000, manyLines: true },
}
type PlanText = keyof typeof inPlan

const firstPlan = { title: 'Late one', location: '', description: '', ...plan }

async function practiceOn(day: string) {
  const { practices } = await officer.api.managePractices.get()
  const practiceId = practices.find(({ startsOn }) => startsOn === day)?.id
  return practiceId === undefined ? null : (await officer.api.practiceRecord.get({ practiceId })).practice
}

const createdWith = (of: PlanText): Field => ({
  ...inPlan[of],
  async store(text) {
    const startsOn = '2026-12-08'
    // Planning is limited to a number a day.
    await club.db.deleteFrom('rateLimit').execute()
    await officer.api.schedule.create({ ...firstPlan, startsOn, [of]: text, weeks: 1 })
    const made = await practiceOn(startsOn)
    await officer.api.managePractices.delete({ practiceId: made?.id ?? '' })
    return made?.[of]
  },
})

const changedTo = (of: PlanText): Field => ({
  ...inPlan[of],
  async store(text) {
    await club.db.deleteFrom('rateLimit').execute()
    if (!(await practiceOn(plan.startsOn))) await officer.api.schedule.create({ ...firstPlan, weeks: 1 })
    const before = await practiceOn(plan.startsOn)
    if (!before) throw new Error('the practice to change is missing')
    const { id: practiceId, title, location, description, startsAt, endsAt, cancelled } = before
    const expected = { title, location, description, startsAt, endsAt, cancelled }
    await officer.api.schedule.change({ practiceId, expected, ...firstPlan, [of]: text })
    return (await practiceOn(plan.startsOn))?.[of]
  },
})

const card = (name: string, changes: object[]) => ({
  cardId: randomUUID(),
  setup: { ...firstSetup, name },
  startedAt: '2026-11-24T22:00:00.000Z',
  seen: null,
  changes: changes as never[],
})

let times = 0
const fields: Record<string, Field> = {
  'welcome.saveDraft.nameFirst': drafted('nameFirst'),
  'welcome.saveDraft.nameLast': drafted('nameLast'),
  'welcome.saveDraft.pronouns[]': drafted('pronouns'),
  'welcome.finish.nameFirst': finished('nameFirst'),
  'welcome.finish.nameLast': finished('nameLast'),
  'welcome.finish.pronouns[]': finished('pronouns'),
  'profile.save.nameFirst': saved('nameFirst'),
  'profile.save.nameLast': saved('nameLast'),
  'profile.save.pronouns[]': saved('pronouns'),
  'scorecard.save.setup.name': {
    most: most.name,
    needed: true,
    async store(text) {
      const sent = card(text, [])
      await ben.api.scorecard.save(sent)
      return (await ben.api.scorecard.get({ cardId: sent.cardId })).setup.name
    },
  },
  'scorecard.save.changes[].why': {
    most: 120,
    async store(text) {
      const arrow = { value: 9, spot: null }
      const first = { id: randomUUID(), slot: 0, upon: null, arrow, why: '' }
      const second = { id: randomUUID(), slot: 0, upon: first.id, arrow: { ...arrow, value: 8 }, why: text }
      const sent = card('Round', [first, second])
      await ben.api.scorecard.save(sent)
      return (await ben.api.scorecard.get({ cardId: sent.cardId })).slots[0]?.why
    },
  },
  'members.setDayPasses.reason': reasonOf(async (reason) => {
    const { dayPasses: expected } = await ben.row()
    await officer.api.members.setDayPasses({ memberId: ben.id, expected, value: expected + 1, reason })
  }),
  'members.setPaidPractices.reason': reasonOf(async (reason) => {
    const { paidPractices: expected } = await ben.row()
    await officer.api.members.setPaidPractices({ memberId: ben.id, expected, value: expected + 1, reason })
  }),
  'bulkEdit.apply.reason': reasonOf(async (reason) => {
    const { dayPasses: expected } = await dan.row()
    const edit = { of: 'day-passes', by: 1 } as const
    await officer.api.bulkEdit.apply({ edit, seen: [{ memberId: dan.id, expected }], reason })
  }, true),
  'managePractices.orderWaiting.reason': reasonOf(async (reason) => {
    const { answers } = await officer.api.practiceRecord.get({ practiceId: coming })
    const memberIds = answers
      .filter(({ position }) => position !== null)
      .map(({ memberId }) => memberId)
      .toReversed()
    await officer.api.managePractices.orderWaiting({ practiceId: coming, memberIds, reason })
  }, true),
  'managePractices.setAttendance.reason': reasonOf(async (reason) => {
    const { attendees } = await officer.api.practiceRecord.get({ practiceId: past })
    const input = {
      practiceId: past,
      memberId: ben.id,
      attended: !attendees.some(({ memberId }) => memberId === ben.id),
      reason,
    }
    await officer.api.managePractices.setAttendance(input)
  }, true),
  'managePractices.addEmail.reason': reasonOf(async (reason) => {
    const email = `guest${times++}@purdue.edu`
    await officer.api.managePractices.addEmail({ practiceId: past, email, kind: 'attendance', reason })
  }),
  'rainOut.give.reason': reasonOf(async (reason) => {
    const ofPast = { practiceId: past }
    const { attendees } = await officer.api.practiceRecord.get(ofPast)
    if (!attendees.some(({ memberId }) => memberId === dan.id))
      await officer.api.managePractices.setAttendance({ ...ofPast, memberId: dan.id, attended: true, reason: 'There' })
    await officer.api.rainOut.takeBack(ofPast).catch(() => {})
    const { people } = await officer.api.rainOut.get(ofPast)
    await club.clock.advance(1000)
    const seen = people.map(({ memberId, dayPass }) => ({ memberId, dayPass }))
    await officer.api.rainOut.give({ ...ofPast, seen, reason })
  }),
  'storeImport.dismiss.reason': {
    most: 200,
    needed: true,
    async store(reason) {
      await officer.api.storeImport.reopen({ lineId }).catch(() => {})
      await officer.api.storeImport.dismiss({ lineId, reason })
      return (await club.db.selectFrom('storeLine').select('reason').executeTakeFirstOrThrow()).reason
    },
  },
  'schedule.create.title': createdWith('title'),
  'schedule.create.location': createdWith('location'),
  'schedule.create.description': createdWith('description'),
  'schedule.cancel.message': {
    most: longestMessage,
    manyLines: true,
    async store(message) {
      await club.db.deleteFrom('rateLimit').execute()
      const startsOn = '2026-12-09'
      await officer.api.schedule.create({ ...firstPlan, startsOn, weeks: 1 })
      const made = await practiceOn(startsOn)
      if (!made) throw new Error('the practice to cancel is missing')
      const { id: practiceId, title, location, description, startsAt, endsAt, cancelled } = made
      const expected = { title, location, description, startsAt, endsAt, cancelled }
      await officer.api.schedule.cancel({ practiceId, expected, cancelled: true, message })
      const { cancelMessage } = (await officer.api.practiceRecord.get({ practiceId })).practice
      await officer.api.managePractices.delete({ practiceId })
      return cancelMessage
    },
  },
  'schedule.change.title': changedTo('title'),
  'schedule.change.location': changedTo('location'),
  'schedule.change.description': changedTo('description'),
}

test('every text input of the contract is tried here', () => {
  expect(Object.keys(fields).toSorted()).toEqual(textInputs.toSorted())
  expect(hostileStrings).toHaveLength(40)
})

const refused = 'refused with words'

describe.each(Object.entries(fields))('%s', (_, { store, most, needed = false, manyLines = false }) => {
  test('takes what is harmless and keeps nothing invisible', async () => {
    const found: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    for (const { what, text, line, lines = line, refused: never } of hostileStrings) {
      const clean = manyLines ? lines : line
      wanted[what] = never || clean.length > most || (needed && clean === '') ? refused : clean
      found[what] = await store(text).catch(({ code, message }) =>
        /^(INVALID_FIELD|REFUSED|BAD_REQUEST)$/.test(code) && !/^(Input validation failed)?$/.test(message)
          ? refused
          : `${code}: ${message}`,
      )
      await club.clock.advance(1000)
      await club.enterPasswords()
    }
    expect(found).toEqual(wanted)
  })
})

test('nothing that can’t be seen is in any table then', async () => {
  const rows = Object.values(await allRows(club)).flat()
  expect(rows.length).toBeGreaterThan(500)
  const strings = rows.flatMap((row) => Object.entries(JSON.parse(row)))
  expect(strings.filter(([, value]) => typeof value === 'string' && neverStored.test(value))).toEqual([])
})
