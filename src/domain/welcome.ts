export type WelcomeRefusal = 'already-finished'
export type WelcomeDecision = { outcome: 'open' } | { outcome: 'refused'; reason: WelcomeRefusal }

/** The wizard is gone through once: until its Finish was accepted its draft can be saved, and never again after (D18). */
export function decideWelcome(person: { hasLoggedIn: boolean }): WelcomeDecision {
  return person.hasLoggedIn ? { outcome: 'refused', reason: 'already-finished' } : { outcome: 'open' }
}
