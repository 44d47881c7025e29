import { defineConfig } from 'vitest/config'

const setupFiles = ['test/support/console-errors.ts']
/** Needs its own process, because memory used by other test files would be counted. */
const measuresMemory = 'src/server/features/photos/hostile-images.test.ts'
/** Whole processes, kills, long histories, and full tables: for `npm run test:all`. */
const thorough = [
  'src/server/auth/{email-limits,secrets-end}.test.ts',
  'src/server/{bounds,db/database-file,db/killed-migration,http/rate-limit-isolation}.test.ts',
  'src/server/features/calendar/{ics-bombs,ics-fuzz,google-fuzz}.test.ts',
  'src/server/features/photos/photo-backup.test.ts',
  'src/server/ops/backup/{backup-during-writes,killed-backup,round-trip}.test.ts',
  'src/server/ops/demo/*.test.ts',
  'src/server/ops/cli/{commands-during-service,demo}.test.ts',
  'src/server/ops/config/private-files.test.ts',
  'test/{crash,model-based,pass-days,undo-restores}.test.ts',
  'tools/**/*.test.ts',
]

export default defineConfig({
  test: {
    // One more than the smallest machine has cores, because many tests wait. Forks, because threads share the time zone
    // and signals.
    pool: 'forks',
    maxWorkers: 3,
    passWithNoTests: true,
    // Only tests that hang should reach these timeouts: a busy machine takes several times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['src/{domain,contract}/**/*.test.ts', 'src/firebase/documents/*.test.ts'],
          // A time zone with a quarter hour, far from UTC, exposes any rule that uses the machine's day instead of the
          // club's.
          env: { TZ: 'Asia/Kathmandu' },
          // Domain rules are stateless, so their files can share a process.
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'src/firebase/*.test.ts', '{test,tools}/**/*.test.ts'],
          exclude: [measuresMemory, ...thorough],
          globalSetup: 'test/support/global-setup.ts',
          // Each club has its own state, so files can share a process; a new one per file takes half a second.
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          name: 'thorough',
          include: thorough,
          globalSetup: 'test/support/global-setup.ts',
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          name: 'memory',
          include: [measuresMemory],
          globalSetup: 'test/support/global-setup.ts',
          setupFiles,
        },
      },
      {
        test: {
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles,
        },
      },
    ],
  },
})
