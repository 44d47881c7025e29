import { alterData, type QuickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'

/** Takes the id, the title, the start, the end, and the local day. */
export const insertPastPractice = `
  insert into practice (id, event_id, source, ical_uid, original_start, title, location, description, organizer,
    starts_at, ends_at, all_day, starts_on, last_on, started_at, ended_at, ended_early, sample, created_at)
  values (?1, ?1, 'built-in', ?1, '', ?2, 'The Range', '', '', ?3, ?4, 0, ?5, ?5, ?3, ?4, 0, 0, ?3)`

/** The instant of a local time at the club. */
export function instantOf(day: Temporal.PlainDate, plainTime: string) {
  const { epochMilliseconds } = day.toZonedDateTime({ timeZone: 'America/Indiana/Indianapolis', plainTime })
  return new Date(epochMilliseconds).toISOString()
}

type AttendedPractice = {
  /** The local day, `YYYY-MM-DD`; the practice is from six to eight in the evening. */
  on: string
  title: string
  /** Who checked the member in: an officer's email address, or null for a pre-registration; by default the member. */
  by?: string | null
  reason?: string
}

/** Inserts a past practice that a member attended into the club's tables. */
export function attendedBefore(server: RunningServer, member: QuickMember, facts: AttendedPractice) {
  const { on, title, by = member.email, reason = '' } = facts
  const at = (plainTime: string) => instantOf(Temporal.PlainDate.from(on), plainTime)
  const id = `past ${on} ${title}`
  alterData(server, insertPastPractice, id, title, at('18:00'), at('20:00'), on)
  alterData(
    server,
    `insert into attendance (practice_id, member_id, checked_in_at, checked_in_by, reason)
     select ?, attendee.id, ?, (select id from user where email = ?), ? from user as attendee where attendee.email = ?`,
    ...[id, at('18:04'), by ?? '', reason, member.email],
  )
}

/** Inserts past practices without attendees, every third evening before yesterday. */
export function manyPractices(server: RunningServer, many: number) {
  alterData(
    server,
    `with recursive nth (n) as (select 1 union all select n + 1 from nth where n < ?)
     insert into practice (id, event_id, source, ical_uid, original_start, title, location, description, organizer,
       starts_at, ends_at, all_day, starts_on, last_on, attendance_limit, started_at, ended_at, ended_early, sample, created_at)
     select 'many ' || n, 'many ' || n, 'built-in', 'many ' || n, '', 'Evening number ' || n, 'The Range', 'Bring water.', '',
       strftime('%Y-%m-%dT23:00:00.000Z', 'now', '-' || (1 + n * 3) || ' days'),
       strftime('%Y-%m-%dT00:30:00.000Z', 'now', '-' || (n * 3) || ' days'), 0,
       date('now', '-' || (1 + n * 3) || ' days'), date('now', '-' || (1 + n * 3) || ' days'),
       case n % 4 when 0 then 12 + n % 7 end,
       strftime('%Y-%m-%dT23:00:00.000Z', 'now', '-' || (1 + n * 3) || ' days'),
       strftime('%Y-%m-%dT00:30:00.000Z', 'now', '-' || (n * 3) || ' days'), 0, 0,
       strftime('%Y-%m-%dT12:00:00.000Z', 'now', '-' || (30 + n * 3) || ' days') from nth`,
    many,
  )
}
