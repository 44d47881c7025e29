/**
 * What changes on the server shows here by itself. One stream tells the names of what changed, with versions, never the
 * data; the queries that show a topic (`meta.topics`) are then fetched again through their normal permissions. Where the
 * stream cannot be had, the same queries are fetched every 15 seconds.
 */
import { useSyncExternalStore } from 'react'
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
/** A hidden tab keeps its stream for a while, for quick looks elsewhere; then it gives the connection back. */
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

/** Opens the stream for the person who is signed in; the returned function ends it. */
export function openLive({ onBye, onBuild, onConnected }: Hooks) {
  const seen = new Map<string, number>()
  const refresh = createRefresher()
  let source: EventSource | null = null
  let failures = 0
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0

  function connect() {
    clearTimeout(reconnectTimer)
    source?.close()
    if (state === 'connected') setState('reconnecting')
    schedulePolling(pollAfterMs)
    const stream = new EventSource('/live')
    source = stream
    heardAt = Date.now()
    const hear = () => {
      heardAt = Date.now()
    }
    for (const event of ['versions', 'change', 'beat']) stream.addEventListener(event, hear)
    stream.addEventListener('versions', (event) => {
      failures = 0
      stopPolling()
      setState('connected')
      onConnected()
      // A server that has started anew may count from lower: on connecting, any other version is news.
      for (const [topic, version] of versionsOf(event.data)) if (seen.get(topic) !== version) note(topic, version)
    })
    stream.addEventListener('change', (event) => {
      const change = changeOf(event.data)
      if (change && change.version > (seen.get(change.topic) ?? -1)) note(change.topic, change.version)
    })
    stream.addEventListener('build', (event) => {
      const { entry } = parse(event.data)
      if (typeof entry === 'string') onBuild(entry)
    })
    stream.addEventListener('bye', () => {
      stream.close()
      setState('reconnecting')
      reconnectLater()
      onBye()
    })
    stream.addEventListener('error', () => {
      setState(state === 'polling' ? 'polling' : 'reconnecting')
      schedulePolling(pollAfterMs)
      // After an answer that is not a stream the browser gives up; a cut it mends by itself.
      if (stream.readyState === EventSource.CLOSED) {
        reconnectLater()
        onBye()
      }
    })
  }

  function note(topic: string, version: number) {
    // Who is signed in was asked a moment ago; whatever else was read before the stream began is read again.
    const first = !seen.has(topic)
    seen.set(topic, version)
    refresh(topic, { session: !first || isSessionSaved() })
  }

  function reconnectLater() {
    clearTimeout(reconnectTimer)
    failures += 1
    reconnectTimer = setTimeout(connect, Math.min(1000 * 2 ** (failures - 1), pollEveryMs) * (0.75 + Math.random() / 2))
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

  function pause() {
    clearTimeout(reconnectTimer)
    stopPolling()
    source?.close()
    source = null
    setState('off')
  }

  function followVisibility() {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(pause, closeHiddenAfterMs)
    else if (source === null || source.readyState === EventSource.CLOSED) connect()
  }

  function reconnectNow() {
    if (document.visibilityState === 'visible') connect()
  }

  /** Where nothing cuts a dead line off, as between a phone and a mast that is gone; nor an attempt that nobody answers. */
  function listen() {
    const waiting = source !== null && source.readyState !== EventSource.CLOSED
    if (waiting && Date.now() - heardAt > silentForMs) connect()
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

function versionsOf(data: unknown): [string, number][] {
  const versions = parse(data)
  return Object.entries(versions).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
}

function changeOf(data: unknown) {
  const { topic, version } = parse(data)
  return typeof topic === 'string' && typeof version === 'number' ? { topic, version } : null
}

function parse(data: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
