import { defineConfig } from 'vitest/config'

const setupFiles = ['test/support/console-errors.ts']

export default defineConfig({
  test: {
    // Two cores are what the smallest machine has; a real fork, unlike a thread, has a time zone and signals of its own.
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['src/{domain,contract}/**/*.test.ts'],
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
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
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
