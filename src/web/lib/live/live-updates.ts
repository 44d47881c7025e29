/**
 * Screens follow what changes on the server. A stream tells the names of what changed, with versions, never the data; the
 * queries that show a topic (`meta.topics`) are then fetched again through their normal permissions.
 *
 * Only a visible window holds a stream: a hidden one closes it and, when it is shown again, opens one and catches up by the
 * versions. A session may hold a few streams at a time; a visible window beyond those polls the versions. Where no stream can be
 * had at all, the queries are fetched again every 15 seconds.
 */
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '#web/lib/query-client.ts'
import { fetchText, isRetryable, parseObject, toProblem } from '#web/lib/request.ts'
import { isSessionSaved, readSession } from '#web/lib/session-store.ts'
import { recheckSession } from '#web/lib/use-session.ts'
import { type LiveEvent, type LiveStream, openEventSource, versionsOf } from './event-source.ts'

type LiveState = 'off' | 'connected' | 'reconnecting' | 'polling'

type Hooks = { onBye: () => void; onBuild: (entry: string) => void; onConnected: () => void }

/** In a window without a stream of its own: with the request and what it leads to, a change shows within two seconds. */
const pollVersionsEveryMs = 1500
const pollEveryMs = 15_000
/** How long without a stream before polling begins. */
const pollAfterMs = 5_000
/** The server sends a beat every 15 seconds; after this long without one the connection is dead. */
const silentForMs = 40_000
const listenEveryMs = 5000
/** Between two requests of a query, and up to this much more, so that a hall of phones does not ask in the same moment. */
const quietMs = 400
const jitterMs = 300

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
export function startLiveUpdates({ onBye, onBuild, onConnected }: Hooks) {
  const seen = new Map<string, number>()
  const refresh = createRefresher({ isSessionOld })
  let stream: LiveStream | null = null
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let versionsTimer: ReturnType<typeof setTimeout> | undefined
  let listening: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  let isFollowing = false

  function hear(event: LiveEvent) {
    heardAt = Date.now()
    if (event.kind === 'versions') {
      setConnected()
      onConnected()
      catchUp(event.versions)
    } else if (event.kind === 'change') {
      if (event.version > (seen.get(event.topic) ?? -1)) note(event.topic, event.version)
    } else if (event.kind === 'build') {
      onBuild(event.entry)
    } else if (event.kind === 'too-many') {
      pollVersionsLater()
    } else if (event.kind !== 'beat') {
      setState(state === 'polling' ? 'polling' : 'reconnecting')
      schedulePolling(pollAfterMs)
      if (event.kind === 'bye') onBye()
    }
  }

  function setConnected() {
    stopPolling()
    if (state !== 'connected') refresh.failed()
    setState('connected')
  }

  /** A server that has restarted may count from lower: any other version means that something changed. */
  function catchUp(versions: [topic: string, version: number][]) {
    // Responses to requests sent before the app ran (api.ts) may be older than these versions.
    delete window.earlyAnswers
    for (const [topic, version] of versions) if (seen.get(topic) !== version) note(topic, version)
  }

  function note(topic: string, version: number) {
    // The session says which versions it was read from; whatever else was read before the stream began is read again.
    const isKnown = !seen.has(topic) && !isSessionSaved() && sessionVersion(topic) === version
    seen.set(topic, version)
    refresh.topic(topic, { session: !isKnown })
  }

  /** Without a person it has no versions, and is as new as it gets. */
  function isSessionOld() {
    return sessionTopics.some((topic) => (sessionVersion(topic) ?? Number.POSITIVE_INFINITY) < (seen.get(topic) ?? 0))
  }

  /** Does nothing while polling is scheduled: every failed attempt asks for it. */
  function schedulePolling(inMs: number) {
    if (pollTimer !== undefined) return
    pollTimer = setTimeout(() => {
      pollTimer = undefined
      setState('polling')
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
    // There is room again, or something is wrong: the stream finds out what, and waits between its attempts.
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
    listening ??= setInterval(listen, listenEveryMs)
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

  /** Finds a connection that nothing has cut, as between a phone and a mast that is gone, or an attempt without a response. */
  function listen() {
    if (Date.now() - heardAt > silentForMs) renew()
  }

  function noteOffline() {
    if (state !== 'connected') return
    setState('reconnecting')
    schedulePolling(pollAfterMs)
  }

  const follow = [
    [document, 'visibilitychange', followVisibility],
    // Into the back/forward cache, where an open connection would keep a page out, and back from it.
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

/** What a window without a stream is told instead; null where no answer comes. */
async function loadVersions() {
  const found = await fetchText('/live/versions').catch(() => null)
  const body = found?.response.ok ? parseObject(found.text) : null
  if (body === null) return null
  const { versions, build, room } = body as { versions: Record<string, unknown>; build: string | null; room: boolean }
  return { versions: versionsOf(versions), build, room }
}

/** A changed role or name, and the club's links, show on open screens by themselves. */
const sessionTopics = ['member', 'club']

function sessionVersion(topic: string) {
  const versions: Record<string, number> = readSession()?.person?.versions ?? {}
  return versions[topic]
}

/** For each query, the first change shows right away; those that follow soon are one refetch at the end of the wait. */
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
    // It may have joined a request that the server had read before the change.
    if (isSessionOld()) await recheckSession()
  }
  return {
    topic(topic: string, { session = true } = {}) {
      if (session && sessionTopics.includes(topic)) soon('session', () => readSessionAgain().catch(() => {}))
      refetch(({ meta }) => meta?.topics?.includes(topic) ?? false)
    },
    /** What got no response while the server could not be reached may not have changed, so no version asks for it. */
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
