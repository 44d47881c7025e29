import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { ErrorPage, PagePending } from '#web/components/page-placeholders.tsx'
import { routeTree } from './route-tree.gen.ts'

/** The whole app. The server renders it, too, for the login page. */
export function App({ router }: { router: AppRouter }) {
  // From here on, the app handles presses (public/early.js).
  useEffect(() => {
    document.documentElement.dataset.running = ''
  }, [])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}

/** The browser uses its own history; the server passes one, to render a single page. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    // Until then the previous page stays; after that, the loading text shows until there is something to show.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // Inside the shell, so that the other pages stay one tap away.
    defaultErrorComponent: ErrorPage,
    // On the server it would add its own script to the page.
    scrollRestoration: history === undefined,
  })
}

type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
