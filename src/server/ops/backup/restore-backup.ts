import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { scheduledKinds } from '#domain/notifications.ts'
import { pictureOfFile } from '#domain/photos.ts'
import type { Clock } from '#server/clock.ts'
import { type Database, type Db, type Engine, openDatabase, type Tx } from '#server/db/database.ts'
import { lockDataDir } from '#server/db/database-file.ts'
import { databaseFile, holdForMigration, migrateWithin, schemaVersion } from '#server/db/migrate.ts'
import { secretFileIn } from '#server/ops/config/environment.ts'
import { type ClubFiles, filesIn, syncToDisk } from '#server/ops/files/club-files.ts'
import { CommandRefused } from '#server/ops/terminal.ts'
import { copyFiles, writeAtomically } from './backup-files.ts'
import { checkBackup, rowsOf } from './check-backup.ts'
import type { Manifest } from './manifest.ts'
import type { BackupRow, Table, Value } from './tables.ts'

type RestoreInput = {
  dataDir: string
  databaseUrl: string | null
  files: ClubFiles
  /** The secret to store in the data folder; null if it comes from the environment. */
  secret: string | null
  /** Whether sessions and links stay valid. */
  keepLogins: boolean
  clock: Clock
  progress: (what: string) => void
}

/**
 * Restores a backup where there is no club yet.
 * @throws CommandRefused before anything is changed, if the backup or the target isn't fine
 */
export async function restoreBackup(folder: string, manifest: Manifest, facts: RestoreInput) {
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

/** Builds the database under a temporary name. Renaming it is the last step, which turns the folder into a club. */
async function intoFile(file: string, folder: string, manifest: Manifest, facts: RestoreInput) {
  // A WAL file without its database is left over from one that was moved; SQLite would replay it into ours.
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

async function intoPostgres(folder: string, manifest: Manifest, facts: RestoreInput) {
  const database = openDatabase({ url: facts.databaseUrl ?? '', poolSize: 1 })
  try {
    await assertEmpty(database.db)
    const backup = await prepare(folder, manifest, facts)
    await fill(database, backup, facts)
  } finally {
    await database.close()
  }
}

async function prepare(folder: string, manifest: Manifest, facts: RestoreInput): Promise<Backup> {
  const known = new Set(Object.keys(manifest.files))
  const strange = (await facts.files.list()).find((path) => !known.has(`files/${path}`))
  if (strange !== undefined)
    throw new CommandRefused(
      `The folder has files that aren’t in this backup (${strange}). Set DATA_DIR to a new folder. Nothing was restored.`,
    )
  return { folder, manifest, tables: await checkBackup(folder, manifest, (what) => facts.progress(`Checking ${what}`)) }
}

async function fill({ db, engine }: Database, backup: Backup, facts: RestoreInput) {
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') {
      // The timeouts are for requests; a restore takes longer, also while it reads files.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await holdForMigration(tx)
      await assertEmpty(tx)
    }
    const { clock, keepLogins } = facts
    await loadBackup(tx, engine, backup, { nowMs: clock.now(), keepLogins, progress: restoring(facts) })
    if (engine === 'postgres') await restoreFiles(backup.folder, facts)
  })
}

/** Files first, so that every row's file exists. */
async function restoreFiles(folder: string, facts: RestoreInput) {
  const { files, secret, dataDir } = facts
  await copyFiles(filesIn(join(folder, 'files')), files, restoring(facts))
  if (secret !== null) await writeAtomically(secretFileIn(dataDir), secret)
}

function restoring({ progress }: RestoreInput) {
  return (what: string) => progress(`Restoring ${what}`)
}

/** Refuses a database that has tables or other connections, such as a server that is about to create its tables. */
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

/** Below the limit of bound parameters in both engines. */
const mostParameters = 10_000

type Backup = { folder: string; manifest: Manifest; tables: Table[] }

/**
 * Creates the tables at the backup's schema version, inserts the rows, and migrates to the current one. All in the
 * caller's transaction, so all or nothing.
 */
async function loadBackup(tx: Tx, engine: Engine, backup: Backup, facts: LoadInput) {
  const { folder, manifest, tables } = backup
  await migrateWithin(tx, engine, manifest.schema)
  for (const table of tables) {
    facts.progress(table.name)
    await insertRows(tx, engine, table, rowsOf(folder, manifest, table))
  }
  await migrateWithin(tx, engine, schemaVersion)
  await cleanUpAfterRestore(tx, manifest, facts)
}

type LoadInput = { nowMs: number; keepLogins: boolean; progress: (what: string) => void }

async function insertRows(tx: Tx, engine: Engine, table: Table, rows: AsyncIterable<BackupRow>) {
  const atOnce = Math.floor(mostParameters / table.columns.length)
  let waiting: BackupRow[] = []
  for await (const row of rows) {
    if (engine === 'postgres') assertWithoutNul(table, row)
    waiting.push(row)
    if (waiting.length < atOnce) continue
    await insert(tx, table, waiting)
    waiting = []
  }
  if (waiting.length > 0) await insert(tx, table, waiting)
}

async function insert(tx: Tx, { name, columns }: Table, rows: BackupRow[]) {
  const tuple = (row: BackupRow) => sql`(${sql.join(columns.map((column): Value => row[column.name] ?? null))})`
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
    values ${sql.join(rows.map(tuple))}`.execute(tx.withoutPlugins())
}

/** PostgreSQL text can't contain NUL characters; SQLite text can. */
function assertWithoutNul(table: Table, row: BackupRow) {
  const column = table.columns.find(({ name }) => typeof row[name] === 'string' && row[name].includes('\0'))
  if (!column) return
  const key = table.key.map(({ name }) => `${name} ${row[name]}`).join(', ')
  throw new CommandRefused(
    `${table.name} (${key}) has a NUL character in ${column.name}, which PostgreSQL can’t store. Nothing was restored. Restore into SQLite instead.`,
  )
}

type CleanUpInput = {
  nowMs: number
  /** For a club that moves to another server: nothing has changed since the backup. */
  keepLogins: boolean
}

const countedFrom = Date.UTC(2026, 0, 1)

/**
 * Adjusts what must not be as it was. Emails that were queued were most likely sent since, so they aren't sent again.
 * Topic versions jump past any that an open screen may have seen, or it would take itself for current: there is less
 * than one change per second, so the seconds since a fixed day exceed every version. Photos stored during the backup
 * have files but no row; they get one marked unused, so that the cleanup deletes them.
 */
async function cleanUpAfterRestore(tx: Tx, manifest: Manifest, { nowMs, keepLogins }: CleanUpInput) {
  await tx
    .updateTable('mailOutbox')
    .set({
      failedAt: new Date(nowMs).toISOString(),
      sealed: null,
      lastError: 'it was still queued when the backup was made',
    })
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
  const beyond = sql.lit(Math.floor((nowMs - countedFrom) / 1000))
  await sql`
    insert into topic_version (topic, version)
    select 'member:' || id, 0 from member
    union all select 'practices', 0 union all select 'live', 0 union all select 'members', 0
    on conflict (topic) do nothing`.execute(tx)
  await sql`
    update topic_version set version = case when version < ${beyond} then ${beyond} else version + 1 end`.execute(tx)
  const now = new Date(nowMs).toISOString()
  if (!keepLogins) {
    await endSecrets(tx)
    await sendFromNowOn(tx, now)
  }
  for (const path of Object.keys(manifest.files)) {
    const picture = pictureOfFile(path.replace(/^files\//, ''))
    if (picture === null) continue
    await tx
      .insertInto('picture')
      .values({ ...picture, createdAt: now, unusedSince: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

/**
 * What became due between the backup and now was most likely sent, as queued emails were. It is as if it had just been turned on, which
 * sends none right away. What an officer has yet to turn on stays off.
 */
async function sendFromNowOn(tx: Tx, now: string) {
  await tx
    .insertInto('awaitingPreview')
    .values(scheduledKinds.map((kind) => ({ kind, turnedOnAt: now })))
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({ turnedOnAt: now }).where('awaitingPreview.turnedOnAt', 'is not', null),
    )
    .execute()
  await tx.updateTable('weeklyBatch').set({ finishedAt: now }).where('finishedAt', 'is', null).execute()
}

/**
 * Ends everything that grants access. It may have been used, expired, or reset since the backup, which the backup can't
 * know. Everyone has to log in again, and My Practices says that the calendar link was reset.
 */
async function endSecrets(tx: Tx) {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('kiosk').execute()
  await tx.deleteFrom('verification').execute()
  await tx.deleteFrom('pushSubscription').execute()
  await tx.updateTable('feedToken').set({ nonce: '', tokenHash: sql`'reset:' || member_id` }).execute()
  await tx.updateTable('member').set({ passNonce: null, passCodeHash: null }).execute()
  await tx.updateTable('scorecard').set({ inviteCode: null, inviteUntil: null }).execute()
}
