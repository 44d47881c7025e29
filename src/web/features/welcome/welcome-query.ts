import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** Read once: from then on the wizard itself knows best what the draft is. */
export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: ({ signal }) => api.welcome.get(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
