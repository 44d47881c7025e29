import { defineConfig } from 'vitest/config'

// Like the rules project in vitest.config.ts. Stryker's workers are threads, which use the time zone of their process.
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  test: {
    include: ['src/{domain,contract}/**/*.test.ts', 'src/firebase/documents/*.test.ts'],
    isolate: false,
    setupFiles: ['test/support/console-errors.ts'],
    testTimeout: 120_000,
  },
})
