import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Policy } from '#contract/policies.ts'

/**
 * Who may open a route that is not an operation of the contract. Every route says so, or the server does not start (D2):
 * `operation` means that contract/policies.ts decides.
 */
export type RoutePolicy = Policy | 'operation' | 'this-machine'

declare module 'fastify' {
  interface FastifyInstance {
    /** All that there are so far. */
    routes: readonly RouteOptions[]
  }
  interface FastifyContextConfig {
    policy?: RoutePolicy
    /** As what the body of a write may come, where that is not JSON. */
    takes?: readonly string[]
  }
}

export function requireRoutePolicies(app: FastifyInstance) {
  const routes: RouteOptions[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const open = routes.find((route) => route.config?.policy === undefined)
    if (open) throw new Error(`The route ${open.url} has no policy: say in its config who may open it.`)
  })
}
