import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, copyOf, type EventMoment, planSync, type SyncPlan } from './calendar-sync.ts'
import type { EventCopy, StoredPractice } from './stored-practice.ts'

/**
 * Property-based tests with random practices and events. Few ids, UIDs, and times, so that they collide in every way.
 * They check what a plan must never do, and that syncing twice is idempotent.
 */
const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const runs = { seed: 20_261_121, numRuns: many ? 100_000 : 2_000 }
const timeZone = 'America/Indiana/Indianapolis'
const now = '2026-11-24T23:30:00.000Z'
const window = { from: '2026-11-23T05:00:00.000Z', to: '2027-02-23T05:00:00.000Z' }

const sources = ['google', 'ics', 'built-in'] as const
const uid = fc.constantFrom('u1', 'u2', 'u3')
const at = fc
  .constantFrom(
    '2026-11-22T23:00:00.000Z',
    '2026-11-24T22:00:00.000Z',
    '2026-11-24T23:00:00.000Z',
    now,
    '2026-11-25T01:00:00.000Z',
    '2026-12-01T23:00:00.000Z',
    '2027-05-04T22:00:00.000Z',
  )
  .map((text) => ({ at: text }))
const on = fc.constantFrom('2026-11-22', '2026-11-24', '2026-11-25', '2027-05-04').map((text) => ({ on: text }))
const moment: fc.Arbitrary<EventMoment> = fc.oneof({ arbitrary: at, weight: 4 }, { arbitrary: on, weight: 1 })

const event: fc.Arbitrary<CalendarEvent> = fc.record({
  id: fc.constantFrom('e1', 'e2', 'e3', 'e4'),
  iCalUid: uid,
  originalStart: fc.option(moment, { freq: 2 }),
  status: fc.constantFrom('confirmed', 'confirmed', 'cancelled'),
  summary: fc.constantFrom('Practice', 'Evening practice', 'Board meeting', ''),
  location: fc.constantFrom('', 'The Range'),
  description: fc.constantFrom('', 'Bring water.'),
  organizer: fc.constantFrom('', 'club@purdue.edu'),
  start: moment,
  end: fc.option(moment),
})

const notHeld = { cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false }
const untouched = { ...notHeld, deletedAt: null, answered: false }
const earlier = '2026-11-24T22:45:00.000Z'
const states = {
  scheduled: untouched,
  cancelled: { ...untouched, cancelledAt: earlier },
  live: { ...untouched, startedAt: earlier },
  'ended early': { ...untouched, startedAt: earlier, endedAt: '2026-11-24T23:15:00.000Z', endedEarly: true },
  ended: { ...untouched, startedAt: '2026-11-22T23:00:00.000Z', endedAt: '2026-11-23T01:00:00.000Z' },
  deleted: { ...untouched, deletedAt: earlier },
  'cancelled and deleted': { ...untouched, cancelledAt: earlier, deletedAt: earlier },
} satisfies Record<string, Partial<StoredPractice>>

const state = fc.constantFrom(...Object.values(states))
const practices: fc.Arbitrary<StoredPractice[]> = fc
  .uniqueArray(fc.tuple(event, fc.constantFrom('google', ...sources), state, fc.boolean()), {
    maxLength: 6,
    selector: ([{ id }, source]) => `${source} ${id}`,
  })
  .map((rows) =>
    rows.map(([of, source, what, answered], index) => ({
      ...copyOf(of, source, timeZone),
      ...what,
      id: `p${index}`,
      answered,
      sample: false,
    })),
  )

const facts = fc.record({
  stored: practices,
  answer: fc.array(event, { maxLength: 6 }).map((events) => ({ window, events })),
  unreadable: fc.uniqueArray(fc.constantFrom('e1', 'e2', 'u3')).map((ids) => new Set<string>(ids)),
  source: fc.constantFrom(...sources),
  filter: fc.record({
    titleFilter: fc.option(fc.constant('practice'), { nil: undefined }),
    personalEvents: fc.constant(false),
  }),
  timeZone: fc.constant(timeZone),
  now: fc.constant(now),
})

/** Applies a plan as the server does, canceling the missing practices that the source confirms are gone. */
function apply(stored: StoredPractice[], plan: SyncPlan, gone: (practice: StoredPractice) => boolean) {
  const changes = new Map(plan.changed.map(({ id, set }) => [id, set]))
  const cancelled = new Set(plan.missing.filter(gone).map(({ id }) => id))
  const before = stored.map((practice) => ({
    ...practice,
    ...changes.get(practice.id),
    ...(cancelled.has(practice.id) ? { cancelledAt: now } : {}),
  }))
  const fresh = plan.added.map((copy, index) => ({ ...copy, ...untouched, id: `new${index}`, sample: false }))
  return [...before, ...fresh]
}

/** How many practices go on as an event of another UID. */
const pairsOf = ({ stored }: { stored: StoredPractice[] }, plan: SyncPlan) =>
  plan.changed.filter(({ id, set }) => {
    const practice = stored.find((each) => each.id === id)
    return (
      set.eventId !== undefined && (set.icalUid !== practice?.icalUid || set.originalStart !== practice?.originalStart)
    )
  }).length

/** Whether no practice of this source goes on as another event. */
const leavesNoEvent = ({ stored, source }: { stored: StoredPractice[]; source: string }, plan: SyncPlan) =>
  plan.changed.every(({ id, set }) => set.eventId === undefined || stored.find((it) => it.id === id)?.source !== source)

const identity: (keyof EventCopy)[] = ['source', 'eventId', 'icalUid', 'originalStart']
const keysOf = (set: object) => Object.keys(set) as (keyof EventCopy)[]

describe('a plan for any stored practices and any response', { timeout }, () => {
  test('is empty the second time, but for what is missing and not known to be gone', () => {
    const property = fc.property(facts, fc.boolean(), (given, areGone) => {
      const first = planSync(given)
      // With one UID in two sources, an event that a practice has left could be that of the other source's practice.
      const leavesNone = pairsOf(given, first) === 0 && leavesNoEvent(given, first)
      fc.pre(leavesNone || given.stored.every(({ source }) => source === given.source))
      const after = apply(given.stored, first, () => areGone)
      const second = planSync({ ...given, stored: after })
      expect([second.added, second.changed]).toEqual([[], []])
      expect(second.missing.map(({ id }) => id)).toEqual(areGone ? [] : first.missing.map(({ id }) => id))
    })
    fc.assert(property, runs)
  })

  test('leaves the deleted alone, of the ended and of the live touches no copy, of the live only the end', () => {
    const property = fc.property(facts, (given) => {
      const plan = planSync(given)
      const byId = new Map(given.stored.map((practice) => [practice.id, practice]))
      for (const { id, set } of plan.changed) {
        const practice = byId.get(id)
        if (practice?.deletedAt != null) expect(keysOf(set).filter((key) => !identity.includes(key))).toEqual([])
        if (practice?.startedAt == null) continue
        const isLive = practice.endedAt === null && now < practice.endsAt
        const allowed = isLive ? [...identity, 'endsAt', 'lastOn'] : identity
        expect(keysOf(set).filter((key) => !allowed.includes(key))).toEqual([])
      }
      for (const practice of plan.missing)
        expect([practice.deletedAt, practice.startedAt, practice.cancelledAt]).toEqual([null, null, null])
    })
    fc.assert(property, runs)
  })

  test('never cancels what is over, and never misses what it saw, could not read or cannot reach', () => {
    const property = fc.property(facts, (given) => {
      const plan = planSync(given)
      const byId = new Map(given.stored.map((practice) => [practice.id, practice]))
      const over = (id: string) => (byId.get(id)?.endsAt ?? '') <= now
      expect(plan.changed.filter(({ id, set }) => set.cancelledAt && over(id))).toEqual([])
      const changed = new Set(plan.changed.map(({ id }) => id))
      const present = new Set(given.answer.events.map(({ id }) => id))
      for (const practice of plan.missing) {
        expect(over(practice.id) || changed.has(practice.id) || present.has(practice.eventId)).toBe(false)
        expect(practice.source).toBe(given.source)
        expect(given.unreadable.has(practice.eventId) || given.unreadable.has(practice.icalUid)).toBe(false)
        expect(practice.startsAt < window.to && practice.endsAt > window.from).toBe(true)
      }
    })
    fc.assert(property, runs)
  })

  test('has every confirmed event that the filter lets in as a practice afterwards, unless an officer deleted it', () => {
    const property = fc.property(facts, (given) => {
      const plan = planSync(given)
      const after = apply(given.stored, plan, () => false)
      const undecided = new Set(plan.undecided.flatMap(({ candidates }) => candidates.map(({ eventId }) => eventId)))
      const latest = new Map(given.answer.events.map((each) => [each.id, each]))
      for (const each of latest.values()) {
        if (
          undecided.has(each.id) ||
          each.status === 'cancelled' ||
          (given.filter.titleFilter && !/practice/i.test(each.summary))
        )
          continue
        const copy = copyOf(each, given.source, timeZone)
        const own = after.find(({ source, eventId }) => source === given.source && eventId === each.id)
        const same = (practice: StoredPractice) =>
          practice.icalUid === copy.icalUid && practice.originalStart === copy.originalStart
        if (!own) expect(after.some((practice) => practice.deletedAt !== null && same(practice))).toBe(true)
        else if (own.startedAt === null && own.deletedAt === null) {
          expect(own.cancelledAt).toBeNull()
          expect([own.title, own.startsAt, own.endsAt]).toEqual([copy.title, copy.startsAt, copy.endsAt])
        }
      }
    })
    fc.assert(property, runs)
  })
})
