import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.mjs'
import { missingEngines } from './scripts/find-engines.mjs'
import { engineNames } from './test/engines/drivers/driver.ts'
import { type EngineOptions, otherThan } from './test/engines/journey.ts'

// Workers load this file again; they take over what the first process found. Where there is none yet, the search for unused
// code still reads this file; the journeys' own set-up says how to get one.
const browser = await findBrowser()
if (browser) process.env.CHROMIUM_PATH = browser

/** What mostly waits until a minute is over. */
const waiting = /(practice-clock|session|session-life)\.e2e\.ts$/

const missing: string[] = await missingEngines()
const enginesHere = engineNames.filter((name) => !missing.includes(name))

export default defineConfig<object, EngineOptions>({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  // Every test starts a server of its own, so tests of one file can run beside each other as well.
  fullyParallel: true,
  // Three for the journeys (two used half of two cores), and one for those that mostly wait.
  workers: 4,
  projects: [
    { name: 'journeys', testIgnore: waiting, workers: 3 },
    { name: 'clocks', testMatch: waiting, workers: 1 },
    // The same journeys in each engine that the machine has (docs/decisions/0061-three-engines.md).
    ...enginesHere.map((engine) => ({
      name: engine,
      testDir: 'test/engines',
      testMatch: '*.journey.ts',
      use: { engine, otherEngine: otherThan(engine, enginesHere) },
    })),
  ],
  // A busy machine may keep one journey waiting; what fails twice has failed. The summary names what needed both (record 0023).
  retries: 1,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  globalTimeout: (process.env.QUIVER_MANY === '1' ? 120 : 40) * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    trace: 'on-first-retry',
    // What one passes on, a test could neither hold up nor break off; the journeys without a connection allow it (offline.e2e.ts).
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // It shows only pages of ours, and its sandbox starts neither as root nor in most containers.
      chromiumSandbox: false,
      args: [
        // Nothing but the tests' own servers is asked for anything.
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
