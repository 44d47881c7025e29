import { isWeakPassword } from '#domain/passwords.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'

let commonPasswords: Set<string | number> | undefined

/**
 * Whether the club refuses this password as too short, too common, or made of its own words. The list of the most common ones, which
 * attackers try first (T17), is loaded on first use.
 */
export async function isWeakFor(club: ClubConfig, password: string) {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  commonPasswords ??= new Set(dictionary['passwords-common'])
  const common = commonPasswords
  const { shortest, clubWords } = club.passwords
  return isWeakPassword(password, { shortest, clubWords, isCommon: (lowerCase) => common.has(lowerCase) })
}
