/**
 * The oldest browsers that the app runs in: each named as the compatibility data of MDN names it, with the version.
 * public/early.js leads older ones to public/unsupported-browser.html, which names these versions to people.
 */
export const oldestBrowsers = {
  chrome: 111,
  chrome_android: 111,
  firefox: 114,
  firefox_android: 114,
  safari: 16.4,
  safari_ios: 16.4,
} as const

/** The same for the tools that make newer syntax older. */
export const buildTarget = ['chrome111', 'firefox114', 'safari16.4', 'ios16.4']
