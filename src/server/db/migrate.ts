import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import * as foundation from '#server/db/migrations/0001-foundation.ts'
import * as appendOnly from '#server/db/migrations/0002-append-only.ts'
import * as erasure from '#server/db/migrations/0003-erasure.ts'
import * as calendarFeeds from '#server/db/migrations/0004-calendar-feeds.ts'
import * as pictures from '#server/db/migrations/0005-pictures.ts'
import * as removal from '#server/db/migrations/0006-removal.ts'
import * as waitingList from '#server/db/migrations/0007-waiting-list.ts'
import * as auditOrder from '#server/db/migrations/0008-audit-order.ts'
import * as rm01 from '#server/db/migrations/0009-rm01.ts'
import * as storeImport from '#server/db/migrations/0010-store-import.ts'
import * as attendanceByMember from '#server/db/migrations/0011-attendance-by-member.ts'
import * as scorecards from '#server/db/migrations/0012-scorecards.ts'
import * as doubleScoring from '#server/db/migrations/0013-double-scoring.ts'
import * as movingIn from '#server/db/migrations/0014-moving-in.ts'
import * as news from '#server/db/migrations/0015-news.ts'
import * as push from '#server/db/migrations/0016-push.ts'
import * as practicesAhead from '#server/db/migrations/0017-practices-ahead.ts'
import * as membersToLookAt from '#server/db/migrations/0018-members-to-look-at.ts'
import * as remindedFor from '#server/db/migrations/0019-reminded-for.ts'
import * as refusedSince from '#server/db/migrations/0020-refused-since.ts'
import * as cantCome from '#server/db/migrations/0021-cant-come.ts'
import * as sampleSettings from '#server/db/migrations/0022-sample-settings.ts'
import * as ledgerWords from '#server/db/migrations/0023-ledger-words.ts'
import * as auditWords from '#server/db/migrations/0024-audit-words.ts'
import * as passwordEntered from '#server/db/migrations/0025-password-entered.ts'
import * as hashedSessions from '#server/db/migrations/0026-hashed-sessions.ts'
import * as topicOutbox from '#server/db/migrations/0027-topic-outbox.ts'
import * as calendarFindings from '#server/db/migrations/0028-calendar-findings.ts'
import * as cleanTexts from '#server/db/migrations/0029-clean-texts.ts'
import * as showGoing from '#server/db/migrations/0030-show-going.ts'
import * as cancelMessage from '#server/db/migrations/0031-cancel-message.ts'
import * as plannedLimit from '#server/db/migrations/0032-planned-limit.ts'
import * as settings from '#server/db/migrations/0033-settings.ts'
import * as clubFiles from '#server/db/migrations/0034-club-files.ts'
import * as weeklyEmail from '#server/db/migrations/0035-weekly-email.ts'
import * as replyDeadlines from '#server/db/migrations/0036-reply-deadlines.ts'
import * as plannedDeadline from '#server/db/migrations/0037-planned-deadline.ts'
import * as reminders from '#server/db/migrations/0038-reminders.ts'
import * as noShowExcuses from '#server/db/migrations/0039-no-show-excuses.ts'
import * as wantedNews from '#server/db/migrations/0040-wanted-news.ts'
import * as checkInMode from '#server/db/migrations/0041-check-in-mode.ts'
import * as guests from '#server/db/migrations/0042-guests.ts'
import * as passCode from '#server/db/migrations/0043-pass-code.ts'
import * as heldSessions from '#server/db/migrations/0044-held-sessions.ts'
import * as sales from '#server/db/migrations/0045-sales.ts'
import * as kiosks from '#server/db/migrations/0046-kiosks.ts'
import { SettingError } from '#server/ops/config/club-config.ts'
import type { Environment } from '#server/ops/config/environment.ts'
import { type Database, type Engine, openDatabase, type Tx } from './database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables as they were at its version
type Migration = { up: (db: Kysely<any>, engine: Engine) => Promise<void> }

/**
 * In order; a released migration never changes. Versions start at 1. A migration only adds, and to only one existing table, so that
 * processes of the previous release keep working during and after a rollout (record 3; additive-migrations.test.ts).
 */
const migrations: Migration[] = [
  foundation,
  appendOnly,
  erasure,
  calendarFeeds,
  pictures,
  removal,
  waitingList,
  auditOrder,
  rm01,
  storeImport,
  attendanceByMember,
  scorecards,
  doubleScoring,
  movingIn,
  news,
  push,
  practicesAhead,
  membersToLookAt,
  remindedFor,
  refusedSince,
  cantCome,
  sampleSettings,
  ledgerWords,
  auditWords,
  passwordEntered,
  hashedSessions,
  topicOutbox,
  calendarFindings,
  cleanTexts,
  showGoing,
  cancelMessage,
  plannedLimit,
  settings,
  clubFiles,
  weeklyEmail,
  replyDeadlines,
  plannedDeadline,
  reminders,
  noShowExcuses,
  wantedNews,
  checkInMode,
  guests,
  passCode,
  heldSessions,
  sales,
  kiosks,
]
export const schemaVersion = migrations.length

/** Key of the PostgreSQL advisory lock that lets one process migrate while others wait. */
const migrationLock = 20_260_917

/** How long a migration waits for a table in use. Kept short, because later queries queue behind its lock request. */
const waitForTableMs = 2000
const mostTries = 60
const betweenTriesMs = { least: 300, most: 1500 }

/**
 * Migrates the database, each step in its own transaction together with its version, so that it applies entirely or not at all.
 * On PostgreSQL requests continue during it, and only one of several starting processes migrates.
 * @throws SettingError if a newer release has migrated the database (T72)
 */
export async function migrate({ db, engine }: Database, to = schemaVersion) {
  for (let tries = 1; ; ) {
    try {
      const applied = await db.transaction().execute(async (tx) => {
        if (engine === 'postgres') await beginStep(tx)
        await createVersions(tx)
        return applyNext(tx, engine, to)
      })
      if (!applied) return
    } catch (error) {
      if (!isLockConflict(error) || tries >= mostTries) throw error
      tries += 1
      await pause(betweenTriesMs.least + Math.random() * (betweenTriesMs.most - betweenTriesMs.least))
    }
  }
}

/** No statement timeout for a large table or while another process migrates, but a short one for the lock on a table in use. */
async function beginStep(tx: Tx) {
  await sql`set local statement_timeout = 0`.execute(tx)
  await holdForMigration(tx)
  await sql`set local lock_timeout = ${sql.lit(waitForTableMs)}`.execute(tx)
}

/** A table was in use for too long (lock timeout), or a request locked tables in another order (deadlock). */
function isLockConflict(error: unknown) {
  return error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))
}

/** All migrations up to a version in the caller's transaction, for a restore, which must be atomic. */
export async function migrateWithin(tx: Tx, engine: Engine, to: number) {
  await createVersions(tx)
  while (await applyNext(tx, engine, to)) {}
}

/** Prevents other processes from migrating until the transaction ends. PostgreSQL only. */
export async function holdForMigration(tx: Tx) {
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx)
}

async function createVersions(tx: Tx) {
  await sql`create table if not exists schema_version (version integer primary key, applied_at text not null)`.execute(
    tx,
  )
}

/** @returns whether there was a migration to apply */
async function applyNext(tx: Tx, engine: Engine, to: number) {
  const { rows } = await sql<{
    version: number | null
  }>`select max(version) as version from schema_version`.execute(tx)
  const version = rows[0]?.version ?? 0
  if (version > schemaVersion)
    throw new SettingError(
      `The database was updated by a newer release (version ${version}; this one supports ${schemaVersion}). Start that release instead.`,
    )
  const next = migrations[version]
  if (!next || version >= to) return false
  await next.up(tx.withoutPlugins(), engine)
  await sql`insert into schema_version (version, applied_at) values (${version + 1}, ${new Date().toISOString()})`.execute(
    tx,
  )
  return true
}

type Where = Pick<Environment, 'databaseUrl' | 'dataDir'>

/** Path of the SQLite file, which may not exist yet; null on PostgreSQL. */
export function databaseFile({ databaseUrl, dataDir }: Where) {
  return databaseUrl === null ? join(dataDir, 'quiver.db') : null
}

type Options = {
  /** See `openDatabase`: how long a connection may be silent, in ms. */
  silentForMs?: number
  /** Awaited before an existing club's database is migrated; if it throws, the database stays unchanged. */
  beforeUpdate: (versions: { from: number; to: number }) => Promise<void>
}

/** Opens the database that the settings name, and migrates it. */
export async function openClubDatabase(where: Where, { beforeUpdate, ...limits }: Options): Promise<Database> {
  const file = databaseFile(where)
  const database = openDatabase(file === null ? { url: where.databaseUrl ?? '', ...limits } : { file })
  try {
    const from = await versionOf(database)
    if (from > 0 && from < schemaVersion) await beforeUpdate({ from, to: schemaVersion })
    if (from !== schemaVersion) await migrateOverOwnConnection(where, database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates PostgreSQL over its own connection, because a long migration is silent for longer than `silentForMs`. */
async function migrateOverOwnConnection({ databaseUrl }: Where, database: Database) {
  if (databaseUrl === null) return migrate(database)
  const apart = openDatabase({ url: databaseUrl, poolSize: 1, keepAlive: true })
  try {
    await migrate(apart)
  } finally {
    await apart.close()
  }
}

/**
 * Version of the schema; 0 if there is no club yet. Only reads, so that a command doesn't wait for the server's write lock when there
 * is nothing to migrate.
 */
async function versionOf({ db }: Database) {
  try {
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
      db,
    )
    return rows[0]?.version ?? 0
  } catch {
    // The table doesn't exist yet. Any other error shows up again when migrating.
    return 0
  }
}
