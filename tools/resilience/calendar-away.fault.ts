// Shows: T52, ASVS 16.5.2

import { setTimeout as pause } from 'node:timers/promises'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { type NetworkFault, startFaultProxy } from '#test/support/fault-proxy.ts'
import { type Fault, outcomeOf } from './fault.ts'

const calendarId = 'club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'
const minute = 60_000
/** How long each fault lasts by the club's clock; the server polls at least once a minute. */
const minutesAFault = 5
const aMomentMs = 200

const faults: NetworkFault[] = [
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'cut', afterBytes: 0 },
  { kind: 'cut', afterBytes: 60, from: 'server' },
  { kind: 'cut', afterBytes: 1_500, from: 'server' },
  { kind: 'slow', bytesPerSecond: 40 },
  { kind: 'lose-reply' },
]

export const fault: Fault = {
  name: 'calendar-away',
  promise:
    'A calendar that is away, hangs, breaks off or crawls changes nothing: no practice goes, the live one goes on (T52).',
  // One engine is enough: the calendar is external, and its events are stored alike on both.
  engines: [engines[0]],
  async run(context) {
    await using google = await startFakeGoogleCalendar({ calendarId, apiKey })
    await using proxy = await startFaultProxy(Number(new URL(google.origin).port))
    const through = google.url.replace(new URL(google.origin).port, String(proxy.port))
    const env = { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_API_KEY: apiKey, GOOGLE_CALENDAR_URL: through }
    const evening = (day: number, hour: number) => ({ dateTime: `2026-11-${day}T${hour}:00:00-05:00` })
    for (const day of [24, 25, 26, 27, 28])
      google.events.put({ id: `on${day}`, summary: `Practice ${day}`, start: evening(day, 18), end: evening(day, 20) })
    await using club = await createTestClub('sqlite', { env })
    await club.calendar.readNow()
    const kai = await club.member({ role: 'Officer', pass: 'Carpool Range Pass', keep: true })
    await kai.api.practices.start({ practiceId: 'on24' })
    await kai.api.practices.checkIn({ practiceId: 'on24' })
    const before = await shown(kai)
    const wrong: string[] = []
    let asked = 0
    for (const network of faults) {
      await proxy.set(network)
      // Change an event, so that the response is a full one and not "unchanged".
      google.events.change('on28', { description: `Changed before ${JSON.stringify(network)}` })
      const requests = google.requests.length
      for (let passed = 0; passed < minutesAFault; passed++) {
        await club.clock.advance(minute)
        // A request that times out by the club's clock takes a moment of real time to be recorded as failed.
        await pause(aMomentMs)
      }
      asked += google.requests.length - requests
      const during = await shown(kai)
      if (during.practices !== before.practices) wrong.push(`${network.kind}: practices became ${during.practices}`)
      if (during.live !== before.live) wrong.push(`${network.kind}: the live practice became ${during.live}`)
      if (!during.stale) wrong.push(`${network.kind}: the page does not say that the calendar is stale`)
      await proxy.set({ kind: 'pass' })
      await club.clock.advance(2 * minute)
      await pause(aMomentMs)
      const after = await shown(kai)
      if (after.stale) wrong.push(`${network.kind}: still stale two minutes after it was over`)
      if (after.practices !== before.practices)
        wrong.push(`${network.kind}: afterwards practices are ${after.practices}`)
      context.say(`${JSON.stringify(network)}: ${during.practices}, stale ${during.stale}, then ${after.stale}`)
    }
    // The control: if the calendar itself reports that nothing is left, the same check notices.
    for (const day of [25, 26, 27, 28]) google.events.cancel(`on${day}`)
    await club.clock.advance(2 * minute)
    const emptied = await shown(kai)
    if (emptied.practices === before.practices) wrong.push('the control did not notice that the calendar is empty')
    return outcomeOf(wrong, {
      faults: faults.length,
      'minutes of each': minutesAFault,
      'requests that arrived meanwhile': asked,
      'practices shown, throughout': before.practices,
      'with an empty calendar (control)': emptied.practices,
    })
  },
}

async function shown(kai: Awaited<ReturnType<TestClub['member']>>) {
  const { upcoming, live, calendar } = await kai.api.home.get()
  return {
    practices: upcoming.map(({ id }) => id).join(' ') || 'none',
    live: live ? `${live.practice.id} with ${live.attendees.length}` : 'none',
    stale: calendar.stale,
  }
}
