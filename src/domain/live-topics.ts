/**
 * What open screens are notified about: only the name of what changed, never the data. `member:<id>` is one member's
 * own record including sessions, `cards:<id>` their scorecards, `members` the officers' list, and `club` the settings.
 */
export type Topic = 'practices' | 'live' | 'club' | 'members' | `member:${string}` | `cards:${string}`
export type TopicChange = { topic: Topic; version: number }

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
