import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MyPass } from '#contract/passes.ts'
import { api } from '#web/lib/api.ts'
import { queryClient, readPersistedQuery } from '#web/lib/query-client.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { saveHome } from '#web/queries/home.ts'
import { passAtTime } from '#web/queries/projected-home.ts'

/** The member's pass; a new result also updates the home page. */
export const passQuery = queryOptions({
  ...readPersistedQuery<MyPass>(['passes']),
  queryFn: async ({ signal }) => {
    const pass = await api.passes.get(undefined, { signal })
    saveHome((home) => ({ ...home, pass }))
    return pass
  },
  meta: { topics: ['member'], kept: true },
})

/**
 * The member's pass, kept current by the live stream and refetched when it ends, also past midnight in an open session.
 */
export function usePass() {
  const query = useQuery(passQuery)
  const now = useNow('minute')
  useRefetchAtEnd(query.data)
  return { query, pass: query.data ? passAtTime(query.data, now) : null, now }
}

const atMostMs = 3_600_000

function useRefetchAtEnd(pass: MyPass | undefined) {
  useEffect(() => {
    if (!pass?.validUntil) return
    const wait = Date.parse(pass.validUntil) - serverNow() + 500
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: passQuery.queryKey }),
      Math.min(wait, atMostMs),
    )
    return () => clearTimeout(timer)
  }, [pass])
}
