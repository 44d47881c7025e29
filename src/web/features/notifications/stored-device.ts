/**
 * Whose notifications this browser shows. It names its person within, so a deliberate sign-out clears it like everything of theirs
 * (lib/personal-storage.ts).
 */
export type KeptDevice = {
  userId: string
  endpoint: string
  /** The sign-in under which the server heard of it last (lib/tab-sync.ts). */
  epoch: string | null
}

const key = 'quiver:push'

export function readKeptDevice(): KeptDevice | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as KeptDevice)
  } catch {
    return null
  }
}

export function keepDevice(kept: KeptDevice | null) {
  try {
    if (kept === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage is switched off: the server still knows, and forgets with the session.
  }
}
