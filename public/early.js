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
const fixed = chosen === 'dark' || chosen === 'light'
const dark = fixed ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
if (fixed) {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = dark ? '#101216' : '#FAF8F3'
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
