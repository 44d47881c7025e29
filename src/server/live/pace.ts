import { isOnePersons, type Topic, type TopicChange } from '#domain/topics.ts'
import type { LiveHub } from './hub.ts'

/** What follows the first change of a topic so soon is told together: in a rush people check in faster than anybody looks. */
const togetherMs = 250

/**
 * The hub as open streams hear it. A change is told at once; those of the same topic that follow within a quarter of a second, at its
 * end, and of these the newest alone, for a version says all that those before it did. What concerns one person is never held
 * back. In real time, like all that is about lines.
 */
export function createPace(hub: LiveHub): Pick<LiveHub, 'subscribe'> {
  const listeners = new Set<(change: TopicChange) => void>()
  const held = new Map<Topic, { newest: TopicChange | null }>()

  function tell(change: TopicChange) {
    for (const listener of listeners) listener(change)
  }

  function holdFrom({ topic }: TopicChange) {
    const those: { newest: TopicChange | null } = { newest: null }
    held.set(topic, those)
    setTimeout(() => {
      held.delete(topic)
      if (those.newest === null) return
      holdFrom(those.newest)
      tell(those.newest)
    }, togetherMs).unref()
  }

  hub.subscribe((change) => {
    if (isOnePersons(change.topic)) return tell(change)
    const those = held.get(change.topic)
    if (those) those.newest = change
    else {
      holdFrom(change)
      tell(change)
    }
  })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
