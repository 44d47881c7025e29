// Runs before the first paint and long before the app, in any browser: written in the JavaScript of 2009, and with
// nothing newer before a browser has been found new enough.
;(function () {
  // Each of these came with the oldest version that the app runs in (scripts/oldest-browsers.ts), or an older one.
  function isNewEnough() {
    try {
      new RegExp('(?<=a)b') // Safari 16.4
      return (
        CSS.supports('color', 'color-mix(in srgb, red, blue)') && // Chrome 111
        CSS.supports('width', 'calc(infinity * 1px)') // Firefox 114
      )
    } catch (_error) {
      return false
    }
  }
  if (!isNewEnough()) {
    location.replace('/unsupported-browser.html')
    return
  }

  // What the page will ask for first is asked beside its code: src/web/lib/api.ts hands the answers on. For as long as any
  // request may take (src/web/lib/request.ts), also where nobody wants them.
  var answers = {}
  window.earlyAnswers = answers
  function ask(address) {
    var controller = new AbortController()
    var askedAt = performance.now()
    var answer = fetch(address, { signal: controller.signal })
    // What goes wrong is told to who takes the answer.
    answer.catch(function () {})
    answers[address] = { askedAt: askedAt, answer: answer }
    setTimeout(function () {
      delete answers[address]
      controller.abort(new DOMException('No answer in time.', 'TimeoutError'))
    }, 20000)
  }
  var addresses = document.currentScript.getAttribute('data-ask')
  if (addresses) addresses.split(' ').forEach(ask)

  // The page never flashes in the wrong colors. The same key and values are used by src/web/ui/color-scheme.ts.
  var chosen = null
  try {
    chosen = localStorage.getItem('quiver-scheme')
  } catch (_error) {
    // Storage is switched off: follow the system.
  }
  var papers = { light: '#FAF8F3', dark: '#101216', outdoor: '#FFFFFF' }
  var system = matchMedia('(prefers-contrast: more) and (forced-colors: none)').matches
    ? 'outdoor'
    : matchMedia('(prefers-color-scheme: dark)').matches
      ? 'dark'
      : 'light'
  var fixed = Object.keys(papers).indexOf(chosen) >= 0
  var scheme = fixed ? chosen : system
  document.documentElement.setAttribute('data-color-scheme', scheme === 'dark' ? 'dark' : 'light')
  document.documentElement.toggleAttribute('data-outdoor', scheme === 'outdoor')
  if (fixed || scheme === 'outdoor') {
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.content = papers[scheme]
    })
  }

  // The sign-in form is there before the app is: a press on its button is kept, and carried out by the app
  // (src/web/auth/use-login-form.ts).
  document.addEventListener(
    'submit',
    function (event) {
      if ('running' in document.documentElement.dataset) return
      event.preventDefault()
      event.target.dataset.pressed = ''
    },
    true
  )

  // Nor is its code asked for before the page is painted (src/server/http/html-shells.ts).
  addEventListener('DOMContentLoaded', function () {
    var code = document.getElementById('sign-in-code')
    if (code === null) return
    function load() {
      // A second time the template is empty.
      document.head.appendChild(document.adoptNode(code.content))
    }
    // A page in the background is not painted, and one that takes long must not hold this up.
    if (document.hidden) load()
    requestAnimationFrame(function () {
      setTimeout(load)
    })
    setTimeout(load, 3000)
  })

  // A browser that could install the app says so early and once. It is kept for the install button
  // (src/web/features/install/platform.ts), instead of a bar of the browser's own.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.installPrompt = event
  })
  addEventListener('appinstalled', function () {
    window.installPrompt = undefined
    try {
      localStorage.setItem('quiver-install', 'installed')
    } catch (_error) {
      // Storage is switched off: nothing is offered then anyway.
    }
  })
})()
