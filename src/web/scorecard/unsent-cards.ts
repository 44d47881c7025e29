/**
 * Whether this device has arrows that the server has yet to hear: small enough for every page to ask. Apart from what is personal
 * (session/personal-storage.ts), because it outlives a sign-out as the arrows do.
 */
const prefix = 'quiver-unsent:'

export function hasUnsentCards(owner: string) {
  try {
    return localStorage.getItem(prefix + owner) !== null
  } catch {
    return false
  }
}

export function noteUnsentCards(owner: string, unsent: boolean) {
  try {
    if (unsent) localStorage.setItem(prefix + owner, '')
    else localStorage.removeItem(prefix + owner)
  } catch {
    // Storage is switched off: then the cards themselves are not kept either.
  }
}
