import { queryOptions } from '@tanstack/react-query'
import type { RangeInfo } from '#contract/resources.ts'
import { api } from '#web/lib/api.ts'
import { readPersistedQuery } from '#web/lib/query-client.ts'

const hourMs = 3_600_000

export const infoQuery = queryOptions({
  ...readPersistedQuery<RangeInfo>(['info']),
  queryFn: ({ signal }) => api.info.get(undefined, { signal }),
  staleTime: hourMs,
  meta: { kept: true, topics: ['club'] },
})
