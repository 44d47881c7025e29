/** The server's operations, typed by the contract. Only its types are used: no schema reaches the browser. */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/contract.ts'
import { withPatience } from './patience.ts'
import { rememberRequestId } from './problem.ts'

type CallContext = {
  /** One per act of a person; the same one again when the same act is sent again (see act.ts). */
  idempotencyKey?: string
  /** Filled in by the link, for the error that may follow. */
  requestId?: string
}

const link = new RPCLink<CallContext>({
  url: () => `${location.origin}/rpc`,
  method: (_options, path) => (path.at(-1) === 'get' ? 'GET' : 'POST'),
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
  fetch: async (request, init, { context }) => {
    const response = await fetch(request, { ...init, signal: withPatience(request.signal) })
    context.requestId = response.headers.get('x-request-id') ?? undefined
    return response
  },
  interceptors: [
    async ({ next, context }) => {
      try {
        return await next()
      } catch (error) {
        rememberRequestId(error, context.requestId)
        throw error
      }
    },
  ],
})

export const api: ContractRouterClient<Contract, CallContext> = createORPCClient(link)
