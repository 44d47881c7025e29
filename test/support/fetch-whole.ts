import type { Route } from '@playwright/test'

/** What the server answers, whole: the app asks whether what it knows is unchanged, which a test that changes the answer must not. */
export function fetchWhole(route: Route) {
  const { 'if-none-match': _, ...headers } = route.request().headers()
  return route.fetch({ headers })
}
