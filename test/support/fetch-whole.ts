import type { Route } from '@playwright/test'

/**
 * The complete response from the server: the app sends conditional requests, and a test that changes the response can't
 * use a 304.
 */
export function fetchWhole(route: Route) {
  const { 'if-none-match': _, ...headers } = route.request().headers()
  return route.fetch({ headers })
}
