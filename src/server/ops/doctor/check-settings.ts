import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isSettingName } from '#domain/settings/setting-list.ts'
import type { Database } from '#server/db/database.ts'
import { isOlder, oldestSqlite } from '#server/db/node-sqlite-dialect.ts'
import { withStoredSettings } from '#server/features/settings/club-settings.ts'
import { connectionLimit, descriptorLimit } from '#server/http/connections.ts'
import { type ClubConfig, listMissingSettings, settingOf } from '#server/ops/config/club-config.ts'
import { fileOfSettings, variableNames } from '#server/ops/config/variables.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { type CheckGroup, type Finding, ok, warning, wrong } from './check.ts'
import { isReservedDomain } from './check-email.ts'

const root = join(import.meta.dirname, '../../../..')

export const settings: CheckGroup = {
  name: 'Settings',
  async look({ env, club, isClubRead, database, settings: { baseUrl, local } }) {
    const stored = await storedSettings(database)
    const unset = isClubRead ? listMissingSettings(withStoredSettings(club, stored)) : []
    return [
      ...misspelt(env),
      ...readableFile(),
      ...(local || !isReservedDomain(new URL(baseUrl).hostname)
        ? []
        : [wrong(`BASE_URL is ${baseUrl}, which isn’t a real address.`, 'Set BASE_URL to the address people type.')]),
      ...(unset.length === 0
        ? []
        : [
            warning(
              `These settings are missing: ${unset.join(', ')}.`,
              'An officer sets them in the app, under Settings.',
            ),
          ]),
      ...(isClubRead ? stored.flatMap((row) => setInApp(club, row)) : []),
    ]
  },
}

/** What officers have set in the app. Empty if the database can't be read, or is of an earlier release. */
async function storedSettings(database: Database | null) {
  if (database === null) return []
  const reading = database.db.selectFrom('setting').select(['name', 'value']).where('value', 'is not', null)
  return reading
    .orderBy('name')
    .execute()
    .catch(() => [])
}

/** Which of two values applies, where the app and `club.config.ts` differ. */
export function setInApp(club: ClubConfig, { name, value }: { name: string; value: string | null }): Finding[] {
  if (!isSettingName(name))
    return [warning(`A later release has stored the setting ${name}.`, 'Update to that release.')]
  const fixed = club.fixed[name]
  if (fixed !== undefined) return [ok(`${name} is fixed in club.config.ts, so the value in the app waits.`)]
  if (withStoredSettings(club, [{ name, value }]) === club)
    return [
      warning(
        `The value of ${name} in the app isn’t valid anymore, so the one in club.config.ts applies.`,
        'An officer sets it again in the app, under Settings.',
      ),
    ]
  const own = JSON.stringify(settingOf(club, name) ?? null)
  return own === value ? [] : [ok(`${name} is set in the app, which wins over club.config.ts.`)]
}

/** Environment variables that look like misspelled settings. */
function misspelt(env: NodeJS.ProcessEnv): Finding[] {
  const plain = (name: string) => name.toUpperCase().replaceAll('_', '')
  return Object.keys(env).flatMap((name) => {
    if (variableNames.includes(name)) return []
    const meant =
      variableNames.find((known) => plain(known) === plain(name)) ??
      (/^(SMTP|MAIL|CALENDAR|GOOGLE_CALENDAR|GOOGLE_API|S3|BACKUP|METRICS|TRUST)_/.test(name)
        ? nearest(name, variableNames)
        : undefined)
    if (meant === undefined) return []
    return [wrong(`${name} is set, but nothing uses it.`, `If you meant ${meant}, rename it. Otherwise, remove it.`)]
  })
}

/** The name with the longest common prefix. */
function nearest(name: string, names: readonly string[]) {
  const alike = (other: string) => [...other].findIndex((letter, at) => letter !== name[at])
  return names.toSorted((a, b) => alike(b) - alike(a))[0]
}

/** The settings file contains passwords, so only its owner may read it. */
function readableFile(): Finding[] {
  const file = join(root, fileOfSettings)
  if (process.platform === 'win32' || !existsSync(file) || (statSync(file).mode & 0o077) === 0) return []
  return [
    warning(
      `Other users on this machine can read ${file}, which contains passwords.`,
      `Restrict it to its owner: chmod 600 ${fileOfSettings}`,
    ),
  ]
}

/** Enough for a large club, in which each open screen has at least one connection. */
const enoughConnections = 400

function connections(): Finding[] {
  const descriptors = descriptorLimit()
  const most = connectionLimit(descriptors)
  if (most >= enoughConnections) return []
  return [
    warning(
      `This user can open ${descriptors} files, so the server takes at most ${most} connections at a time.`,
      'Raise the limit: LimitNOFILE=65536 in the service (deploy/quiver.service), or ulimit -n 65536 before the start.',
    ),
  ]
}

export const program: CheckGroup = {
  name: 'Program',
  async look() {
    const wanted = packageJson.dependencies.node
    const { node, sqlite = '0' } = process.versions
    if (isOlder(sqlite, oldestSqlite))
      return [
        wrong(
          `This Node comes with SQLite ${sqlite}, which can damage the database. The oldest safe version is ${oldestSqlite}.`,
          'Start everything with npm (npm start, npm run quiver), which uses the right one.',
        ),
      ]
    if (node !== wanted)
      return [
        warning(
          `This is Node ${node}. Quiver is tested with ${wanted}.`,
          'Start everything with npm (npm start, npm run quiver), which uses the right one.',
        ),
      ]
    return [...connections(), ok(`Node ${node}, SQLite ${sqlite}.`)]
  },
}
