import { createRouter, RouterProvider } from '@tanstack/react-router'
import { ErrorPage, PagePending } from '#web/components/page-placeholders.tsx'
import { routeTree } from './route-tree.gen.ts'

/** The app with all its pages, at the page of the current address. */
export async function loadApp() {
  const router = createAppRouter()
  await router.load()
  return <RouterProvider router={router} />
}

function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    // Until then the previous page stays; after that, the loading text shows until there is something to show.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // Inside the shell, so that the other pages stay one tap away.
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
