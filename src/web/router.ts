import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './route-tree.gen.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { PagePending } from './shell/page-pending.tsx'

/** In the browser without a history of its own; on the server, which renders one page, with that page's. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    // Until then the page before stays; after it, the sentence, which goes as soon as there is something to show.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // Within the shell, so that the other pages stay a tap away.
    defaultErrorComponent: ErrorPage,
    // On the server it would add a script of its own to the page.
    scrollRestoration: history === undefined,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
