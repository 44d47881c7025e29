import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecrets } from '#server/auth/secrets.ts'
import type { Clock } from '#server/clock.ts'
import { databaseFile } from '#server/db/club-database.ts'
import { SettingError } from '#server/ops/config/club-config.ts'
import { type Environment, secretFileIn } from '#server/ops/config/environment.ts'
import { openClubFiles } from '#server/ops/files/open-files.ts'
import { type Aside, createBackup } from './create-backup.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { nameOfBackup } from './retention.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

type Facts = {
  clock: Clock
  tell?: (what: string) => void
  aside?: Aside
}

/** A backup of the club that these settings describe, in a new folder. */
export async function backUpClub(environment: Environment, folder: string, { clock, tell = () => {}, aside }: Facts) {
  const file = databaseFile(environment)
  return createBackup(folder, {
    openSnapshot: () =>
      file === null ? openPostgresSnapshot(environment.databaseUrl ?? '', clock) : openSqliteSnapshot(file, clock),
    files: await openClubFiles(environment),
    secretMark: createSecrets(environment.authSecret).mark,
    keptSecret: await keptSecret(environment),
    tell,
    ...(aside ? { aside } : {}),
  })
}

/**
 * Before the database is brought up to date (T72). @throws SettingError when no backup can be taken: without one, an
 * update that turns out to be wrong could not be taken back
 */
export function backUpBeforeUpdate(environment: Environment, clock: Clock, say: (line: string) => void) {
  return async (update: { from: number; to: number }) => {
    const folder = join(environment.backups.folder, nameOfBackup(clock.now(), update))
    try {
      await backUpClub(environment, folder, { clock })
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/\s+/g, ' ').replace(/\.$/, '') : error
      throw new SettingError(
        `The database needs an update (${update.from} to ${update.to}), but the backup that comes first failed: ${why}. Set BACKUP_DIR to a folder with enough space. Nothing was changed.`,
      )
    }
    say(`Updating the database (${update.from} to ${update.to}). A backup from before the update: ${folder}`)
  }
}

/** The secret where the data folder keeps it; null where only the environment has it. */
async function keptSecret({ dataDir, authSecret }: Environment) {
  const kept = await readFile(secretFileIn(dataDir), 'utf8').catch(() => null)
  return kept?.trim() === authSecret ? kept : null
}
