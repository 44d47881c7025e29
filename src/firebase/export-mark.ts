import type { Secrets } from '#server/auth/secrets.ts'

/** By which a club knows what it has written out itself: taken over into the same club, it would count twice. */
export function exportMark(secrets: Pick<Secrets, 'fingerprint'>) {
  return secrets.fingerprint('export firebase')
}
