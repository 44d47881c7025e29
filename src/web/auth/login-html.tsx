/**
 * The sign-in page as markup, for the first response: people read and type while the app is still on its way. This is the
 * one part of the web that the server runs, as a bundle of its own (`dist/sign-in`).
 */
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Club } from '#contract/session.ts'
import { App, createAppRouter } from '#web/app.tsx'
import { saveSession } from '#web/lib/session-store.ts'
import { loginTitles, readLoginSearch } from './sign-in-address.ts'

/** @param query what follows `/login?` in the address */
export async function renderSignIn(club: Club, query: Record<string, unknown>) {
  const search = readLoginSearch(query)
  saveSession({ club, person: null })
  // At the address as the app itself would write it; at another one the router would only lead there.
  const { href } = createAppRouter(createMemoryHistory()).buildLocation({ to: '/login', search })
  const router = createAppRouter(createMemoryHistory({ initialEntries: [href] }))
  await router.load()
  return {
    title: loginTitles[search.mode ?? 'sign-in'],
    markup: renderToString(<App router={router} />),
  }
}
