/** The longest password, in UTF-16 code units like a browser's `maxlength`. */
export const longestPassword = 128

export type PasswordRules = {
  /** Minimum length, 6 to 64. */
  shortest: number
  /** The club's own words in lowercase, which an attacker would try first. */
  clubWords: string[]
  isCommon: (lowerCasePassword: string) => boolean
}

/** Any Unicode is allowed; short, common, and easily guessed passwords are refused. */
export function isWeakPassword(password: string, rules: PasswordRules) {
  if (password.length > longestPassword) return true
  // NFKC as for hashing, which maps full-width letters and decomposed umlauts to the plain ones.
  const lower = password.normalize('NFKC').toLowerCase()
  const characters = [...lower]
  if (characters.length < rules.shortest || rules.isCommon(lower)) return true
  return isRepetition(characters, rules) || isRun(characters) || isMadeOfClubWords(lower, rules.clubWords)
}

/** True for `88888888`, `123123123`, and `passwordpassword`: up to four characters, or a common password, repeated. */
function isRepetition(characters: string[], { isCommon }: PasswordRules) {
  for (let unit = 1; unit <= characters.length / 2; unit++)
    if (characters.every((character, i) => i < unit || character === characters[i - unit]))
      return unit <= 4 || isCommon(characters.slice(0, unit).join(''))
  return false
}

/** True for `23456789`, `0987654321`, and `zyxwvuts`: each character follows the one before, or each precedes it. */
function isRun(characters: string[]) {
  const steps = characters.slice(1).map((character, i) => stepBetween(characters[i] ?? '', character))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** The distance between two characters; on a keyboard, 0 follows 9. */
function stepBetween(from: string, to: string) {
  if (from + to === '90') return 1
  if (from + to === '09') return -1
  return (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)
}

/** True for `purdue2026!` or `ArcheryClub1`: the club's words plus only digits and symbols. */
function isMadeOfClubWords(lower: string, clubWords: string[]) {
  let letters = lower.replace(/[^\p{L}]/gu, '')
  for (const word of [...clubWords].sort((a, b) => b.length - a.length)) letters = letters.replaceAll(word, '')
  return letters === '' && /\p{L}/u.test(lower)
}
