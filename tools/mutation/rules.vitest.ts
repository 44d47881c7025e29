import { defineConfig } from 'vitest/config'

// As the rules' project of vitest.config.ts, for Stryker, whose workers are threads: those have the time zone of their process.
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  test: {
    include: ['src/{domain,contract}/**/*.test.ts', 'src/firebase/documents/*.test.ts'],
    isolate: false,
    setupFiles: ['test/support/console-errors.ts'],
    testTimeout: 120_000,
  },
})
