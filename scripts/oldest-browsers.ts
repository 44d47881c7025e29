/**
 * The oldest browsers the app supports, by their names in MDN's compatibility data.
 * public/early.js sends older ones to public/unsupported-browser.html, which names these versions.
 */
export const oldestBrowsers = {
  chrome: 111,
  chrome_android: 111,
  firefox: 114,
  firefox_android: 114,
  safari: 16.4,
  safari_ios: 16.4,
} as const

/** The same browsers, as build targets for the tools that compile newer syntax. */
export const buildTarget = ['chrome111', 'firefox114', 'safari16.4', 'ios16.4']
