/**
 * The login page as markup for the first response: people can read and type while the app is still loading. This is the
 * only part of src/web that the server runs, as its own bundle (`dist/sign-in`).
 */
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Club } from '#contract/session.ts'
import { App, createAppRouter } from '#web/app.tsx'
import { saveSession } from '#web/lib/session-store.ts'
import { loginTitles, readLoginSearch } from './sign-in-address.ts'

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
