/** Session changes in one tab are broadcast to the other tabs. */
import type { SessionLimits } from '#contract/session.ts'
import { newIdempotencyKey } from './use-idempotent-mutation.ts'

export type TabMessage =
  | { kind: 'ended'; reason: 'idle' | 'signed-out' | 'elsewhere'; userId: string }
  | { kind: 'started' }
  | { kind: 'limits'; userId: string; limits: SessionLimits; touchedAt: number }

// Missing on the server, which renders the login page, and in older browsers.
const channel =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('quiver-session')

export function broadcast(message: TabMessage) {
  channel?.postMessage(message)
}

export function onBroadcast(listener: (message: TabMessage) => void) {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

const epochKey = 'quiver-epoch'

/**
 * Changes with every login and logout on this device. A page restored from the back/forward cache compares it: if it
 * differs, the page may show data of someone who has logged out.
 */
export function sessionEpoch() {
  try {
    return localStorage.getItem(epochKey)
  } catch {
    return null
  }
}

export function newSessionEpoch() {
  try {
    localStorage.setItem(epochKey, newIdempotencyKey())
  } catch {
    // Storage is switched off; the page still asks the server before it shows anything.
  }
}
