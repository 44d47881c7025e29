/** The longest address that any mail system must take (RFC 5321, D10). */
export const longestEmail = 254

const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

export type EmailRefusal = 'other-domain' | 'incomplete'
export type EmailCheck = { outcome: 'accepted'; email: string } | { outcome: 'refused'; reason: EmailRefusal }

/**
 * The club's e-mail grammar (D10): an ASCII dot-atom, exactly one `@`, lower-cased once, at most 254 characters, the
 * domain equal to the club's. The accepted string is the one that is stored and mailed. White space around it, which
 * phones add after a suggestion, is not part of it.
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

/** The one form in which an address is compared. Only ASCII letters are lowered: `K` (Kelvin) must not become `k`. */
export function canonicalEmail(typed: string) {
  return typed.replace(/^[ \t]+|[ \t]+$/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The mailbox behind an address: without its +tag, so that one person gets the welcome passes once (D18). */
export function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@')
  return `${local.replace(/\+.*$/, '')}@${domain}`
}
