import { defineConfig } from 'vitest/config'

const setupFiles = ['test/support/console-errors.ts']
/** Needs a process of its own: memory that other test files have used would count. */
const measuresMemory = 'src/server/features/photos/hostile-images.test.ts'

export default defineConfig({
  test: {
    // One more than the smallest machine has cores: many tests wait. A fork, unlike a thread, has its own time zone and signals.
    pool: 'forks',
    maxWorkers: 3,
    passWithNoTests: true,
    // Only what hangs should reach these: a busy machine takes several times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['src/{domain,contract}/**/*.test.ts', 'src/firebase/documents/*.test.ts'],
          // A quarter-hour zone far from UTC shows any rule that takes the machine's day for the club's.
          env: { TZ: 'Asia/Kathmandu' },
          // Rules keep no state, so their files can share a process.
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'src/firebase/*.test.ts', '{test,tools}/**/*.test.ts'],
          exclude: [measuresMemory],
          globalSetup: 'test/support/global-setup.ts',
          // Each club keeps its state to itself, so files can share a process; a new one per file takes half a second.
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
