// Runs before the first paint and long before the app, in any browser: written in the JavaScript of 2009, and free of
// newer APIs until the browser has passed the check.
;(function () {
  // Each feature arrived in the oldest supported version of its browser (scripts/oldest-browsers.ts), or earlier.
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

  // Preloads the page's first requests in parallel with its code; src/web/lib/api.ts takes over the responses. They
  // time out like any request (src/web/lib/request.ts), even if no one takes them.
  var answers = {}
  window.earlyAnswers = answers
  function ask(address) {
    var controller = new AbortController()
    var askedAt = performance.now()
    var answer = fetch(address, { signal: controller.signal })
    // Avoids an unhandled rejection; the code that takes the response gets the error.
    answer.catch(function () {})
    answers[address] = { askedAt: askedAt, answer: answer }
    setTimeout(function () {
      delete answers[address]
      controller.abort(new DOMException('No answer in time.', 'TimeoutError'))
    }, 20000)
  }
  var addresses = document.currentScript.getAttribute('data-ask')
  if (addresses) {
    addresses.split(' ').forEach(ask)
    // The first use of Intl loads the browser's tables of languages and time zones, which takes long on a phone. After
    // the first paint, while the code or the responses are on their way, there is time for it.
    requestAnimationFrame(function () {
      setTimeout(function () {
        new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format()
      })
    })
  }

  // Avoids a flash of the wrong colors. Uses the same key and values as src/web/components/color-scheme.ts.
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

  // The club's color, as a style sheet (src/domain/settings/club-color.ts). The app replaces it when the club's settings are loaded.
  function showColors(css) {
    var sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }
  var colors = document.currentScript.getAttribute('data-colors')
  if (colors) showColors(colors)

  // The login form is usable before the app runs: a press on its button is recorded here and replayed by the app
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

  // Its code is not requested before the page has been painted either (src/server/http/html-shells.ts).
  addEventListener('DOMContentLoaded', function () {
    var code = document.getElementById('sign-in-code')
    if (code === null) return
    function load() {
      // The second time, the template is empty.
      document.head.appendChild(document.adoptNode(code.content))
    }
    // A background page is never painted, and a slow paint must not delay the code.
    if (document.hidden) load()
    requestAnimationFrame(function () {
      setTimeout(load)
    })
    setTimeout(load, 3000)
  })

  // The browser offers installation early and only once. Stored for the install button
  // (src/web/features/install/install-way.ts), which replaces the browser's own banner.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.installPrompt = event
  })
  addEventListener('appinstalled', function () {
    window.installPrompt = undefined
    try {
      localStorage.setItem('quiver-install', 'installed')
    } catch (_error) {
      // Storage is switched off: no installation is offered then anyway.
    }
  })
})()
