import type { Topic, TopicChange } from '#domain/live-topics.ts'

/** Hands changes to whoever listens in this process; each version of a topic once, older ones never. */
export type LiveHub = {
  publish: (changes: TopicChange[]) => void
  subscribe: (listener: (change: TopicChange) => void) => () => void
}

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
