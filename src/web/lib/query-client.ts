import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { readPersonal, writePersonal } from './personal-storage.ts'
import { isRetryable, reportProblem, toProblem } from './request.ts'
import { readSession } from './session-store.ts'
import { alsoDropAnswers } from './use-session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The live topics that this query shows: a change of one of them fetches it again (live-updates.ts). */
      topics?: string[]
      /** Its last answer stays on the device. */
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
      // Offline is an answer that we show, not a wait without end.
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

// Also what an act's answer has put in, which no query has asked for.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'success') persistQuery(event.query)
})

// What one person was shown is shown to nobody else.
alsoDropAnswers(() => {
  void queryClient.cancelQueries()
  queryClient.removeQueries()
})

/**
 * Answers that stay on the device, so that their pages open without a connection (D48): those of queries with `meta.kept`, as the
 * server gave them last, for each person apart. They go with a deliberate sign-out, and with a build that has other shapes.
 */

type KeptAnswer = { data: unknown; at: number; shapes: string }

/** Called with each answer that has come. */
function persistQuery(query: Query<unknown, unknown, unknown>) {
  const person = readSession()?.person
  if (!query.meta?.kept || !person) return
  const { data, dataUpdatedAt: at } = query.state
  writePersonal(person.userId, keptNameOf(query.queryKey), { data, at, shapes: __SHAPES__ } satisfies KeptAnswer)
}

/** What a query begins with: what its person was shown last on this device, and when that was. */
export function readPersistedQuery<Data>(queryKey: readonly unknown[]) {
  const read = () => {
    const person = readSession()?.person
    const kept = person ? readPersonal<KeptAnswer>(person.userId, keptNameOf(queryKey)) : null
    return kept?.shapes === __SHAPES__ ? kept : undefined
  }
  return {
    queryKey,
    initialData: () => read()?.data as Data | undefined,
    initialDataUpdatedAt: () => read()?.at,
  }
}

function keptNameOf(queryKey: readonly unknown[]) {
  return `answer:${queryKey.join('/')}`
}
