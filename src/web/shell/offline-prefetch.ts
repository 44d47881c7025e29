import { infoQuery } from '#web/features/info/info-query.ts'
import { passCodeQuery } from '#web/features/passes/pass-code-query.ts'
import { passQuery } from '#web/features/passes/use-pass.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { homeQuery } from '#web/queries/home.ts'
import { cardsQuery } from '#web/queries/scorecards.ts'

const goodForMs = 10 * 60_000

/**
 * After one visit to any page, the pages for a practice evening open offline: home, my pass, info and the scorecard.
 * Never rejects.
 */
export async function prefetchForOffline() {
  const staleTime = goodForMs
  await Promise.all([
    queryClient.prefetchQuery({ ...homeQuery, staleTime }),
    queryClient.prefetchQuery({ ...passQuery, staleTime }),
    queryClient.prefetchQuery({ ...passCodeQuery, staleTime }),
    queryClient.prefetchQuery({ ...cardsQuery, staleTime }),
    queryClient.prefetchQuery(infoQuery),
  ])
}
