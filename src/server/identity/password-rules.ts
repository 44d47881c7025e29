import { isWeakPassword } from '#domain/passwords.ts'
import type { ClubConfig } from '../config/club-config.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Whether the club refuses this password (D11). */
export function isWeakFor(club: ClubConfig, password: string) {
  const { shortest, clubWords } = club.passwords
  return isWeakPassword(password, { shortest, clubWords, isCommon: isCommonPassword })
}
