import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import journeys from './playwright.config.ts'

// The tests of test/e2e in Firefox ESR, without those that need Chromium's protocol: `npm test -- e2e-firefox`.
const { launchOptions: _, ...use } = journeys.use ?? {}

export default defineConfig({
  ...journeys,
  projects: [{ name: 'firefox' }],
  grepInvert: /@chromium/,
  workers: 2,
  // Text is typed key by key, and the pages take longer.
  timeout: 2 * (journeys.timeout ?? 0),
  use: {
    ...use,
    ...devices['Desktop Firefox'],
    browserName: 'firefox',
    channel: 'moz-firefox',
    trace: 'off',
    launchOptions: {
      executablePath: fileURLToPath(new URL('scripts/firefox-for-playwright.mjs', import.meta.url)),
      // A window behind another one still counts as focused.
      firefoxUserPrefs: {
        'focusmanager.testmode': true,
        // As on a phone: scroll bars overlay the page and take none of its width.
        'widget.gtk.overlay-scrollbars.enabled': true,
        'ui.useOverlayScrollbars': 1,
        // A test may read what a button has copied.
        'dom.events.testing.asyncClipboard': true,
      },
    },
  },
})
