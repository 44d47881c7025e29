import { QueryCache, QueryClient } from '@tanstack/react-query'
import { alsoDropAnswers } from '#web/auth/use-session.ts'
import { isRetryable, toProblem } from './api-error.ts'
import { reportProblem } from './app-errors.ts'
import { persistQuery } from './query-persistence.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The live topics that this query shows: a change of one of them fetches it again (live-updates.ts). */
      topics?: string[]
      /** Its last answer stays on the device (lib/query-persistence.ts). */
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
