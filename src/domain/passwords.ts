/** The longest password (D11), in UTF-16 code units as a browser's `maxlength` counts them. */
export const longestPassword = 128

export type PasswordRules = {
  /** Fewest characters, 6 to 64. */
  shortest: number
  /** The club's own words in lower case, which anyone would try first. */
  clubWords: string[]
  isCommon: (lowerCasePassword: string) => boolean
}

/** Any Unicode is welcome; short, very common and guessable-from-the-club ones are refused (D11). */
export function isWeakPassword(password: string, rules: PasswordRules) {
  if ([...password].length < rules.shortest || password.length > longestPassword) return true
  const lower = password.toLowerCase()
  if (rules.isCommon(lower)) return true
  return isMadeOfClubWords(lower, rules.clubWords)
}

/** True for `purdue2026!` or `ArcheryClub1`: the club's words, and otherwise only digits and signs. */
function isMadeOfClubWords(lower: string, clubWords: string[]) {
  let letters = lower.replace(/[^\p{L}]/gu, '')
  for (const word of [...clubWords].sort((a, b) => b.length - a.length)) letters = letters.replaceAll(word, '')
  return letters === '' && /\p{L}/u.test(lower)
}
