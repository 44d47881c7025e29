/**
 * What changes on the server shows here by itself. One stream tells the names of what changed, with versions, never the
 * data; the queries that show a topic (`meta.topics`) are then fetched again through their normal permissions. Where the
 * stream cannot be had, the same queries are fetched every 15 seconds.
 */
import { useSyncExternalStore } from 'react'
import { type LiveLine, openLine } from './live-line.ts'
import type { Word } from './live-stream.ts'
import { queryClient } from './query-client.ts'
import { recheckSession } from './session/session.ts'
import { isSessionSaved } from './session/session-answer.ts'

type LiveState = 'off' | 'connected' | 'reconnecting' | 'polling'

type Hooks = { onBye: () => void; onBuild: (entry: string) => void; onConnected: () => void }

const pollEveryMs = 15_000
/** So long without a stream, and polling begins. */
const pollAfterMs = 5_000
/** The server says every 15 seconds that it is still there; so long without a word, and the line is dead. */
const silentForMs = 40_000
const listenEveryMs = 5000
/** A hidden window follows on for a while, for quick looks elsewhere; then it lets go of the stream. */
const closeHiddenAfterMs = 30_000
/** At most once a second for each topic; a later one waits a little longer, so that a hall of phones does not ask at once. */
const quietMs = 1000
const jitterMs = 400

let state: LiveState = 'off'
const listeners = new Set<() => void>()

function setState(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

/** Whether changes may come late: the stream was cut off, or can't be had. Not while it first begins. */
export function useStreamLost() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
  return now === 'reconnecting' || now === 'polling'
}

/** Follows the changes for the person who is signed in; the returned function ends it. */
export function openLive(userId: string, { onBye, onBuild, onConnected }: Hooks) {
  const seen = new Map<string, number>()
  const refresh = createRefresher()
  let line: LiveLine | null = null
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0

  function hear(word: Word) {
    heardAt = Date.now()
    if (word.kind === 'versions') {
      stopPolling()
      setState('connected')
      onConnected()
      // A server that has started anew may count from lower: on connecting, any other version is news.
      for (const [topic, version] of word.versions) if (seen.get(topic) !== version) note(topic, version)
    } else if (word.kind === 'change') {
      if (word.version > (seen.get(word.topic) ?? -1)) note(word.topic, word.version)
    } else if (word.kind === 'build') {
      onBuild(word.entry)
    } else if (word.kind !== 'beat') {
      setState(state === 'polling' ? 'polling' : 'reconnecting')
      schedulePolling(pollAfterMs)
      if (word.kind === 'bye') onBye()
    }
  }

  function note(topic: string, version: number) {
    // Who is signed in was asked a moment ago; whatever else was read before the stream began is read again.
    const first = !seen.has(topic)
    seen.set(topic, version)
    refresh(topic, { session: !first || isSessionSaved() })
  }

  /** Does nothing while polling is on its way already: every failed attempt asks for it. */
  function schedulePolling(inMs: number) {
    if (pollTimer !== undefined) return
    pollTimer = setTimeout(() => {
      pollTimer = undefined
      setState('polling')
      for (const topic of shownTopics()) refresh(topic)
      schedulePolling(pollEveryMs)
    }, inMs)
  }

  function stopPolling() {
    clearTimeout(pollTimer)
    pollTimer = undefined
  }

  function resume() {
    heardAt = Date.now()
    schedulePolling(pollAfterMs)
    if (line === null) line = openLine(userId, hear)
    else line.hurry()
  }

  function pause() {
    stopPolling()
    line?.close()
    line = null
    setState('off')
  }

  function renew() {
    heardAt = Date.now()
    line?.renew()
  }

  function followVisibility() {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(pause, closeHiddenAfterMs)
    else if (state !== 'connected') resume()
  }

  function reconnectNow() {
    if (document.visibilityState !== 'visible') return
    renew()
    line?.hurry()
  }

  /** Where nothing cuts a dead line off, as between a phone and a mast that is gone; nor an attempt that nobody answers. */
  function listen() {
    if (Date.now() - heardAt > silentForMs) renew()
  }

  function noteOffline() {
    if (state !== 'connected') return
    setState('reconnecting')
    schedulePolling(pollAfterMs)
  }

  const listening = setInterval(listen, listenEveryMs)
  document.addEventListener('visibilitychange', followVisibility)
  window.addEventListener('online', reconnectNow)
  window.addEventListener('offline', noteOffline)
  followVisibility()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    window.removeEventListener('online', reconnectNow)
    window.removeEventListener('offline', noteOffline)
    clearInterval(listening)
    clearTimeout(hiddenTimer)
    pause()
  }
}

/** A changed role or name shows on open screens by itself. */
const sessionTopic = 'member'

/** For each query, the first change shows at once; what follows within a second is one refetch at its end. */
function createRefresher() {
  const lastAt = new Map<string, number>()
  const waiting = new Set<string>()
  function soon(name: string, refetch: () => unknown) {
    if (waiting.has(name)) return
    waiting.add(name)
    const since = Date.now() - (lastAt.get(name) ?? 0)
    const wait = since >= 0 && since < quietMs ? quietMs - since + Math.random() * jitterMs : 0
    setTimeout(() => {
      waiting.delete(name)
      lastAt.set(name, Date.now())
      refetch()
    }, wait)
  }
  return function refresh(topic: string, { session = true } = {}) {
    if (session && topic === sessionTopic) soon('session', () => recheckSession().catch(() => {}))
    for (const { queryHash, queryKey, meta } of queryClient.getQueryCache().getAll())
      if (meta?.topics?.includes(topic)) soon(queryHash, () => queryClient.invalidateQueries({ queryKey, exact: true }))
  }
}

function shownTopics() {
  const topics = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap((query) => query.meta?.topics ?? [])
  return new Set([sessionTopic, ...topics])
}
