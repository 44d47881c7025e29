import type { Topic, TopicChange } from '#domain/live-topics.ts'
import type { LiveHub } from '#server/context.ts'

export function createLiveHub(): LiveHub {
  const listeners = new Set<(change: TopicChange) => void>()
  const seen = new Map<Topic, number>()
  return {
    publish(changes) {
      for (const change of changes) {
        if (change.version <= (seen.get(change.topic) ?? 0)) continue
        seen.set(change.topic, change.version)
        for (const listener of listeners) listener(change)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
