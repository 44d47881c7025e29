import { isWeakPassword } from '#domain/passwords.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'

/** Whether the club refuses this password (D11). The list of common ones is loaded when somebody first chooses one. */
export async function isWeakFor(club: ClubConfig, password: string) {
  const { isCommonPassword } = await import('./common-passwords.ts')
  const { shortest, clubWords } = club.passwords
  return isWeakPassword(password, { shortest, clubWords, isCommon: isCommonPassword })
}
