import { cleanLine } from './clean-text.ts'

/** First and last name joined and cleaned, also one that was stored before; empty before the welcome wizard is done. */
export function displayName(person: { nameFirst: string; nameLast: string }) {
  return cleanLine(`${person.nameFirst} ${person.nameLast}`)
}

/** Of a row that may name no one; null then. */
export function nameOrNull({ nameFirst, nameLast }: { nameFirst: string | null; nameLast: string | null }) {
  return displayName({ nameFirst: nameFirst ?? '', nameLast: nameLast ?? '' }) || null
}

/** The first name alone, likewise. */
export function firstName(person: { nameFirst: string }) {
  return cleanLine(person.nameFirst)
}

/** The name of someone whose account was deleted; their attendance still counts. */
export const formerMember = 'Former member'

/**
 * A pseudonym for where former members must be told apart, such as in the ledger. Derived only from the id, so it
 * reveals nothing about the person.
 */
export function pseudonymOf(id: string) {
  return `${formerMember} ${id
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 6)
    .toLowerCase()}`
}

/**
 * A person who is being erased, for finding their name in free text. Texts about this person alone are erased anyway;
 * this is for texts about several people or someone else.
 */
export type Named = { nameFirst: string; nameLast: string; email: string }

/** Matches the whole name or the email address, which is specific enough for any text. */
export function namesInFull(text: string, person: Named) {
  return fullNames(person).some((name) => pattern(name).test(text))
}

/** Matches any part of the name; only for text that is known to be about this person and others. */
export function namesAtAll(text: string, person: Named) {
  const [local = ''] = person.email.split('@')
  return [...fullNames(person), person.nameFirst, person.nameLast, local].some((name) => pattern(name).test(text))
}

/** For text that stays because it is about something else, such as a practice's title. */
export function withoutName(text: string, person: Named) {
  return fullNames(person).reduce((left, name) => left.replace(pattern(name), formerMember), text)
}

function fullNames({ nameFirst, nameLast, email }: Named) {
  const both = nameFirst.trim() !== '' && nameLast.trim() !== ''
  const names = both ? [`${nameFirst} ${nameLast}`, `${nameLast}, ${nameFirst}`, `${nameLast} ${nameFirst}`] : []
  return [email, ...names]
}

const never = /(?!)/

/** Matches whole words, ignoring case and the amount of white space. */
function pattern(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return never
  const spaced = words.map((word) => RegExp.escape(word)).join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${spaced}(?![\\p{L}\\p{N}])`, 'giu')
}

/** The characters that fit under an icon on a phone's home screen. */
export const longestShortName = 12

/** Words that a short name must not start or end with. */
const connectors = /^(of|the|at|and|for|in|de|&|-|–)$/i
const aboutArchery = /arch|bow/i

/**
 * A club's name for its home screen icon: the whole name, or else the longest run of whole words that fits, preferring
 * those about archery. `Purdue Archery Club` → `Archery Club`. If no word fits, the beginning of the name.
 * @returns 1 to 12 characters, unless the name is empty
 */
export function shortNameOf(name: string) {
  const whole = name.trim().replace(/\s+/g, ' ')
  if (whole.length <= longestShortName) return whole
  const fitting = runsOf(whole.split(' ')).filter((run) => run.length <= longestShortName)
  const score = (run: string) => (aboutArchery.test(run) ? longestShortName : 0) + run.length
  const best = fitting.reduce((best, run) => (score(run) >= score(best) ? run : best), '')
  return best || beginning(whole)
}

/** All runs of consecutive words. */
function runsOf(words: string[]) {
  return words.flatMap((first, from) =>
    words.slice(from).flatMap((last, more) => {
      const isName = !connectors.test(first) && !connectors.test(last)
      return isName ? [words.slice(from, from + more + 1).join(' ')] : []
    }),
  )
}

/** Truncates without splitting a surrogate pair. */
function beginning(whole: string) {
  let short = ''
  for (const sign of whole) {
    if (short.length + sign.length > longestShortName) break
    short += sign
  }
  return short.trim()
}
