import { checkSetting } from '#domain/settings/check-setting.ts'
import { isSettingName, placeOf } from '#domain/settings/setting-list.ts'
import type { ClubSettings, SettingsInUse } from '#server/context.ts'
import { compiled } from '#server/db/compiled-query.ts'
import type { Database } from '#server/db/database.ts'
import { hasSampleSettings, withSamples } from '#server/features/samples/sample-settings.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'
import { allowedMapHosts } from '#server/ops/config/map-settings.ts'

type StoredSetting = { name: string; value: string | null; revision: number }

const findAll = compiled((db) => db.selectFrom('setting').select(['name', 'value', 'revision']))

/**
 * The club's settings: those in `club.config.ts`, and over them what officers have set in the app. Each process keeps them in memory and
 * reads them again when another one has saved a later revision, which every request learns with its session (auth/accounts.ts), and
 * otherwise by the topic `club`.
 *
 * @param local whether the club runs on a developer's own machine; deployed clubs never show samples
 */
export async function createClubSettings({ db }: Database, file: ClubConfig, { local }: { local: boolean }) {
  let inUse = await read()
  let reading: Promise<void> | null = null

  async function read(): Promise<SettingsInUse> {
    const sampled = local && (await hasSampleSettings(db))
    const stored = await findAll(db, {})
    const club = withStoredSettings(file, stored)
    return {
      club,
      shown: sampled ? withSamples(club) : club,
      revision: Math.max(0, ...stored.map((row) => row.revision)),
    }
  }

  /** One at a time, so that an earlier reading never replaces a later one. */
  async function reload() {
    await reading?.catch(() => {})
    reading ??= read()
      .then((latest) => {
        inUse = latest
      })
      .finally(() => {
        reading = null
      })
    await reading
  }

  const settings: ClubSettings = {
    file,
    get inUse() {
      return inUse
    },
    reload,
    async catchUp(revision = 0) {
      const { club, shown } = inUse
      if (revision > inUse.revision || (shown !== club && !(await hasSampleSettings(db)))) await reload()
    },
  }
  return settings
}

/**
 * The settings of the file with what is stored over them. Left out is what the file fixes, and what isn't a valid value anymore, such
 * as a map from a host that isn't allowed: then the file's applies, and the doctor says so.
 * @returns the same object if nothing is stored
 */
export function withStoredSettings(file: ClubConfig, stored: Pick<StoredSetting, 'name' | 'value'>[]): ClubConfig {
  const values = stored.flatMap(({ name, value }) => {
    if (value === null || !isSettingName(name) || Object.hasOwn(file.fixed, name)) return []
    const checked = checkSetting(name, JSON.parse(value), { mapHosts: allowedMapHosts(file) })
    return checked.outcome === 'accepted' ? [{ name, value: checked.value as unknown }] : []
  })
  if (values.length === 0) return file
  const club: Record<string, unknown> = { ...file }
  for (const { name, value } of values) {
    const [section, entry] = placeOf(name)
    club[section] = entry === undefined ? value : { ...(club[section] as object), [entry]: value }
  }
  return club as ClubConfig
}
