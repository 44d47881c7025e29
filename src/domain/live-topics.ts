/**
 * What open screens can be told about: the name of what changed, never the data (specification §7, D50). `member:<id>` is
 * one member's own record, sessions included, `cards:<id>` their scorecards; `members` is the officers' list, `club` the settings.
 */
export type Topic = 'practices' | 'live' | 'club' | 'members' | `member:${string}` | `cards:${string}`
export type TopicChange = { topic: Topic; version: number }

/** The topics of a stream under the names that the browser knows: its own record is just `member`, its own cards `cards`. */
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
