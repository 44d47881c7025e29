import '#web/auth/capture-token.ts'
import 'virtual:quiver-theme.css'
import '#web/ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Club } from '#contract/session.ts'
import { watchActivity } from '#web/auth/activity.ts'
import { watchMissingChunks } from '#web/lib/lazy-code.ts'
import { onSessionEnd } from '#web/lib/session-on-device.ts'
import { saveSession, whenSessionKnown } from '#web/lib/session-store.ts'
import { recheckSession, startSession, watchSession } from '#web/lib/use-session.ts'
import { watchColorScheme } from '#web/ui/color-scheme.ts'
import { App, createAppRouter } from './app.tsx'

// Identifies this page's build (shell/new-version.ts).
document.documentElement.dataset.build = new URL(import.meta.url).pathname
watchMissingChunks()
onSessionEnd({
  finish: async (owner) => (await import('./features/session/finish-session-end.ts')).finishSessionEnd(owner),
  forget: async (owner) => (await import('./features/scorecards/card-sync.ts')).forgetCards(owner),
})
watchColorScheme()
const router = createAppRouter()
watchSession({ leadToWelcome: () => void router.navigate({ to: '/welcome' }) })
watchActivity()

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
const app = <App router={router} />
const facts = readLoginFacts()
if (facts === null) {
  // Requested right away, in parallel with the page's own code.
  startSession()
  // The document shows as much as the app could until then (src/web/server-html.tsx), and rendering once is faster.
  if (document.getElementById('main')) await Promise.all([whenSessionKnown(), router.load()])
  createRoot(root).render(app)
} else {
  // The server has already rendered the login page, because no one was signed in. The app hydrates it as it is, and
  // asks for the session afterwards.
  saveSession({ club: facts, person: null })
  await router.load()
  router.ssr = { manifest: undefined }
  hydrateRoot(root, app)
  void recheckSession().catch(() => {})
}

/**
 * The club, if the server rendered the login page into this document, otherwise null (src/server/http/html-shells.ts).
 */
function readLoginFacts(): Club | null {
  const text = document.getElementById('sign-in-facts')?.textContent
  return text ? JSON.parse(text) : null
}
