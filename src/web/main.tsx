import './login/catch-link.ts'
import './ui/mantine.css'
import 'virtual:quiver-theme.css'
import './ui/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './query-client.ts'
import { reloadForNewChunks } from './reload-once.ts'
import { router } from './router.ts'
import { watchActivity } from './session/activity.ts'
import { sessionQuery, watchSession } from './session/session.ts'
import { colorSchemeManager } from './ui/color-scheme.ts'
import { theme } from './ui/theme.ts'

reloadForNewChunks()
// Asked at once, beside the loading of the page's own code.
void queryClient.prefetchQuery(sessionQuery)
watchSession({ leadToWelcome: () => void router.navigate({ to: '/welcome' }) })
watchActivity()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
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
  </StrictMode>,
)
