import { setTimeout as pause } from 'node:timers/promises'
import type { Topic, TopicChange } from '#domain/live-topics.ts'
import type { DescribedChange, HomeChanges, LiveHub } from '#server/context.ts'

/** A change of one of these may change what every member sees on the home page. */
const shownAtHome: Topic[] = ['live', 'practices']
/** The streams get what has changed at most this often: each change is written to every one of them. */
const toldEveryMs = 100
/**
 * Publish/subscribe within the process. Drops versions that it has already published, so that polling and NOTIFY can overlap.
 * @param homeChanges describes the changes for the streams; without it they get versions alone
 */
export function createLiveHub(homeChanges: HomeChanges | null = null): LiveHub {
  const listeners = new Set<(change: TopicChange) => void>()
  const followers = new Set<(change: DescribedChange) => void>()
  const seen = new Map<Topic, number>()
  let untold = new Map<Topic, TopicChange>()
  let isTelling = false
  let beginning: Promise<void> | null = null

  async function tell() {
    while (untold.size > 0) {
      const changes = untold
      untold = new Map()
      let home = (followers.size > 0 && (await homeChanges?.next().catch(() => null))) || null
      for (const change of changes.values()) {
        const described: DescribedChange = { ...change, home }
        for (const follower of followers) follower(described)
        // One of the events carries all of it.
        home &&= { revision: home.revision }
      }
      await pause(toldEveryMs)
    }
    isTelling = false
  }

  return {
    publish(changes) {
      for (const change of changes) {
        if (change.version <= (seen.get(change.topic) ?? 0)) continue
        seen.set(change.topic, change.version)
        for (const listener of listeners) listener(change)
        if (followers.size === 0) continue
        if (shownAtHome.includes(change.topic)) untold.set(change.topic, change)
        else for (const follower of followers) follower({ ...change, home: null })
      }
      if (untold.size === 0 || isTelling) return
      isTelling = true
      void tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async follow(listener) {
      followers.add(listener)
      // The first one waits for the state that the next change is compared with, and so do those that come in the meantime.
      if (followers.size === 1) beginning = homeChanges?.begin().catch(() => {}) ?? null
      await beginning
      return () => followers.delete(listener)
    },
  }
}
