/** The longest password (D11), in UTF-16 code units as a browser's `maxlength` counts them. */
export const longestPassword = 128

export type PasswordRules = {
  /** Fewest characters, 6 to 64. */
  shortest: number
  /** The club's own words in lower case, which anyone would try first. */
  clubWords: string[]
  isCommon: (lowerCasePassword: string) => boolean
}

/** Any Unicode is welcome; short, very common and easily guessed ones are refused (D11). */
export function isWeakPassword(password: string, rules: PasswordRules) {
  if (password.length > longestPassword) return true
  // Judged as it is hashed: there, full-width letters and taken-apart umlauts are the plain ones.
  const lower = password.normalize('NFKC').toLowerCase()
  const characters = [...lower]
  if (characters.length < rules.shortest || rules.isCommon(lower)) return true
  return isRepetition(characters, rules) || isRun(characters) || isMadeOfClubWords(lower, rules.clubWords)
}

/** True for `88888888`, `123123123` and `passwordpassword`: up to four characters, or a common password, over and over. */
function isRepetition(characters: string[], { isCommon }: PasswordRules) {
  for (let unit = 1; unit <= characters.length / 2; unit++)
    if (characters.every((character, i) => i < unit || character === characters[i - unit]))
      return unit <= 4 || isCommon(characters.slice(0, unit).join(''))
  return false
}

/** True for `23456789`, `0987654321` and `zyxwvuts`: each character the next one, or each the one before. */
function isRun(characters: string[]) {
  const steps = characters.slice(1).map((character, i) => stepBetween(characters[i] ?? '', character))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** How far apart two characters are; on a keyboard 0 follows 9. */
function stepBetween(from: string, to: string) {
  if (from + to === '90') return 1
  if (from + to === '09') return -1
  return (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)
}

/** True for `purdue2026!` or `ArcheryClub1`: the club's words, and otherwise only digits and signs. */
function isMadeOfClubWords(lower: string, clubWords: string[]) {
  let letters = lower.replace(/[^\p{L}]/gu, '')
  for (const word of [...clubWords].sort((a, b) => b.length - a.length)) letters = letters.replaceAll(word, '')
  return letters === '' && /\p{L}/u.test(lower)
}
