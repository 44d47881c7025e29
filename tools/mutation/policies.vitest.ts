import { defineConfig } from 'vitest/config'

// What asks the policy table, for Stryker: on SQLite, for the engine makes no difference to who may.
export default defineConfig({
  test: {
    include: ['src/server/http/procedures.test.ts'],
    testNamePattern: /^(?!.*\(postgres\))/,
    setupFiles: ['test/support/console-errors.ts'],
    testTimeout: 60_000,
    bail: 1,
  },
})
