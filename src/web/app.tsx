import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { AppRouter } from './router.ts'

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
