/**
 * Whose notifications this browser shows. It names its person within, so a deliberate sign-out clears it like everything of theirs
 * (lib/personal-storage.ts).
 */
export type StoredDevice = {
  userId: string
  endpoint: string
  /** The sign-in under which the server heard of it last (lib/tab-sync.ts). */
  epoch: string | null
}

const key = 'quiver:push'

export function readStoredDevice(): StoredDevice | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as StoredDevice)
  } catch {
    return null
  }
}

export function storeDevice(kept: StoredDevice | null) {
  try {
    if (kept === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage is switched off: the server still knows, and forgets with the session.
  }
}
