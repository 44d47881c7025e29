import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { alterData, type QuickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'

const clubZone = 'America/Indiana/Indianapolis'

type PracticeTimes = { startsAtMs: number; minutes?: number; title?: string }

/** Moves a practice of the built-in calendar, in the calendar as well, so that the next reading doesn't move it back. */
export function movePractice(
  server: RunningServer,
  id: string,
  { startsAtMs, minutes = 120, title = 'Practice' }: PracticeTimes,
) {
  const endsAtMs = startsAtMs + minutes * 60_000
  const [startsAt, endsAt] = [startsAtMs, endsAtMs].map((ms) => new Date(ms).toISOString())
  const [startsOn, lastOn] = [startsAtMs, endsAtMs - 1].map(dayOf)
  for (const [table, column] of [
    ['calendar_event', 'id'],
    ['practice', 'event_id'],
  ])
    alterData(
      server,
      `update ${table} set starts_at = ?, ends_at = ?, title = ? where ${column} = ?`,
      ...[startsAt, endsAt, title, id].map(String),
    )
  alterData(
    server,
    'update practice set starts_on = ?, last_on = ? where event_id = ?',
    ...[startsOn, lastOn, id].map(String),
  )
}

/** When this practice ended as the server has recorded it, as epoch milliseconds; null if it hasn't ended. */
export function endOf(server: RunningServer, id: string): number | null {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'), { readOnly: true })
  const row = database.prepare('select ended_at from practice where event_id = ?').get(id)
  database.close()
  return row?.ended_at ? Date.parse(String(row.ended_at)) : null
}

/** The ids of a new club's sample practices, ordered by time: one within minutes, then one a week. */
export async function samplePractices(member: QuickMember): Promise<string[]> {
  const { upcoming } = (await member.call('home.get')) as { upcoming: { id: string }[] }
  return upcoming.map(({ id }) => id)
}

/** Starts a new club's first sample practice. @returns its id */
export async function startSamplePractice(officer: QuickMember, { checkInMode }: { checkInMode?: string } = {}) {
  const [practiceId = ''] = await samplePractices(officer)
  await officer.call('practices.start', { practiceId, checkInMode })
  return practiceId
}

/** The UTC instant of a local time at the club, this many days from now. */
export function clubTime(daysAhead: number, time: string) {
  const day = Temporal.Now.plainDateISO(clubZone).add({ days: daysAhead })
  return day.toZonedDateTime({ timeZone: clubZone, plainTime: time }).epochMilliseconds
}

function dayOf(ms: number) {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(clubZone).toPlainDate().toString()
}
