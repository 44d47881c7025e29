import { describe, expect, test } from 'vitest'
import { createTestClub, type EngineName, outcomeOf, usualEngines } from '#test/support/club.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { icsCalendar, icsEvent } from '#test/support/ics.ts'

const zone = 'TZID=America/Indiana/Indianapolis'
const minute = 60_000
const holdMinutes = 4

/** One of eight weekly practices from December 1, at six in the evening. */
function weekly(week: number, uid: string, ...more: string[]) {
  const day = new Date(Date.UTC(2026, 11, 1 + 7 * week)).toISOString().slice(0, 10).replaceAll('-', '')
  const has = (name: string) => more.some((line) => line.startsWith(name))
  return icsEvent(
    `UID:${uid}`,
    ...(has('DTSTART') ? [] : [`DTSTART;${zone}:${day}T180000`, `DTEND;${zone}:${day}T200000`]),
    'LOCATION:The Range',
    ...more,
  )
}
const weeks = [0, 1, 2, 3, 4, 5, 6, 7]
const single = (prefix: string, ...more: string[]) =>
  icsCalendar(...weeks.map((week) => weekly(week, `${prefix}-${week}`, ...more)))
const later = weeks.slice(1).map((week) => weekly(week, `old-${week}`))
const series = (...more: string[]) => weekly(0, 'series', ...more)
/** The first practice has two events in place of its own. */
const twoNew = icsCalendar(weekly(0, 'a'), weekly(0, 'b'), ...later)

/** A club whose calendar is an ICS feed, over HTTP; an officer has an RSVP for every practice. */
async function startIcsClub(engine: EngineName, text: string) {
  const feed = await startFakeIcsFeed(text)
  const club = await createTestClub(engine, {
    env: { CALENDAR_ICS_URL: feed.url },
    club: { practices: { holdMinutes } },
  })
  const read = async (next = feed.text) => {
    feed.text = next
    // Long enough for the next reading, which `readNow` joins or repeats.
    await club.clock.advance(minute)
    await club.calendar.readNow()
  }
  await club.calendar.readNow()
  await club.calendar.readNow()
  const officer = await club.officer({ pass: 'Carpool Range Pass' })
  const practices = () => club.db.selectFrom('practice').selectAll().orderBy('startsAt').execute()
  for (const { id } of await practices()) await officer.api.practices.answer({ practiceId: id, answer: 'archer' })
  return {
    club,
    feed,
    officer,
    read,
    practices,
    firstId: async () => (await practices())[0]?.id ?? '',
    /** How many practices are canceled. */
    cancelled: async () => (await practices()).filter(({ cancelledAt }) => cancelledAt !== null).length,
    decide: (practiceId: string, event: string | null) => officer.api.outsideCalendar.decide({ practiceId, event }),
    /** The key of an event that one of the undecided practices could be. */
    candidate: async (practice: number, event: number) =>
      (await officer.api.outsideCalendar.get()).undecided[practice]?.candidates[event]?.key ?? '',
    mails: async () => {
      const rows = await club.db.selectFrom('mailOutbox').select('kind').where('kind', '!=', 'verify').execute()
      return [...new Set(rows.map(({ kind }) => kind))]
    },
    report: () => officer.api.outsideCalendar.get(),
    async [Symbol.asyncDispose]() {
      await club[Symbol.asyncDispose]()
      await feed.stop()
    },
  }
}

describe.each(usualEngines)('events that the calendar replaces (%s)', (engine) => {
  test('keep their RSVPs and send nothing when a series is split', async () => {
    await using at = await startIcsClub(engine, icsCalendar(series('RRULE:FREQ=WEEKLY;COUNT=8')))
    const before = await at.practices()
    expect(before).toHaveLength(8)
    await at.read(
      icsCalendar(
        series('RRULE:FREQ=WEEKLY;UNTIL=20261222T045959Z'),
        weekly(3, 'series-after', 'RRULE:FREQ=WEEKLY;COUNT=5'),
      ),
    )
    const after = await at.practices()
    expect(after.map(({ id, cancelledAt }) => [id, cancelledAt])).toEqual(before.map(({ id }) => [id, null]))
    expect(new Set(after.slice(3).map(({ icalUid }) => icalUid))).toEqual(new Set(['series-after']))
    expect(await at.mails()).toEqual([])
  })

  test('leave no rows and change no screen when the feed has new ids in each response', async () => {
    await using at = await startIcsClub(engine, single('first'))
    const before = await at.practices()
    const announced = at.club.announced.length
    for (let reading = 0; reading < 4; reading++) await at.read(single(`reading-${reading}`))
    const after = await at.practices()
    expect(after.map(({ id, cancelledAt }) => [id, cancelledAt])).toEqual(before.map(({ id }) => [id, null]))
    // Once, to say that the calendar changes its ids.
    expect(at.club.announced.length).toBeLessThanOrEqual(announced + 1)
    expect(await at.report()).toMatchObject({ changesIds: true, undecided: [], held: null })
    expect(await at.mails()).toEqual([])
  })

  test('belong to one practice at most, and can be chosen even if their ids have changed since', async () => {
    const alike = (prefix: string, names: string[]) =>
      icsCalendar(...names.map((name) => weekly(0, `${prefix}-${name}`)), ...later)
    await using at = await startIcsClub(engine, alike('old', ['a', 'b']))
    const [p = '', q = ''] = (await at.practices()).map(({ id }) => id)
    await at.read(alike('new', ['a', 'b', 'c']))
    expect((await at.report()).undecided.map(({ practiceId }) => practiceId)).toEqual([p, q])
    const event = await at.candidate(0, 0)
    const announced = at.club.announced.length
    await at.read(alike('newer', ['a', 'b', 'c']))
    expect(at.club.announced).toHaveLength(announced)
    await at.decide(p, event)
    expect(await outcomeOf(at.decide(q, event))).toBe('decided')
    const rows = await at.practices()
    expect(rows.find(({ id }) => id === p)?.eventId).toBe('newer-a')
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(rows.length)
    await at.decide(q, await at.candidate(0, 0))
    for (const prefix of ['newest', 'again']) await at.read(alike(prefix, ['a', 'b', 'c']))
    expect((await at.report()).undecided).toEqual([])
    expect(await at.practices()).toHaveLength(10)
    expect(await at.cancelled()).toBe(0)
    expect(await at.mails()).toEqual([])
  })

  test('leave the practice canceled, with emails, if an officer says that none is the practice', async () => {
    await using at = await startIcsClub(engine, single('old'))
    const id = await at.firstId()
    await at.read(twoNew)
    await at.decide(id, null)
    await at.read()
    await at.read(icsCalendar(weekly(0, 'a'), ...later))
    const after = await at.practices()
    expect(after.find((practice) => practice.id === id)?.cancelledAt).not.toBeNull()
    expect(after.filter(({ eventId }) => eventId === 'a' || eventId === 'b')).toHaveLength(2)
    expect(await at.mails()).toEqual(['changed'])
  })
})

describe.each(usualEngines)('a calendar that is empty for a while (%s)', (engine) => {
  test('cancels nothing early when only a part of it comes back, or when it could not be read in between', async () => {
    await using at = await startIcsClub(engine, single('old'))
    await at.read(icsCalendar())
    await at.read(icsCalendar(...later.slice(0, 5)))
    expect(await at.cancelled()).toBe(0)
    expect((await at.report()).held?.practices).toBe(3)
    at.feed.fault({ kind: 'answer', status: 502 })
    await at.club.clock.advance(15 * minute)
    at.feed.fault(null)
    await at.read()
    expect(await at.cancelled()).toBe(0)
    for (let minutes = 0; minutes < holdMinutes; minutes++) await at.read()
    expect(await at.cancelled()).toBe(3)
    expect((await at.report()).held).toBeNull()
  })

  test('cancels everything at the next reading when an officer says so', async () => {
    await using at = await startIcsClub(engine, single('old'))
    await at.read(icsCalendar())
    const { held } = await at.report()
    await at.officer.api.outsideCalendar.cancelHeld({ since: held?.since ?? '' })
    expect((await at.report()).held?.until).toBe('1970-01-01T00:00:00.000Z')
    expect(await at.cancelled()).toBe(0)
    await at.read()
    expect(await at.cancelled()).toBe(8)
    expect((await at.report()).held).toBeNull()
  })
})
