import { alterData, type QuickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'

type Facts = {
  /** The local day, `YYYY-MM-DD`; from six to eight in the evening. */
  on: string
  title: string
  /** Who checked them in: an officer's e-mail address, or null for a list; without it, themself. */
  by?: string | null
  reason?: string
}

/** A practice of the past that a member attended, as the club's tables hold it. */
export function attendedBefore(server: RunningServer, member: QuickMember, facts: Facts) {
  const { on, title, by = member.email, reason = '' } = facts
  const at = (time: string) =>
    new Date(
      Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: 'America/Indiana/Indianapolis', plainTime: time })
        .epochMilliseconds,
    ).toISOString()
  const id = `past ${on} ${title}`
  alterData(
    server,
    `insert into practice (id, event_id, source, ical_uid, original_start, title, location, description, organizer,
       starts_at, ends_at, all_day, starts_on, last_on, started_at, ended_at, ended_early, sample, created_at)
     values (?, ?, 'built-in', ?, '', ?, 'The Range', '', '', ?, ?, 0, ?, ?, ?, ?, 0, 0, ?)`,
    ...[id, id, id, title, at('18:00'), at('20:00'), on, on, at('18:00'), at('20:00'), at('12:00')],
  )
  alterData(
    server,
    `insert into attendance (practice_id, member_id, checked_in_at, checked_in_by, reason)
     select ?, attendee.id, ?, (select id from user where email = ?), ? from user as attendee where attendee.email = ?`,
    ...[id, at('18:04'), by ?? '', reason, member.email],
  )
}
