/** Session changes in one tab are broadcast to the other tabs. */
import type { SessionLimits } from '#contract/session.ts'
import { deviceStorage, openChannel } from './browser-storage.ts'
import { newIdempotencyKey } from './use-idempotent-mutation.ts'

export type TabMessage =
  | { kind: 'ended'; reason: 'idle' | 'signed-out' | 'elsewhere'; userId: string }
  | { kind: 'started' }
  | { kind: 'limits'; userId: string; limits: SessionLimits; touchedAt: number }

// An open channel would keep the server, which renders the login page, from ending.
const channel = typeof window === 'undefined' ? null : openChannel('quiver-session')

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
  return deviceStorage.read(epochKey)
}

export function newSessionEpoch() {
  deviceStorage.write(epochKey, newIdempotencyKey())
}
