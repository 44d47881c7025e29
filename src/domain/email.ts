/** The longest address that every mail system must accept (RFC 5321). */
export const longestEmail = 254

const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

export type EmailRefusal = 'other-domain' | 'incomplete'
export type EmailCheck = { outcome: 'accepted'; email: string } | { outcome: 'refused'; reason: EmailRefusal }

/**
 * The club's email grammar: an ASCII dot-atom, exactly one `@`, lowercased once, at most 254 characters, and the club's
 * domain. The accepted string is the one that is stored and used. Surrounding white space is trimmed, because phones
 * add it after a suggestion.
 */
export function checkEmail(typed: string, domain: string): EmailCheck {
  const email = canonicalEmail(typed)
  const parts = email.split('@')
  if (parts.length !== 2 || parts[1] !== domain || email.length > longestEmail)
    return { outcome: 'refused', reason: 'other-domain' }
  const local = parts[0] ?? ''
  if (local.length > 64 || !dotAtom.test(local)) return { outcome: 'refused', reason: 'incomplete' }
  return { outcome: 'accepted', email }
}

/** The canonical form for comparing addresses. Lowercases only ASCII letters: `K` (Kelvin) must not become `k`. */
export function canonicalEmail(typed: string) {
  return typed.replace(/^[ \t]+|[ \t]+$/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The address without its +tag, so that one mailbox gets the welcome passes only once. */
export function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@')
  return `${local.replace(/\+.*$/, '')}@${domain}`
}
