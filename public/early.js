// Runs before the first paint and long before the app.

// The page never flashes in the wrong colours. The same key and values are used by src/web/ui/color-scheme.ts.
const chosen = (() => {
  try {
    return localStorage.getItem('quiver-scheme')
  } catch {
    // Storage is switched off: follow the system.
    return null
  }
})()
const papers = { light: '#FAF8F3', dark: '#101216', outdoor: '#FFFFFF' }
const system = matchMedia('(prefers-contrast: more) and (forced-colors: none)').matches
  ? 'outdoor'
  : matchMedia('(prefers-color-scheme: dark)').matches
    ? 'dark'
    : 'light'
const fixed = Object.hasOwn(papers, chosen)
const scheme = fixed ? chosen : system
document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'dark' ? 'dark' : 'light')
document.documentElement.toggleAttribute('data-outdoor', scheme === 'outdoor')
if (fixed || scheme === 'outdoor') {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = papers[scheme]
}

// The sign-in form is there before the app is: a press on its button is kept, and carried out by the app
// (src/web/login/use-early-input.ts).
document.addEventListener(
  'submit',
  (event) => {
    if ('running' in document.documentElement.dataset) return
    event.preventDefault()
    event.target.dataset.pressed = ''
  },
  true,
)

// Nor is its code asked for before the page is painted (src/server/http/documents.ts).
addEventListener('DOMContentLoaded', () => {
  const code = document.getElementById('sign-in-code')
  if (code === null) return
  const [entry, ...others] = JSON.parse(code.textContent)
  let asked = false
  function ask() {
    if (asked) return
    asked = true
    for (const href of others)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    import(entry)
  }
  // A page in the background is not painted; nobody waits for one that takes long.
  if (document.hidden) ask()
  requestAnimationFrame(() => setTimeout(ask))
  setTimeout(ask, 3000)
})

// A browser that could install the app says so early and once. That is kept for whoever asks for it
// (src/web/install/this-device.ts), instead of a bar of the browser's own.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
addEventListener('appinstalled', () => {
  window.installPrompt = undefined
  try {
    localStorage.setItem('quiver-install', 'installed')
  } catch {
    // Storage is switched off: nothing is offered then anyway.
  }
})
