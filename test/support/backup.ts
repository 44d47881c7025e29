import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Manifest } from '#server/ops/backup/manifest.ts'
import { run } from '#server/ops/cli/program.ts'
import type { EngineName, TestClub } from './club.ts'
import { emptyFolder } from './empty-folder.ts'
import { createDatabase } from './postgres.ts'

const AUTH_SECRET = 'a test secret that is long enough 0123456789'

/** Runs a command in this process. */
export async function quiver(env: NodeJS.ProcessEnv, ...words: string[]) {
  const said: string[] = []
  const complained: string[] = []
  const code = await run(words, {
    env,
    say: (line) => void said.push(line),
    complain: (line) => void complained.push(line),
  })
  return { code, said: said.join('\n'), complained: complained.join('\n') }
}

export type ClubEnv = { DATA_DIR: string; AUTH_SECRET: string; DATABASE_URL?: string }

/** A test club's settings, for a command that runs against it. */
export function envOf(club: TestClub): ClubEnv {
  return { DATA_DIR: club.dataDir, AUTH_SECRET, ...(club.databaseUrl ? { DATABASE_URL: club.databaseUrl } : {}) }
}

/** Folders for backups and empty folders to restore into, removed on disposal. */
export function createPlaces() {
  const place = emptyFolder()
  const { folder } = place
  const databases: AsyncDisposable[] = []
  let made = 0
  return {
    folder,
    /** An unused name. */
    fresh: () => join(folder, `place-${++made}`),
    async empty(engine: EngineName): Promise<ClubEnv> {
      const env = { DATA_DIR: this.fresh(), AUTH_SECRET }
      if (engine === 'sqlite') return env
      const database = await createDatabase(inject('postgresUrl'))
      databases.push(database)
      return { ...env, DATABASE_URL: database.url }
    },
    async [Symbol.asyncDispose]() {
      for (const database of databases) await database[Symbol.asyncDispose]()
      place[Symbol.dispose]()
    },
  }
}

export async function manifestOf(backup: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
}

/** A table's rows as they are written in a backup. */
export async function rowsIn(backup: string, table: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(backup, 'tables', `${table}.ndjson`), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
