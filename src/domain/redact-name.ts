import { formerMember } from './names.ts'

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
