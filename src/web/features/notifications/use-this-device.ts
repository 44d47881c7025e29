import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newsMessages } from '#domain/text/device-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { NotReadyError, noteDevice, readDevice, register } from './push-subscription.ts'

/** The member's devices with notifications, and whether this one is among them. */
export function useThisDevice({ enabled = true } = {}) {
  const known = useQuery({ ...devicesQuery, enabled })
  const { serverKey = '', devices = [] } = known.data ?? {}
  const here = useQuery({
    queryKey: [...devicesQuery.queryKey, 'here', serverKey, devices.map(({ endpoint }) => endpoint)],
    queryFn: () => readDevice(serverKey, devices),
    enabled: known.data !== undefined,
    // Turning it on or off changes the key; the page keeps its place.
    placeholderData: keepPreviousData,
  })
  /** Nothing more is loading: everything is known, or couldn't be found out. */
  const isSettled = known.error !== null || here.status !== 'pending'
  return { known, serverKey, devices, here: here.data, isSettled }
}

/** Turns notifications on for this device. The browser asks for its permission, so only a press may call `turnOn`. */
export function useTurnOn(serverKey: string) {
  const [pending, setPending] = useState(false)
  const [hindrance, setHindrance] = useState<string | null>(null)
  const { userId } = useSignedInMember()
  const add = useIdempotentMutation(api.pushDevices.add, {
    onDone: (_, { endpoint }) => noteDevice(userId, endpoint),
  })

  /** @returns whether notifications are on */
  async function turnOn() {
    setPending(true)
    setHindrance(null)
    try {
      const added = await add.act(await register(serverKey, userId))
      if (added) toast({ text: newsMessages.turnedOn })
      return added !== null
    } catch (error) {
      setHindrance(error instanceof NotReadyError ? newsMessages.notReady[error.why] : messages.serverTrouble)
      return false
    } finally {
      await refreshDevices()
      setPending(false)
    }
  }

  return { turnOn, pending, problem: hindrance === null ? add.problem : { message: hindrance } }
}

const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => api.pushDevices.get(undefined, { signal }),
  meta: { topics: ['member'] },
})

/** Resolves when the result is rendered or the request failed. */
export function refreshDevices() {
  return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
}
