import { canonicalEmail, checkEmail } from './email.ts'
import { isLive, isOver, type Practice } from './practices.ts'

/** People who come to a practice without being members. */

export type GuestRefusal = 'no-guests' | 'not-begun' | 'too-many-visits'
export type GuestFieldRefusal = 'waiver-missing' | 'name-missing' | 'email-incomplete'
type GuestDecision =
  | { outcome: 'entered' | 'unchanged' }
  | { outcome: 'refused'; reason: GuestRefusal | Extract<GuestFieldRefusal, 'waiver-missing'> }

/**
 * An officer enters a guest, during a practice or afterward.
 * @param facts.isThere whether they are on this practice's list already
 * @param facts.visits at other practices of the same term
 */
export function decideGuest(facts: {
  practice: Practice
  allowed: boolean
  mostPerTerm: number
  isThere: boolean
  visits: number
  waiver: { isSet: boolean; signed: boolean }
  now: string
}): GuestDecision {
  const { practice, allowed, mostPerTerm, isThere, visits, waiver, now } = facts
  if (isThere) return { outcome: 'unchanged' }
  if (!allowed) return { outcome: 'refused', reason: 'no-guests' }
  if (!isLive(practice, now) && !isOver(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  if (waiver.isSet && !waiver.signed) return { outcome: 'refused', reason: 'waiver-missing' }
  return visits >= mostPerTerm ? { outcome: 'refused', reason: 'too-many-visits' } : { outcome: 'entered' }
}

type EmailOfGuest = { outcome: 'accepted'; email: string | null } | { outcome: 'refused'; reason: 'email-incomplete' }

/** Of any domain, because guests are from anywhere. Null if none was typed. */
export function checkGuestEmail(typed: string): EmailOfGuest {
  const email = canonicalEmail(typed)
  if (email === '') return { outcome: 'accepted', email: null }
  const domain = email.split('@')[1] ?? ''
  const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(domain)
  return isDomain && checkEmail(email, domain).outcome === 'accepted'
    ? { outcome: 'accepted', email }
    : { outcome: 'refused', reason: 'email-incomplete' }
}

/** Two visits are by the same person if this is the same: the email, or without one the name, ignoring case and accents. */
export function guestIdentity({ name, email }: { name: string; email: string | null }) {
  return email ?? `name ${name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()}`
}

const keptForDays = 365

/** The moment from which a guest is erased. @param lastVisit the start of the last practice they came to */
export function guestErasedFrom(lastVisit: string) {
  return new Date(Date.parse(lastVisit) + keptForDays * 86_400_000).toISOString()
}
