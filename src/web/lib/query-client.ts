import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { HomeChange } from '#domain/live-topics.ts'
import { personalNames, readPersonal, writePersonal } from './personal-storage.ts'
import { isRetryable, reportProblem, toProblem } from './request.ts'
import { serverNow } from './server-clock.ts'
import { readSession } from './session-store.ts'
import { onDropResponses } from './use-session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The live topics that this query shows; a change of one of them refetches it (live/live-updates.ts). */
      topics?: string[]
      /** Applies a change that came with its topic. @returns false if the query has to be refetched instead */
      applyChange?: (change: HomeChange) => boolean
      /** Its last response is stored on the device; if it says `forgetAt`, only until then. */
      kept?: true
    }
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => reportProblem(toProblem(error)),
  }),
  defaultOptions: {
    queries: {
      // Being offline is a result that we show, not an endless wait.
      networkMode: 'always',
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      retry: (failures, error) => {
        return failures < 2 && isRetryable(toProblem(error))
      },
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
})

// Includes data set from the response to a mutation, which no query has fetched.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'success') persistQuery(event.query)
})

// One person's data must never be shown to another.
onDropResponses(() => {
  void queryClient.cancelQueries()
  queryClient.removeQueries()
})

/**
 * Responses that are stored on the device, so that their pages open offline: the last one of each query with
 * `meta.kept`, per person. They are deleted on logout, and ignored by a build with other response types.
 */

type KeptAnswer = { data: unknown; at: number; shapes: string }

const keptPrefix = 'answer:'

/** Called for each response. */
function persistQuery(query: Query<unknown, unknown, unknown>) {
  const person = readSession()?.person
  if (!query.meta?.kept || !person) return
  const { data, dataUpdatedAt: at } = query.state
  writePersonal(person.userId, keptNameOf(query.queryKey), { data, at, shapes: __SHAPES__ } satisfies KeptAnswer)
}

/** The initial data of a query: the last response this person saw on this device, and when. */
export function readPersistedQuery<Data>(queryKey: readonly unknown[]) {
  const read = () => {
    const person = readSession()?.person
    const kept = person ? readPersonal<KeptAnswer>(person.userId, keptNameOf(queryKey)) : null
    return kept?.shapes === __SHAPES__ && !isToForget(kept) ? kept : undefined
  }
  return {
    queryKey,
    initialData: () => read()?.data as Data | undefined,
    initialDataUpdatedAt: () => read()?.at,
  }
}

/** Deletes the stored responses that had to be forgotten by now. */
export function forgetOldResponses() {
  const person = readSession()?.person
  if (!person) return
  for (const name of personalNames(person.userId, keptPrefix)) {
    const kept = readPersonal<KeptAnswer>(person.userId, name)
    if (kept && isToForget(kept)) writePersonal(person.userId, name, null)
  }
}

/** Deletes the responses of the queries whose keys begin like this, also from the device. */
export function forgetResponses(queryKey: readonly unknown[]) {
  queryClient.removeQueries({ queryKey })
  const person = readSession()?.person
  if (!person) return
  for (const name of personalNames(person.userId, keptNameOf(queryKey))) writePersonal(person.userId, name, null)
}

function isToForget({ data }: KeptAnswer) {
  const { forgetAt } = (data ?? {}) as { forgetAt?: unknown }
  return typeof forgetAt === 'string' && Date.parse(forgetAt) <= serverNow()
}

function keptNameOf(queryKey: readonly unknown[]) {
  return `${keptPrefix}${queryKey.join('/')}`
}
