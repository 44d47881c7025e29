import { describe, expect, test } from 'vitest'
import { createTestClub, type EngineName, engines } from '#test/support/club.ts'
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
const series = (...more: string[]) => weekly(0, 'series', ...more)

/** A club whose calendar is an ICS feed, over HTTP; an archer and a driver have RSVPs for every practice. */
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
  const driver = await club.member({ hasCar: 1, carCapacity: 3, rm01Completed: 1 })
  const practices = () => club.db.selectFrom('practice').selectAll().orderBy('startsAt').execute()
  for (const { id } of await practices()) {
    await officer.api.practices.answer({ practiceId: id, answer: 'archer' })
    await driver.api.practices.answer({ practiceId: id, answer: 'driver' })
  }
  return {
    club,
    feed,
    officer,
    driver,
    read,
    practices,
    /** By practice that is on: how many have RSVPs for it. */
    answered: async () => (await officer.api.home.get()).upcoming.map(({ archers, drivers }) => archers + drivers),
    mails: async () =>
      (await club.db.selectFrom('mailOutbox').selectAll().where('kind', '!=', 'verify').execute()).map(
        ({ kind }) => kind,
      ),
    report: () => officer.api.outsideCalendar.get(),
    async [Symbol.asyncDispose]() {
      await club[Symbol.asyncDispose]()
      await feed.stop()
    },
  }
}

describe.each(engines)('events that the calendar makes anew (%s)', (engine) => {
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

  test('tell people only of what changed for them when a part of a series is moved', async () => {
    await using at = await startIcsClub(engine, icsCalendar(series('RRULE:FREQ=WEEKLY;COUNT=8')))
    await at.read(
      icsCalendar(
        series('RRULE:FREQ=WEEKLY;COUNT=7'),
        weekly(7, 'moved', `DTSTART;${zone}:20270119T190000`, `DTEND;${zone}:20270119T210000`),
      ),
    )
    const after = await at.practices()
    expect(after).toHaveLength(8)
    expect(after[7]).toMatchObject({ startsAt: '2027-01-20T00:00:00.000Z', cancelledAt: null, icalUid: 'moved' })
    expect(new Set(await at.mails())).toEqual(new Set(['changed']))
  })

  test('leave no rows and change no screen when the feed has new ids in each response', async () => {
    await using at = await startIcsClub(engine, single('first'))
    const before = await at.practices()
    const announced = at.club.announced.length
    for (let reading = 0; reading < 4; reading++) await at.read(single(`reading-${reading}`))
    const after = await at.practices()
    expect(after.map(({ id, cancelledAt }) => [id, cancelledAt])).toEqual(before.map(({ id }) => [id, null]))
    expect(at.club.announced).toHaveLength(announced)
    expect(await at.report()).toMatchObject({ changesIds: true, undecided: [], held: null })
    expect(await at.mails()).toEqual([])
  })

  test('are left to officers where two could be the practice; its RSVPs stay until then and afterward', async () => {
    const text = single('old')
    await using at = await startIcsClub(engine, text)
    const [first] = await at.practices()
    const id = first?.id ?? ''
    const twins = [weekly(0, 'a'), weekly(0, 'b')]
    await at.read(icsCalendar(...twins, ...weeks.slice(1).map((week) => weekly(week, `old-${week}`))))
    expect(await at.practices()).toHaveLength(8)
    const { undecided } = await at.report()
    expect(undecided).toMatchObject([
      { practiceId: id, archers: 1, drivers: 1, candidates: [{ eventId: 'a' }, { eventId: 'b' }] },
    ])
    await expect(at.driver.api.outsideCalendar.decide({ practiceId: id, eventId: 'b' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await at.officer.api.outsideCalendar.decide({ practiceId: id, eventId: 'b' })
    await expect(at.officer.api.outsideCalendar.decide({ practiceId: id, eventId: 'b' })).rejects.toMatchObject({
      data: { reason: 'decided' },
    })
    await at.read(`${at.feed.text} `)
    const after = await at.practices()
    expect(after.filter(({ cancelledAt }) => cancelledAt !== null)).toEqual([])
    expect(
      after
        .filter(({ icalUid }) => icalUid === 'a' || icalUid === 'b')
        .map(({ id: each }) => each)
        .toSorted(),
    ).toEqual(['a', id].toSorted())
    expect((await at.report()).undecided).toEqual([])
    expect(await at.mails()).toEqual([])
  })

  test('are canceled with mail where an officer says that none is the practice', async () => {
    await using at = await startIcsClub(engine, single('old'))
    const [first] = await at.practices()
    const id = first?.id ?? ''
    await at.read(
      icsCalendar(weekly(0, 'a'), weekly(0, 'b'), ...weeks.slice(1).map((week) => weekly(week, `old-${week}`))),
    )
    await at.officer.api.outsideCalendar.decide({ practiceId: id, eventId: null })
    expect((await at.practices()).find((practice) => practice.id === id)?.cancelledAt).not.toBeNull()
    expect(new Set(await at.mails())).toEqual(new Set(['changed']))
  })
})

describe.each(engines)('a calendar that is empty for a while (%s)', (engine) => {
  const rest = icsCalendar(...weeks.slice(1).map((week) => weekly(week, `old-${week}`)))

  test('cancels nothing when it comes back in time', async () => {
    await using at = await startIcsClub(engine, single('old'))
    for (let minutes = 0; minutes < holdMinutes; minutes++) await at.read(icsCalendar())
    const { held } = await at.report()
    expect(held?.practices).toBe(8)
    expect(Date.parse(held?.until ?? '') - Date.parse(held?.since ?? '')).toBe(holdMinutes * minute)
    await at.read(single('old'))
    expect((await at.practices()).filter(({ cancelledAt }) => cancelledAt !== null)).toEqual([])
    expect((await at.report()).held).toBeNull()
    expect(await at.mails()).toEqual([])
  })

  test('cancels everything when that lasts, or when an officer says so', async () => {
    for (const isDecided of [false, true]) {
      await using at = await startIcsClub(engine, single('old'))
      await at.read(icsCalendar())
      const { held } = await at.report()
      if (isDecided) await at.officer.api.outsideCalendar.cancelHeld({ since: held?.since ?? '' })
      else for (let minutes = 1; minutes < holdMinutes; minutes++) await at.read()
      expect((await at.practices()).filter(({ cancelledAt }) => cancelledAt !== null)).toHaveLength(0)
      await at.read()
      expect((await at.practices()).filter(({ cancelledAt }) => cancelledAt !== null)).toHaveLength(8)
      expect((await at.report()).held).toBeNull()
    }
  })

  test('is not one with a single practice less, which is canceled right away', async () => {
    await using at = await startIcsClub(engine, single('old'))
    await at.read(rest)
    expect((await at.practices()).filter(({ cancelledAt }) => cancelledAt !== null)).toHaveLength(1)
  })
})
