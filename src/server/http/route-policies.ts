import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Policy } from '#contract/policies.ts'

/**
 * Who may use a route. Every route must declare it, or the server doesn't start, so that none is open by accident. `operation` means
 * that contract/policies.ts decides.
 */
export type RoutePolicy = Policy | 'operation' | 'this-machine'

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes registered so far. */
    routes: readonly RouteOptions[]
  }
  interface FastifyContextConfig {
    policy?: RoutePolicy
    /** The content types that a write accepts instead of JSON. */
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
