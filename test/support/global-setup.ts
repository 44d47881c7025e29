import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test run's PostgreSQL, for `createDatabase` and `prepareTemplate`. */
    postgresUrl: string
  }
}

export default async function setUp(project: TestProject) {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
