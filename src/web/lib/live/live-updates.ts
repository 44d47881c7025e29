/**
 * Keeps screens up to date with changes on the server. A stream sends the topics that changed, with versions; queries
 * that show a topic (`meta.topics`) are then refetched with their normal permissions. A small change of the home page
 * comes along, and is applied without asking for the page again (`meta.applyChange`).
 *
 * Only a visible window holds a stream: a hidden one closes it, and reopens it when shown again, catching up by the
 * versions. A session may hold a few streams at a time; visible windows beyond those poll the versions. If no stream
 * works at all, the queries are refetched every 15 seconds.
 */
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { HomeChange } from '#domain/live-topics.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { fetchText, isRetryable, parseObject, toProblem } from '#web/lib/request.ts'
import { isSessionSaved, readSession } from '#web/lib/session-store.ts'
import { recheckSession } from '#web/lib/use-session.ts'
import { type LiveEvent, type LiveStream, openEventSource, versionsOf } from './event-source.ts'

type LiveState =
  | 'off'
  | 'connected'
  | 'reconnecting'
  | 'polling'
  /** The device says that it is offline, or the server doesn't respond at all. */
  | 'unreachable'

type Hooks = { onBye: () => void; onBuild: (entry: string) => void; onConnected: () => void }

/** In a window without its own stream. Including the request and the refetch, a change shows within two seconds. */
const pollVersionsEveryMs = 1500
const pollEveryMs = 15_000
/** How long to wait for a stream before polling begins. */
const pollAfterMs = 5_000
/** The server sends a beat every 8 seconds; after this long without one the connection seems to be dead. */
const silentForMs = 10_000
const listenEveryMs = 1000
/** A server that doesn't respond for this long then is out of reach: 15 seconds after the connection was lost at most. */
const probedForMs = 4000
/**
 * The minimum between two requests of a query, plus random jitter, so that a hall of phones doesn't send requests in
 * the same moment.
 */
const quietMs = 400
const jitterMs = 300

let state: LiveState = 'off'
const listeners = new Set<() => void>()

function setState(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

function useLiveState() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Whether changes may be late, because the stream was cut or doesn't work. False while it is first connecting. */
export function useStreamLost() {
  const now = useLiveState()
  return now !== 'off' && now !== 'connected'
}

/** Whether the device says that it is offline, or the server doesn't respond: what is shown can't be refreshed. */
export function useUnreachable({ offline }: { offline: boolean }) {
  const now = useLiveState()
  // A device that says so although the stream works is wrong.
  return now === 'unreachable' || (offline && now !== 'connected')
}

/** Follows changes for the signed-in person. @returns a function that stops it */
export function startLiveUpdates({ onBye, onBuild, onConnected }: Hooks) {
  const seen = new Map<string, number>()
  const refresh = createRefresher({ isSessionOld })
  let stream: LiveStream | null = null
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let versionsTimer: ReturnType<typeof setTimeout> | undefined
  let listening: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  let isProbing = false
  let isFollowing = false

  function hear(event: LiveEvent) {
    const isSign = event.kind === 'change' || event.kind === 'build' || event.kind === 'beat'
    if (isSign || event.kind === 'versions') heardAt = Date.now()
    if (isSign && state === 'unreachable') setConnected()
    if (event.kind === 'versions') {
      setConnected()
      onConnected()
      catchUp(event.versions)
    } else if (event.kind === 'change') {
      if (event.version > (seen.get(event.topic) ?? -1)) note(event.topic, event.version, event.home)
      // A known version can still bring a later change of the home page, which no other event repeats.
      else if (event.home) refresh.topic(event.topic, { session: false, home: event.home })
    } else if (event.kind === 'build') {
      onBuild(event.entry)
    } else if (event.kind === 'too-many') {
      pollVersionsLater()
    } else if (event.kind !== 'beat') {
      if (state === 'off' || state === 'connected') setState('reconnecting')
      schedulePolling(pollAfterMs)
      if (event.kind === 'bye') onBye()
    }
  }

  function setConnected() {
    stopPolling()
    if (state !== 'connected') refresh.failed()
    setState('connected')
  }

  /** Compares for inequality, not order: a server that has restarted may count from a lower number. */
  function catchUp(versions: [topic: string, version: number][]) {
    // Responses to requests sent before the app ran (api.ts) may be older than these versions.
    delete window.earlyAnswers
    for (const [topic, version] of versions) if (seen.get(topic) !== version) note(topic, version)
  }

  function note(topic: string, version: number, home?: HomeChange) {
    // The session includes the versions that it was read at. Anything else read before the stream began is read again.
    const isKnown = !seen.has(topic) && !isSessionSaved() && sessionVersion(topic) === version
    seen.set(topic, version)
    refresh.topic(topic, { session: !isKnown, home })
  }

  /** Without a person the session has no versions and counts as current. */
  function isSessionOld() {
    return sessionTopics.some((topic) => (sessionVersion(topic) ?? Number.POSITIVE_INFINITY) < (seen.get(topic) ?? 0))
  }

  /** Does nothing if polling is already scheduled: every failed attempt calls this. */
  function schedulePolling(inMs: number) {
    if (pollTimer !== undefined) return
    pollTimer = setTimeout(() => {
      pollTimer = undefined
      if (state !== 'unreachable') setState('polling')
      for (const topic of shownTopics()) refresh.topic(topic)
      schedulePolling(pollEveryMs)
    }, inMs)
  }

  function stopPolling() {
    clearTimeout(pollTimer)
    pollTimer = undefined
  }

  function pollVersionsLater() {
    stream?.close()
    stream = null
    clearTimeout(versionsTimer)
    versionsTimer = setTimeout(() => void pollVersions(), pollVersionsEveryMs)
  }

  async function pollVersions() {
    const answer = await loadVersions()
    if (!isFollowing || stream !== null) return
    heardAt = Date.now()
    // Either there is room again, or something is wrong: the stream finds out what, and waits between its attempts.
    if (answer === null || answer.room) return openOwn()
    if (state !== 'connected') onConnected()
    setConnected()
    catchUp(answer.versions)
    if (answer.build !== null) onBuild(answer.build)
    pollVersionsLater()
  }

  function openOwn() {
    clearTimeout(versionsTimer)
    if (stream === null) stream = openEventSource(hear)
    else stream.hurry()
  }

  function resume() {
    isFollowing = true
    heardAt = Date.now()
    schedulePolling(pollAfterMs)
    listening ??= setInterval(() => void listen(), listenEveryMs)
    openOwn()
  }

  function pause() {
    isFollowing = false
    stopPolling()
    clearTimeout(versionsTimer)
    clearInterval(listening)
    listening = undefined
    stream?.close()
    stream = null
    setState('off')
  }

  function renew() {
    heardAt = Date.now()
    stream?.renew()
  }

  function followVisibility() {
    if (document.visibilityState === 'hidden') pause()
    else if (state !== 'connected') resume()
  }

  function reconnectNow() {
    if (document.visibilityState !== 'visible') return
    renew()
    stream?.hurry()
  }

  /**
   * Detects a dead connection without a close event (a phone out of range of its mast), or an attempt that gets no
   * response.
   */
  async function listen() {
    if (isProbing || stream === null || Date.now() - heardAt < silentForMs) return
    isProbing = true
    const late = new Promise<null>((resolve) => setTimeout(resolve, probedForMs, null))
    const answer = await Promise.race([loadVersions(), late])
    isProbing = false
    if (!isFollowing || Date.now() - heardAt < silentForMs) return
    if (answer === null) setState('unreachable')
    else if (state === 'unreachable') setState('polling')
    renew()
  }

  function noteOffline() {
    setState('unreachable')
    schedulePolling(pollAfterMs)
  }

  const follow = [
    [document, 'visibilitychange', followVisibility],
    // When the page enters or leaves the back/forward cache; an open connection would keep it out.
    [window, 'pagehide', pause],
    [window, 'pageshow', followVisibility],
    [window, 'online', reconnectNow],
    [window, 'offline', noteOffline],
  ] as const
  for (const [target, event, listener] of follow) target.addEventListener(event, listener)
  followVisibility()
  return () => {
    for (const [target, event, listener] of follow) target.removeEventListener(event, listener)
    pause()
  }
}

/** Fetches the versions for a window without a stream; null without a response. */
async function loadVersions() {
  const found = await fetchText('/live/versions').catch(() => null)
  const body = found?.response.ok ? parseObject(found.text) : null
  if (body === null) return null
  const { versions, build, room } = body as { versions: Record<string, unknown>; build: string | null; room: boolean }
  return { versions: versionsOf(versions), build, room }
}

/** Changes of a role or a name, and of the club's links, show on open screens automatically. */
const sessionTopics = ['member', 'club']

function sessionVersion(topic: string) {
  const versions: Record<string, number> = readSession()?.person?.versions ?? {}
  return versions[topic]
}

/**
 * Throttles refetches: for each query, the first change shows right away; later ones within the wait are combined into
 * one refetch.
 */
function createRefresher({ isSessionOld }: { isSessionOld: () => boolean }) {
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
  function refetch(predicate: (query: Query) => boolean) {
    for (const query of queryClient.getQueryCache().findAll({ predicate }))
      soon(query.queryHash, () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  }
  async function readSessionAgain() {
    await recheckSession()
    // It may have joined a request that the server had handled before the change.
    if (isSessionOld()) await recheckSession()
  }
  return {
    topic(topic: string, { session = true, home }: { session?: boolean; home?: HomeChange | undefined } = {}) {
      if (session && sessionTopics.includes(topic)) soon('session', () => readSessionAgain().catch(() => {}))
      refetch(({ meta }) => {
        if (!meta?.topics?.includes(topic)) return false
        return home === undefined || !meta.applyChange?.(home)
      })
    },
    /**
     * Refetches queries that failed while the server was unreachable: their data may not have changed, so no version
     * asks for it.
     */
    failed() {
      refetch(({ state }) => state.status === 'error' && isRetryable(toProblem(state.error)))
    },
  }
}

function shownTopics() {
  const topics = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap((query) => query.meta?.topics ?? [])
  return new Set([...sessionTopics, ...topics])
}
