import './login/catch-link.ts'
import 'virtual:quiver-theme.css'
import './ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { readSignInFacts } from './login/sign-in-facts.ts'
import { watchMissingParts } from './reload-once.ts'
import { createAppRouter } from './router.ts'
import { watchActivity } from './session/activity.ts'
import { recheckSession, startSession, watchSession } from './session/session.ts'
import { saveSession } from './session/session-answer.ts'
import { watchColorScheme } from './ui/color-scheme.ts'

// Which build this page is of (shell/new-version.ts).
document.documentElement.dataset.build = new URL(import.meta.url).pathname
watchMissingParts()
watchColorScheme()
const router = createAppRouter()
watchSession({ leadToWelcome: () => void router.navigate({ to: '/welcome' }) })
watchActivity()

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
const app = <App router={router} />
const facts = readSignInFacts()
if (facts === null) {
  // Asked at once, beside the loading of the page's own code.
  startSession()
  createRoot(root).render(app)
} else {
  // The sign-in page is there already, for nobody is signed in as far as the server knew; the app takes it over as it
  // stands, and asks then.
  saveSession({ club: facts, person: null })
  await router.load()
  router.ssr = { manifest: undefined }
  hydrateRoot(root, app)
  void recheckSession().catch(() => {})
}
