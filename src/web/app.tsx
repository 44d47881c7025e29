import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { AppRouter } from './router.ts'
import { colorSchemeManager } from './ui/color-scheme.ts'
import { theme } from './ui/theme.ts'

/** The whole app, the same on the server, which renders the sign-in page with it. */
export function App({ router }: { router: AppRouter }) {
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
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>
  )
}
