/**
 * What open screens are notified about. `member:<id>` is one member's own record including sessions, `cards:<id>` their
 * scorecards, `members` the officers' list, and `club` the settings.
 */
export type Topic = 'practices' | 'live' | 'club' | 'members' | `member:${string}` | `cards:${string}`
export type TopicChange = { topic: Topic; version: number }

/** What members may see of each other in the live practice. */
type LiveAttendee = { memberId: string; name: string; pronouns: string[]; pictureUrl: string }

/** What they see of a member who has agreed to it, on a practice that this member is going to. */
type ShownAsGoing = { memberId: string; name: string; nameFirst: string; pictureUrl: string }

/**
 * How the home page has changed since the last change, so that screens need not ask for it again. Only what every member
 * may see (T25), and only if nothing else has changed.
 */
export type HomeChange = {
  /** Like that of the home page (contract/home.ts). */
  revision: number
  /** The live practice: who has come and gone, and how many are there now. */
  live?: { practiceId: string; count: number; added?: LiveAttendee[]; removed?: string[] }
  /** By practice: members with a spot, the seats that drivers offer, and, if that has changed, who shows that they're going. */
  rsvps?: Record<string, { archers: number; drivers: number; seats: number; cantCome: number; going?: ShownAsGoing[] }>
}

/**
 * The topics of a person's stream, mapped to the names that the browser uses: its own record is just `member`, its own
 * cards `cards`.
 */
export function topicsFor(person: { memberId: string; officer: boolean }): Map<Topic, string> {
  const topics = new Map<Topic, string>([
    ['practices', 'practices'],
    ['live', 'live'],
    ['club', 'club'],
    [`member:${person.memberId}`, 'member'],
    [`cards:${person.memberId}`, 'cards'],
  ])
  if (person.officer) topics.set('members', 'members')
  return topics
}
