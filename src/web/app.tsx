import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { AppRouter } from './router.ts'
import { colorSchemeManager } from './ui/color-scheme.ts'
import { theme } from './ui/theme.ts'

/** The whole app, the same on the server, which renders the sign-in page with it. */
export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  // From here on presses are the app's (public/early.js).
  useEffect(() => {
    document.documentElement.dataset.running = ''
  }, [])
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
