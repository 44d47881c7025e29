import { existsSync } from 'node:fs'
import { systemClock } from '#server/clock.ts'
import { databaseFile, openClubDatabase } from '#server/db/migrate.ts'
import { createWrite } from '#server/db/write.ts'
import { createClubSettings } from '#server/features/settings/club-settings.ts'
import { backUpBeforeUpdate } from '#server/ops/backup/create-backup.ts'
import { loadClub, SettingError } from '#server/ops/config/club-config.ts'
import { type Environment, readEnvironment } from '#server/ops/config/environment.ts'
import { openClubFiles } from '#server/ops/files/open-files.ts'
import type { Terminal } from '#server/ops/terminal.ts'

export type CommandClub = Awaited<ReturnType<typeof openClub>>

/**
 * Opens the club for a command: with the server's settings and database, but without HTTP and scheduled jobs. Safe
 * while a server is running, which notices writes by the topic versions in the database (live/change-feed.ts).
 */
export async function openClub({ env, complain }: Pick<Terminal, 'env' | 'complain'>, { mayBeNew = false } = {}) {
  const environment = readEnvironment(env)
  const file = await loadClub(environment.clubConfig)
  if (!mayBeNew) requireClub(environment)
  const database = await openClubDatabase(environment, {
    beforeUpdate: backUpBeforeUpdate(environment, systemClock, complain),
  })
  const write = createWrite(database, () => {})
  const settings = await createClubSettings(database, file, environment)
  return {
    environment,
    settings,
    club: settings.inUse.club,
    clock: systemClock,
    database,
    files: await openClubFiles(environment),
    write,
    async [Symbol.asyncDispose]() {
      await write.settled()
      await database.close()
    },
  }
}

/** Otherwise a mistyped DATA_DIR would silently create a new, empty club. */
export function requireClub(environment: Environment) {
  const file = databaseFile(environment)
  if (file !== null && !existsSync(file))
    throw new SettingError(
      `There’s no club in ${environment.dataDir} yet. Start the server once, or set DATA_DIR to the club’s data folder.`,
    )
}
