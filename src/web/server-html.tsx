/**
 * What people see before the app has loaded, as markup for the first response: the whole login page, where they can read and type, and
 * the frame of every page behind it. This is the only part of src/web that the server runs, as its own bundle (`dist/sign-in`).
 */
import { renderToString } from 'react-dom/server'
import type { Club } from '#contract/session.ts'
import { loginTitles, readLoginSearch } from '#web/auth/sign-in-address.ts'
import { FirstLogin } from '#web/first-login.tsx'
import { saveSession } from '#web/lib/session-store.ts'
import { PendingShell } from '#web/shell/shell.tsx'

/** @param query the parsed query string of `/login` */
export function renderSignIn(club: Club, query: Record<string, unknown>) {
  const search = readLoginSearch(query)
  saveSession({ club, person: null })
  return {
    title: loginTitles[search.mode ?? 'sign-in'],
    markup: renderToString(<FirstLogin club={club} search={search} />),
  }
}

/** The frame of the pages behind the login. The app replaces it once it knows who is signed in (src/web/main.tsx). */
export function renderPendingShell(club: Club) {
  return renderToString(<PendingShell club={club} />)
}
