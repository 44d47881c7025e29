import type { SettingName } from '#domain/settings/setting-list.ts'
import type { TestMember } from './club.ts'

export async function settingNow({ api }: Pick<TestMember, 'api'>, name: SettingName) {
  const found = (await api.clubSettings.get()).settings.find((setting) => setting.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** Sets a setting as someone who has just opened the page. */
export async function setSetting(who: Pick<TestMember, 'api'>, name: SettingName, value: unknown) {
  const { revision } = await settingNow(who, name)
  return who.api.clubSettings.set({ name, value: value as string, seen: revision })
}
