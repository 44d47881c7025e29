import 'virtual:quiver-theme.css'
import '#web/ui/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Club } from '#contract/session.ts'
import { watchActivity } from '#web/auth/activity.ts'
import { captureLinkToken } from '#web/auth/link-token.ts'
import { watchColorScheme } from '#web/components/color-scheme.ts'
import { loadRequired, watchMissingChunks } from '#web/lib/lazy-code.ts'
import { onSessionEnd } from '#web/lib/session-on-device.ts'
import { saveSession, whenSessionKnown } from '#web/lib/session-store.ts'
import { isTranslated, surviveTranslation } from '#web/lib/translated-page.ts'
import { recheckSession, startSession, watchSession } from '#web/lib/use-session.ts'

// Identifies this page's build (shell/new-version.ts).
document.documentElement.dataset.build = new URL(import.meta.url).pathname

// Before the router sees the address.
captureLinkToken()
// A second link pasted into a tab that is already here changes only the fragment.
window.addEventListener('hashchange', () => {
  if (/token/i.test(location.hash)) location.reload()
})

surviveTranslation()
watchMissingChunks()
onSessionEnd({
  finish: async (owner) => (await import('./features/session/finish-session-end.ts')).finishSessionEnd(owner),
  forget: async (owner) => (await import('./features/scorecards/card-sync.ts')).forgetCards(owner),
})
watchColorScheme()
watchSession()
watchActivity()

void start(readLoginFacts())

async function start(facts: Club | null) {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The document has no #root')
  if (facts === null) {
    // Requested right away, in parallel with the page's own code.
    startSession()
    const { loadApp } = await loadRequired(() => import('./app.tsx'))
    // The document shows as much as the app could until then (src/web/server-html.tsx), and rendering once is faster.
    const framed = document.getElementById('main') !== null
    const [app] = await Promise.all([loadApp(), framed && whenSessionKnown()])
    createRoot(root).render(<StrictMode>{app}</StrictMode>)
    return
  }
  // The server has already rendered the login page, because no one was signed in. The page hydrates it as it is, and
  // asks for the session afterwards.
  saveSession({ club: facts, person: null })
  const { FirstLogin, readAddress } = await loadRequired(() => import('./first-login.tsx'))
  const translated = isTranslated()
  hydrateRoot(
    root,
    <StrictMode>
      <FirstLogin club={facts} search={readAddress()} />
    </StrictMode>,
    // React renders a translated page again, which is all there is to do.
    { onRecoverableError: (error) => translated || reportError(error) },
  )
  void recheckSession().catch(() => {})
}

/**
 * The club, if the server rendered the login page into this document, otherwise null (src/server/http/html-shells.ts).
 */
function readLoginFacts(): Club | null {
  const text = document.getElementById('sign-in-facts')?.textContent
  return text ? JSON.parse(text) : null
}
