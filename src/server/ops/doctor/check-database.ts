import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { type Database, openDatabaseReadOnly } from '#server/db/database.ts'
import { databaseFile, schemaVersion } from '#server/db/migrate.ts'
import { asTyped } from '#server/ops/terminal.ts'
import { type CheckGroup, type CheckInput, codeOf, type Finding, messageOf, ok, warning, wrong } from './check.ts'

type Opened = { database: Database | null; sinceMs: number | null; findings: Finding[] }

/** Opens the club's database read-only, without creating or migrating it. */
export async function openReadOnly(settings: CheckInput['settings'], limits: CheckInput['limits']): Promise<Opened> {
  const file = databaseFile(settings)
  const nothing = (finding: Finding): Opened => ({ database: null, sinceMs: null, findings: [finding] })
  if (file !== null) {
    const stranger = whyNotFile(file, settings.dataDir)
    if (stranger) return nothing(stranger)
  }
  let database: Database | undefined
  try {
    database = openDatabaseReadOnly(
      file === null ? { url: settings.databaseUrl ?? '', silentForMs: limits.timeoutMs } : { file },
    )
    return { database, ...(await lookAtVersion(database)) }
  } catch (error) {
    await database?.close()
    return nothing(file === null ? whyNoPostgres(error) : whyNoSqlite(error, file))
  }
}

function whyNotFile(file: string, dataDir: string): Finding | null {
  const { uid } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (uid === undefined)
    return wrong(
      `There’s no club in ${dataDir} yet.`,
      'Start the server once, set DATA_DIR to the club’s data folder, or restore a backup into it.',
    )
  const me = process.getuid?.()
  if (me === undefined || me === uid) return null
  return wrong(
    `${file} belongs to another user (${uid}), not the one running this (${me}).`,
    `Run commands as the user the server runs as: sudo -u quiver ${asTyped('doctor')}. If this is that user, fix the owner: chown -R quiver: ${dataDir}`,
  )
}

async function lookAtVersion({ db }: Database) {
  const { rows } = await sql<{ version: number | null; since: string | null }>`
    select max(version) as version, min(applied_at) as since from schema_version`.execute(db)
  const { version, since } = rows[0] ?? {}
  const sinceMs = since ? Date.parse(since) : null
  if (!version)
    return {
      sinceMs,
      findings: [wrong('The database is empty.', 'Start the server once, or restore a backup into it.')],
    }
  if (version > schemaVersion)
    return {
      sinceMs,
      findings: [
        wrong(
          `The database is from a newer release (version ${version}; this one is ${schemaVersion}).`,
          'Switch to that release: git pull, or git checkout of the newer commit.',
        ),
      ],
    }
  if (version < schemaVersion)
    return {
      sinceMs,
      findings: [
        warning(
          `The database is from an older release (version ${version}; this one is ${schemaVersion}).`,
          'Restart the server. It makes a backup and updates the database.',
        ),
      ],
    }
  return { sinceMs, findings: [] }
}

function whyNoSqlite(error: unknown, file: string) {
  return wrong(
    `${file} can’t be read: ${messageOf(error)}.`,
    `Stop the server, move the data folder somewhere else, and restore the newest backup: ${asTyped('backups')} lists them.`,
  )
}

function whyNoPostgres(error: unknown) {
  const code = codeOf(error)
  if (code === '28P01' || code === '28000')
    return wrong('PostgreSQL rejects the login.', 'Check the user and password in DATABASE_URL.')
  if (code === '3D000')
    return wrong(
      'PostgreSQL doesn’t have this database.',
      'Create it (createdb -O quiver quiver), or correct its name in DATABASE_URL.',
    )
  if (code === '42P01') return wrong('The database is empty.', 'Start the server once, or restore a backup into it.')
  return wrong(
    `The database in DATABASE_URL can’t be reached (${code || messageOf(error)}).`,
    'Check the host and port in DATABASE_URL, and that PostgreSQL is running: systemctl status postgresql',
  )
}

export const database: CheckGroup = {
  name: 'Database',
  async look({ database }) {
    if (database === null) return []
    const { db, engine } = database
    if (engine === 'postgres') {
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
      return [ok(`PostgreSQL ${rows[0]?.version} responds. ("${asTyped('verify')}" checks its contents.)`)]
    }
    const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(3)`.execute(db)
    const damage = rows.map((row) => row.quickCheck).filter((line) => line !== 'ok')
    if (damage.length === 0) return [ok(`The file is intact. ("${asTyped('verify')}" checks its contents.)`)]
    return [
      wrong(
        `The database is damaged: ${messageOf(damage.join('; '))}.`,
        `Stop the server, save a copy of the data folder, and restore the newest good backup: ${asTyped('backups')} lists them.`,
      ),
    ]
  },
}

export const people: CheckGroup = {
  name: 'Officers',
  async look({ database }) {
    if (database === null) return []
    const officers = await database.db
      .selectFrom('member')
      .where('role', '=', 'Officer')
      .where('removedAt', 'is', null)
      .select('id')
      .execute()
    if (officers.length === 0)
      return [
        wrong(
          'The club has no officers.',
          `Sign up in the app, verify the email, then run: ${asTyped('officer add EMAIL')}`,
        ),
      ]
    if (officers.length === 1)
      return [
        warning(
          'The club has only one officer.',
          'Add another one under Members, so the club can manage when one is away.',
        ),
      ]
    return [ok(`The club has ${officers.length}.`)]
  },
}
