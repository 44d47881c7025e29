import { defineConfig } from 'vitest/config'

// Tests of the policy table, for Stryker. On SQLite only, because policies don't depend on the database.
export default defineConfig({
  test: {
    include: ['src/server/http/procedures.test.ts'],
    testNamePattern: /^(?!.*\(postgres\))/,
    setupFiles: ['test/support/console-errors.ts'],
    testTimeout: 60_000,
    bail: 1,
  },
})
