/** First and last name joined and trimmed (D17); empty before the welcome wizard is done. */
export function displayName(person: { nameFirst: string; nameLast: string }) {
  return `${person.nameFirst} ${person.nameLast}`.trim()
}

/** Who stands in the place of somebody whose account was deleted: their attendance goes on counting (D39). */
export const formerMember = 'Former member'

/**
 * The same where several of them have to be told apart, as in the books: a pseudonym that is made of the id and of nothing
 * that was ever known about the person.
 */
export function pseudonymOf(id: string) {
  return `${formerMember} ${id
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 6)
    .toLowerCase()}`
}

/**
 * Whether a text that someone typed names a person who is being erased. Texts about this person alone go in any case; this is
 * for those about several people or about someone else.
 */
export type Named = { nameFirst: string; nameLast: string; email: string }

/** By their whole name or their address: so it may stand anywhere, and means them. */
export function namesInFull(text: string, person: Named) {
  return fullNames(person).some((name) => pattern(name).test(text))
}

/** By any of their names: enough where it's known that the text is about them and others. */
export function namesAtAll(text: string, person: Named) {
  const [local = ''] = person.email.split('@')
  return [...fullNames(person), person.nameFirst, person.nameLast, local].some((name) => pattern(name).test(text))
}

/** For texts that stay, because they are about something else: a practice’s title. */
export function withoutName(text: string, person: Named) {
  return fullNames(person).reduce((left, name) => left.replace(pattern(name), formerMember), text)
}

function fullNames({ nameFirst, nameLast, email }: Named) {
  const both = nameFirst.trim() !== '' && nameLast.trim() !== ''
  const names = both ? [`${nameFirst} ${nameLast}`, `${nameLast}, ${nameFirst}`, `${nameLast} ${nameFirst}`] : []
  return [email, ...names].filter((name) => name.trim() !== '')
}

const never = /(?!)/

/** As whole words, in whatever case and however far apart. */
function pattern(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return never
  const spaced = words.map((word) => RegExp.escape(word)).join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${spaced}(?![\\p{L}\\p{N}])`, 'giu')
}

/** As much as stands under an icon on a phone's home screen. */
export const longestShortName = 12

/** Words that a name neither begins nor ends with. */
const joining = /^(of|the|at|and|for|in|de|&|-|–)$/i
const aboutArchery = /arch|bow/i

/**
 * A club's name for under an icon: all of it, or the whole words of it that fit and say the most, those about archery first.
 * `Purdue Archery Club` → `Archery Club`. Where no word fits, its beginning.
 * @returns 1 to 12 characters, where the name has any
 */
export function shortNameOf(name: string) {
  const whole = name.trim().replace(/\s+/g, ' ')
  if (whole.length <= longestShortName) return whole
  const fitting = runsOf(whole.split(' ')).filter((run) => run.length <= longestShortName)
  const score = (run: string) => (aboutArchery.test(run) ? longestShortName : 0) + run.length
  const best = fitting.reduce((best, run) => (score(run) >= score(best) ? run : best), '')
  return best || beginning(whole)
}

/** Words that follow each other, in each length. */
function runsOf(words: string[]) {
  return words.flatMap((first, from) =>
    words.slice(from).flatMap((last, more) => {
      const isName = !joining.test(first) && !joining.test(last)
      return isName ? [words.slice(from, from + more + 1).join(' ')] : []
    }),
  )
}

/** No sign that takes two places is cut in half. */
function beginning(whole: string) {
  let short = ''
  for (const sign of whole) {
    if (short.length + sign.length > longestShortName) break
    short += sign
  }
  return short.trim()
}
