import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { databaseFile, schemaVersion } from '#server/db/migrate.ts'
import { SettingError } from '#server/ops/config/club-config.ts'
import { type Environment, secretFileIn } from '#server/ops/config/environment.ts'
import { type ClubFiles, filesIn, syncToDisk } from '#server/ops/files/club-files.ts'
import { openClubFiles } from '#server/ops/files/open-files.ts'
import { CommandRefused } from '#server/ops/terminal.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { copyFiles, writeAtomically } from './backup-files.ts'
import { type FileFacts, type Manifest, manifestFile, renderManifest, secretFile, tableFile } from './manifest.ts'
import { nameOfBackup } from './retention.ts'
import { openPostgresSnapshot, openSqliteSnapshot, type Snapshot } from './snapshot.ts'
import { tablesAt, writeTable } from './tables.ts'

type BackupOptions = {
  clock: Clock
  progress?: (what: string) => void
  aside?: Aside
}

/** Backs up the club that these settings describe, into a new folder. */
export async function backUpClub(
  environment: Environment,
  folder: string,
  { clock, progress = () => {}, aside }: BackupOptions,
) {
  const file = databaseFile(environment)
  return createBackup(folder, {
    openSnapshot: () =>
      file === null ? openPostgresSnapshot(environment.databaseUrl ?? '', clock) : openSqliteSnapshot(file, clock),
    files: await openClubFiles(environment),
    secretMark: createSecrets(environment.authSecret).mark,
    storedSecret: await storedSecret(environment),
    progress,
    ...(aside ? { aside } : {}),
  })
}

/**
 * Returns a function that takes a backup before a database migration (T72), so that a bad update can be undone.
 * @throws SettingError if the backup fails, which stops the update
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

/** The secret stored in the data folder; null if it comes only from the environment. */
async function storedSecret({ dataDir, authSecret }: Environment) {
  const kept = await readFile(secretFileIn(dataDir), 'utf8').catch(() => null)
  return kept?.trim() === authSecret ? kept : null
}

export type Aside = { to: ClubFiles; known: Record<string, FileFacts> }

type BackupSource = {
  openSnapshot: () => Promise<Snapshot>
  files: ClubFiles
  /** Fingerprint of the club's secret, wherever it comes from. */
  secretMark: string
  /** The secret itself if the data folder stores it; null if it comes from the environment. */
  storedSecret: string | null
  /** Where to copy the files if not into the folder, and the files that are already there, by path. */
  aside?: Aside
  progress: (what: string) => void
}

/**
 * Writes a backup into a new folder: a snapshot of the rows first, then the files, so that every row's file is
 * included. The folder gets its final name last, so a partial backup is never mistaken for a complete one.
 */
export async function createBackup(folder: string, facts: BackupSource): Promise<Manifest> {
  await assertNew(folder)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const unfinished = await mkdtemp(join(dirname(folder), `${basename(folder)}.unfinished-`))
  try {
    const manifest = await fill(unfinished, facts)
    for (const part of ['tables', 'files', '.']) await syncToDisk(join(unfinished, part))
    await rename(unfinished, folder)
    await syncToDisk(dirname(folder))
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function fill(folder: string, facts: BackupSource): Promise<Manifest> {
  for (const part of ['tables', 'files']) await mkdir(join(folder, part), { mode: 0o700 })
  const fromTables = await writeTables(folder, facts)
  const { to, known } = facts.aside ?? { to: filesIn(join(folder, 'files')), known: {} }
  const copied = await copyFiles(facts.files, to, facts.progress, known)
  const files = Object.fromEntries(Object.entries(copied).map(([path, file]) => [`files/${path}`, file]))
  if (facts.storedSecret !== null)
    files[secretFile] = await writeAtomically(join(folder, secretFile), facts.storedSecret)
  const manifest: Manifest = {
    format: 1,
    app: packageJson.version,
    ...fromTables,
    secretMark: facts.secretMark,
    files,
  }
  await writeAtomically(join(folder, manifestFile), renderManifest(manifest))
  return manifest
}

async function writeTables(folder: string, { openSnapshot, progress }: BackupSource) {
  const snapshot = await openSnapshot()
  try {
    const { schema, engine, takenAt } = snapshot
    if (schema === null) throw new SettingError('There’s no club in the database yet. Start the server once first.')
    if (schema > schemaVersion)
      throw new CommandRefused(
        `The database was updated by a newer release (version ${schema}; this one supports ${schemaVersion}). Back it up with that release.`,
      )
    const tables: Manifest['tables'] = {}
    for (const table of await tablesAt(schema)) {
      progress(table.name)
      tables[table.name] = await writeTable(join(folder, tableFile(table.name)), snapshot.rows(table))
    }
    return { schema, engine, takenAt, tables }
  } finally {
    await snapshot.close()
  }
}

async function assertNew(folder: string) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new CommandRefused(`${folder} can’t be used for a backup (${error.code}). Choose a new folder.`)
  })
  if (names.length > 0)
    throw new CommandRefused(`${folder} isn’t empty. Choose a new folder; backups never overwrite anything.`)
}
