/** The longest address that every mail system must accept (RFC 5321). */
export const longestEmail = 254

const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

export type EmailRefusal = 'other-domain' | 'incomplete'
export type EmailCheck = { outcome: 'accepted'; email: string } | { outcome: 'refused'; reason: EmailRefusal }

/**
 * The club's email grammar: an ASCII dot-atom, exactly one `@`, lowercased once, at most 254 characters, and the club's
 * domain. The accepted string is the one that is stored and used.
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

/**
 * The canonical form for comparing addresses: without what can't be seen, and without `mailto:` or the angle brackets
 * that come along when an address is copied. Lowercases only ASCII letters: `K` (Kelvin) must not become `k`.
 */
export function canonicalEmail(typed: string) {
  const visible = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/^[\s\u2800]+|[\s\u2800]+$/g, '')
  const address = visible.replace(/^<(.*)>$/, '$1').replace(/^mailto:/i, '')
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The address without its +tag, so that one mailbox gets the welcome passes only once. */
export function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@')
  return `${local.replace(/\+.*$/, '')}@${domain}`
}
