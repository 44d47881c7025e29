import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import { databaseFile } from '#server/db/club-database.ts'
import { type Database, type Db, openDatabase } from '#server/db/database.ts'
import { lockDataDir } from '#server/db/lock-data-dir.ts'
import { holdForMigration } from '#server/db/migrate.ts'
import { CommandRefused } from '#server/ops/cli/terminal.ts'
import { secretFileIn } from '#server/ops/config/environment.ts'
import type { ClubFiles } from '#server/ops/files/club-files.ts'
import { filesIn, syncToDisk } from '#server/ops/files/disk-files.ts'
import { writeAtomically } from './atomic-write.ts'
import { checkBackup } from './check-backup.ts'
import { copyFiles } from './copy-files.ts'
import { type Backup, loadBackup } from './load-backup.ts'
import type { Manifest } from './manifest.ts'

type Facts = {
  dataDir: string
  databaseUrl: string | null
  files: ClubFiles
  /** To be kept in the data folder; null when the environment has it. */
  secret: string | null
  /** Sessions and links stay valid (post-restore.ts). */
  keepLogins: boolean
  clock: Clock
  tell: (what: string) => void
}

/** Puts a backup where there is no club yet. @throws CommandRefused before anything is touched, unless all is well */
export async function restoreBackup(folder: string, manifest: Manifest, facts: Facts) {
  const file = databaseFile(facts)
  if (file === null) return intoPostgres(folder, manifest, facts)
  const unlock = lockDataDir(facts.dataDir)
  if (!unlock) throw new CommandRefused(`A server is running on ${facts.dataDir}. Stop it first. Nothing was restored.`)
  try {
    await intoFile(file, folder, manifest, facts)
  } finally {
    unlock()
  }
}

/** The database is built under another name. Its renaming, last of all, is what makes the folder a club's. */
async function intoFile(file: string, folder: string, manifest: Manifest, facts: Facts) {
  // A log without its database is one that was taken away by hand; SQLite would play it into ours.
  const taken = [file, `${file}-wal`].find((each) => existsSync(each))
  if (taken)
    throw new CommandRefused(
      `There’s already a club here: ${taken}. Set DATA_DIR to a new folder, or move this one somewhere else first. Nothing was restored.`,
    )
  const backup = await prepare(folder, manifest, facts)
  const unfinished = `${file}.unfinished`
  for (const suffix of ['', '-wal', '-shm']) await rm(unfinished + suffix, { force: true })
  const database = openDatabase({ file: unfinished })
  try {
    await fill(database, backup, facts)
  } finally {
    await database.close()
  }
  await restoreFiles(folder, facts)
  await syncToDisk(unfinished)
  await rename(unfinished, file)
  await syncToDisk(facts.dataDir)
}

async function intoPostgres(folder: string, manifest: Manifest, facts: Facts) {
  const database = openDatabase({ url: facts.databaseUrl ?? '', poolSize: 1 })
  try {
    await assertEmpty(database.db)
    const backup = await prepare(folder, manifest, facts)
    await fill(database, backup, facts)
  } finally {
    await database.close()
  }
}

async function prepare(folder: string, manifest: Manifest, facts: Facts): Promise<Backup> {
  const known = new Set(Object.keys(manifest.files))
  const strange = (await facts.files.list()).find((path) => !known.has(`files/${path}`))
  if (strange !== undefined)
    throw new CommandRefused(
      `The folder has files that aren’t in this backup (${strange}). Set DATA_DIR to a new folder. Nothing was restored.`,
    )
  return { folder, manifest, tables: await checkBackup(folder, manifest, (what) => facts.tell(`Checking ${what}`)) }
}

async function fill({ db, engine }: Database, backup: Backup, facts: Facts) {
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') {
      // A whole club takes longer than a request may, and reading files in between is not hanging.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await holdForMigration(tx)
      await assertEmpty(tx)
    }
    const { clock, keepLogins } = facts
    await loadBackup(tx, engine, backup, { nowMs: clock.now(), keepLogins, tell: restoring(facts) })
    if (engine === 'postgres') await restoreFiles(backup.folder, facts)
  })
}

/** Before the rows that speak of them. */
async function restoreFiles(folder: string, facts: Facts) {
  const { files, secret, dataDir } = facts
  await copyFiles(filesIn(join(folder, 'files')), files, restoring(facts))
  if (secret !== null) await writeAtomically(secretFileIn(dataDir), secret)
}

function restoring({ tell }: Facts) {
  return (what: string) => tell(`Restoring ${what}`)
}

/** Of tables, and of other connections of ours: a server that is about to make its tables there. */
async function assertEmpty(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by 1`.execute(db)
  if (tables.length > 0)
    throw new CommandRefused(
      `The database in DATABASE_URL isn’t empty: it has ${tables.length} tables, including ${tables[0]?.name}. Set DATABASE_URL to an empty one (create it with "createdb"). Nothing was restored.`,
    )
  const { rows: others } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(db)
  if (others.length > 0)
    throw new CommandRefused(
      'Something else is connected to the database in DATABASE_URL, maybe a server. Stop it first. Nothing was restored.',
    )
}
