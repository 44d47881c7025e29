/**
 * What people see before the app has loaded, as markup for the first response: the whole login page, where they can read and type, and
 * the frame of every page behind it. This is the only part of src/web that the server runs, as its own bundle (`dist/sign-in`).
 */
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Club } from '#contract/session.ts'
import { App, createAppRouter } from '#web/app.tsx'
import { loginTitles, readLoginSearch } from '#web/auth/sign-in-address.ts'
import { saveSession } from '#web/lib/session-store.ts'
import { PendingShell } from '#web/shell/shell.tsx'

/** @param query the parsed query string of `/login` */
export async function renderSignIn(club: Club, query: Record<string, unknown>) {
  const search = readLoginSearch(query)
  saveSession({ club, person: null })
  // Normalize the address as the app would write it; for any other address the router would only redirect.
  const { href } = createAppRouter(createMemoryHistory()).buildLocation({ to: '/login', search })
  const router = createAppRouter(createMemoryHistory({ initialEntries: [href] }))
  await router.load()
  return {
    title: loginTitles[search.mode ?? 'sign-in'],
    markup: renderToString(<App router={router} />),
  }
}

/** The frame of the pages behind the login. The app replaces it once it knows who is signed in (src/web/main.tsx). */
export function renderPendingShell(club: Club) {
  return renderToString(
    <RouterContextProvider router={createAppRouter(createMemoryHistory())}>
      <PendingShell club={club} />
    </RouterContextProvider>,
  )
}
