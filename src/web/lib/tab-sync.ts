/** One sign-in, many tabs: what happens to the session in one is told to the others at once. */
import type { SessionLimits } from '#contract/session.ts'
import { newIdempotencyKey } from './use-idempotent-mutation.ts'

export type TabMessage =
  | { kind: 'ended'; reason: 'idle' | 'signed-out' | 'elsewhere'; userId: string }
  | { kind: 'started' }
  | { kind: 'limits'; userId: string; limits: SessionLimits; touchedAt: number }

// None on the server, which renders the sign-in page, and none in browsers that do not know it.
const channel =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('quiver-session')

export function broadcast(word: TabMessage) {
  channel?.postMessage(word)
}

export function onBroadcast(listener: (word: TabMessage) => void) {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

const epochKey = 'quiver-epoch'

/**
 * Changes with every sign-in and sign-out on this device. A page that the browser brings back from its memory compares:
 * another epoch means that what it shows may belong to somebody who has left.
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
    // Storage is switched off; the server is still asked before anything is shown.
  }
}
