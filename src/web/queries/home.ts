import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Home } from '#contract/home.ts'
import { api } from '#web/lib/api.ts'
import { queryClient, readPersistedQuery } from '#web/lib/query-client.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { homeAtTime, nextBoundary } from './home-at-time.ts'

export const homeQuery = queryOptions({
  ...readPersistedQuery<Home>(['home']),
  queryFn: ({ signal }) => api.home.get(undefined, { signal }),
  // The last one reaches officers only, who see what waits to be done.
  meta: { topics: ['practices', 'live', 'club', 'member', 'members'], kept: true },
  // Beside what the stream tells: an unchanged answer costs a 304. Hidden tabs don't ask.
  refetchInterval: 60_000,
})

/** The dashboard as it is at this minute, kept up to date by the stream, each minute, and when a time passes. */
export function useHome() {
  const query = useQuery(homeQuery)
  const now = useNow('minute')
  useRefetchAtBoundary(query.data)
  return { query, home: query.data ? homeAtTime(query.data, now) : null, now }
}

/** Asks again; resolves when the answer is on the screen, or failed to come. */
export function refreshHome() {
  return queryClient.invalidateQueries({ queryKey: homeQuery.queryKey })
}

/** The last answer of the server, for what must not wait for a rendering. */
export function readHome() {
  return queryClient.getQueryData(homeQuery.queryKey)
}

/** Puts in what the server has just said about one thing, until the whole is fetched again. */
export function saveHome(change: (home: Home) => Home) {
  // The rest of it is as old as it was.
  const updatedAt = queryClient.getQueryState(homeQuery.queryKey)?.dataUpdatedAt
  queryClient.setQueryData(homeQuery.queryKey, (home) => (home ? change(home) : home), { updatedAt })
}

const atMostMs = 3_600_000
/** Phones that watch the same practice don't ask in the same instant. */
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
