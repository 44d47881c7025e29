import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { readPersistedQuery } from '#web/lib/query-client.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'

/** What the member's QR code says; a member without one gets one. Kept on the device, so that it can be shown without a connection. */
export const passCodeQuery = queryOptions({
  ...readPersistedQuery<{ code: string | null }>(['pass-code']),
  queryFn: async ({ signal }) => {
    const known = await api.passCode.get(undefined, { signal })
    if (known.code !== null) return known
    await api.passCode.create({}, { signal, context: { idempotencyKey: newIdempotencyKey() } })
    return api.passCode.get(undefined, { signal })
  },
  meta: { topics: ['member'], kept: true },
})
