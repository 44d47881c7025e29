import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Home } from '#contract/home.ts'
import type { HomeChange } from '#domain/live-topics.ts'
import { api, isPreloaded } from '#web/lib/api.ts'
import { queryClient, readPersistedQuery } from '#web/lib/query-client.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { readSession, whenSessionKnown } from '#web/lib/session-store.ts'
import { changeHome, homeAtTime, nextBoundary } from './projected-home.ts'

export const homeQuery = queryOptions({
  ...readPersistedQuery<Home>(['home']),
  queryFn: ({ signal }) => loadHome(signal),
  // The topic `members` reaches officers only, for their to-do list.
  meta: { topics: ['practices', 'live', 'club', 'member', 'members'], kept: true, applyChange },
  // In addition to the stream: an unchanged response costs a 304. Hidden tabs don't refetch.
  refetchInterval: 60_000,
})

/** The dashboard as of this minute, kept up to date by the stream, by polling, and whenever a time boundary passes. */
export function useHome() {
  const query = useQuery(homeQuery)
  const now = useNow('minute')
  useRefetchAtBoundary(query.data)
  return { query, home: query.data ? homeAtTime(query.data, now) : null, now }
}

/** The URL of `api.home.get()`. */
const address = '/rpc/home/get?data=%7B%7D'
/** Then the page shows without its data, rather than nothing. */
const preloadedWithinMs = 300

/** On a visit that begins with the home page: waits for the response that its document asked for, so that the page is painted once. */
export async function loadPreloadedHome() {
  if (!isPreloaded(address)) return
  await whenSessionKnown()
  if (!readSession()?.person?.hasLoggedIn) return
  const late = new Promise((resolve) => setTimeout(resolve, preloadedWithinMs))
  await Promise.race([queryClient.prefetchQuery(homeQuery), late])
}

/** Changes of the stream since the page was asked for: the response may be older. Null while nothing is asked for. */
let arrived: HomeChange[] | null = null

async function loadHome(signal: AbortSignal) {
  const mine: HomeChange[] = []
  arrived = mine
  try {
    const response = await api.home.get(undefined, { signal })
    return mine.reduce(catchUp, response)
  } finally {
    if (arrived === mine) arrived = null
  }
}

function catchUp(home: Home, change: HomeChange) {
  if (change.revision <= home.revision) return home
  const changed = changeHome(home, change)
  if (!changed) setTimeout(() => void refreshHome(), jitterMs)
  return changed ?? home
}

function applyChange(change: HomeChange) {
  arrived?.push(change)
  const home = readHome()
  const changed = home && changeHome(home, change)
  if (!changed) return false
  if (changed !== home) saveHome(() => changed)
  return true
}

/** Refetches; resolves when the response is on the screen, or the request has failed. */
export function refreshHome() {
  return queryClient.invalidateQueries({ queryKey: homeQuery.queryKey })
}

/** The cached response, for code that can't wait for a render. */
export function readHome() {
  return queryClient.getQueryData(homeQuery.queryKey)
}

/** Updates one part from another response, until the whole is refetched. */
export function saveHome(change: (home: Home) => Home) {
  // The rest is as old as before.
  const updatedAt = queryClient.getQueryState(homeQuery.queryKey)?.dataUpdatedAt
  queryClient.setQueryData(homeQuery.queryKey, (home) => (home ? change(home) : home), { updatedAt })
}

const atMostMs = 3_600_000
/** Jitter, so that phones that watch the same practice don't send requests in the same instant. */
const jitterMs = 500

function useRefetchAtBoundary(home: Home | undefined) {
  useEffect(() => {
    if (home === undefined) return
    const boundary = nextBoundary(home, serverNow())
    if (boundary === null) return
    const wait = boundary - serverNow() + 50 + Math.random() * jitterMs
    const timer = setTimeout(() => void refreshHome(), Math.min(wait, atMostMs))
    return () => clearTimeout(timer)
  }, [home])
}
