import { defineConfig, devices } from '@playwright/test'
import { findChromium, missingEngines } from './scripts/browsers.mjs'
import { engineNames } from './test/engines/drivers/driver.ts'
import { type EngineOptions, otherThan } from './test/engines/journey.ts'

// Workers load this file again and take over the browser that the first process found. Without a browser this file must
// still load, because the search for unused code reads it; the setup of the end-to-end tests then says how to install
// one.
const browser = await findChromium()
if (browser) process.env.CHROMIUM_PATH = browser

/** The main tasks of members and officers, for `npm test`. The rest is for `npm run test:all`. */
const main = filesOf([
  ...['double-taps', 'home-lists', 'keyboard', 'main-job', 'manage-practices', 'manage-practices-plan'],
  ...['members-bulk', 'members-edit', 'members-list', 'members-removal', 'my-pass'],
  ...[
    'my-practices',
    'navigation',
    'offline',
    'profile',
    'resources',
    'roll-call',
    'scorecard',
    'scorecard-results',
    'sign-in-texts',
  ],
  ...['settings', 'store-import', 'taps', 'to-do', 'waiting-list', 'wizard'],
])
/** Tests that mostly wait for a minute to pass. */
const waiting = filesOf(['practice-clock'])

/** Tests of main tasks that are for `npm run test:all`, too. */
const thorough = /@thorough/

function filesOf(names: string[]) {
  return new RegExp(`/(${names.join('|')})\\.e2e\\.ts$`)
}

const missing: string[] = missingEngines()
const enginesHere = engineNames.filter((name) => !missing.includes(name))

export default defineConfig<object, EngineOptions>({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  // Every test starts its own server, so the tests of one file can run in parallel, too.
  fullyParallel: true,
  // Three workers for the journeys (two used only half of two cores), and one for the tests that mostly wait.
  workers: 4,
  projects: [
    { name: 'journeys', testMatch: main, grepInvert: thorough, workers: 3 },
    { name: 'thorough', testIgnore: [main, waiting], workers: 3 },
    { name: 'thorough-main', testMatch: main, grep: thorough, workers: 3 },
    { name: 'clocks', testMatch: waiting, workers: 1 },
    // The same journeys in each installed browser engine (docs/decisions/0027-tests.md).
    ...enginesHere.map((engine) => ({
      name: engine,
      testDir: 'test/engines',
      testMatch: '*.journey.ts',
      use: { engine, otherEngine: otherThan(engine, enginesHere) },
    })),
  ],
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  globalTimeout: (process.env.QUIVER_MANY === '1' ? 120 : 40) * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    // Tests can't delay or abort a request that a service worker makes; the offline journeys turn it on
    // (offline.e2e.ts).
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // The browser opens only our own pages, and its sandbox doesn't start as root or in most containers.
      chromiumSandbox: false,
      args: [
        // Only the tests' own servers can be reached.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-domain-reliability',
        '--disable-gpu',
        '--disable-quic',
        '--disable-sync',
        '--no-first-run',
        '--no-pings',
      ],
    },
  },
})
