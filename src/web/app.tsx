import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { ErrorPage, PagePending } from '#web/components/page-placeholders.tsx'
import { routeTree } from './route-tree.gen.ts'

/** The whole app, the same on the server, which renders the sign-in page with it. */
export function App({ router }: { router: AppRouter }) {
  // From here on presses are the app's (public/early.js).
  useEffect(() => {
    document.documentElement.dataset.running = ''
  }, [])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}

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

type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
