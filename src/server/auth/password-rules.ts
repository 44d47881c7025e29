import { isWeakPassword } from '#domain/passwords.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'

/** Whether the club refuses this password as too short, too common or made of its own words. Loads the list of common ones on first use. */
export async function isWeakFor(club: ClubConfig, password: string) {
  const { isCommonPassword } = await import('./common-passwords.ts')
  const { shortest, clubWords } = club.passwords
  return isWeakPassword(password, { shortest, clubWords, isCommon: isCommonPassword })
}
