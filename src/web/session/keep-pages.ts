import { homeQuery } from '#web/home/use-home.ts'
import { infoQuery } from '#web/info/info-query.ts'
import { passQuery } from '#web/pass/use-pass.ts'
import { queryClient } from '#web/query-client.ts'
import { cardsQuery } from '#web/scorecard/use-card.ts'

const goodForMs = 10 * 60_000

/** After one visit, to whichever page, all that D48 names opens without a connection. Never rejects. */
export async function keepPages() {
  const staleTime = goodForMs
  await Promise.all([
    queryClient.prefetchQuery({ ...homeQuery, staleTime }),
    queryClient.prefetchQuery({ ...passQuery, staleTime }),
    queryClient.prefetchQuery({ ...cardsQuery, staleTime }),
    queryClient.prefetchQuery(infoQuery),
  ])
}
