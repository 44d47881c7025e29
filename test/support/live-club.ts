import { startFakeGoogleCalendar } from './fake-google-calendar.ts'
import { startServer } from './server.ts'

const calendarId = 'club@group.calendar.google.com'
const texts = {
  ...{ summary: 'Tuesday practice', location: 'Lafayette Range', description: 'Bring water.' },
  organizer: { email: 'officers@purdue.edu' },
}
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'

/**
 * A club whose Google calendar has a practice for each of these ids, with every field that an event can have; each
 * began ten minutes ago and can be started.
 * @param options.ahead more practices, one on each of the coming days: `ahead-1` and so on
 * @param options.env more settings of the server
 */
export async function startClubAtPractice(ids: string[], { ahead = 0, env = {} }: Options = {}) {
  const google = await startFakeGoogleCalendar({ calendarId, apiKey })
  // Ten minutes ago; the practice counts as today's even just after midnight.
  const startsAtMs = Date.now() - 600_000
  const after = (minutes: number) => ({ dateTime: new Date(startsAtMs + minutes * 60_000).toISOString() })
  for (const id of ids) google.events.put({ id, ...texts, start: after(0), end: after(120) })
  for (let day = 1; day <= ahead; day++) {
    const times = { start: after(day * 1440), end: after(day * 1440 + 120) }
    google.events.put({ id: `ahead-${day}`, summary: `Practice ${day}`, ...times })
  }
  const server = await startServer({
    env: { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_API_KEY: apiKey, GOOGLE_CALENDAR_URL: google.url, ...env },
  })
  async function dispose() {
    await server.dispose()
    await google.stop()
  }
  return { server, dispose, [Symbol.asyncDispose]: dispose }
}

type Options = { ahead?: number; env?: Record<string, string> }
