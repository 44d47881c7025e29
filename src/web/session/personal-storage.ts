/**
 * What is kept on the device for a person (drafts of the wizard, later more) stands under one prefix with their id, so
 * that another person never reads it and a deliberate sign-out finds all of it.
 */
const prefix = 'quiver:'

/** Of whoever was signed in last (saved-session.ts). */
export const savedSessionKey = `${prefix}session`

export function readPersonal<Value>(userId: string, name: string): Value | null {
  try {
    const text = localStorage.getItem(`${prefix}${userId}:${name}`)
    return text === null ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

/** @returns whether it lies there now */
export function writePersonal(userId: string, name: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(`${prefix}${userId}:${name}`)
    else localStorage.setItem(`${prefix}${userId}:${name}`, JSON.stringify(value))
    return true
  } catch {
    // Storage is full or switched off; the server's copy is the one that counts.
    return false
  }
}

/** The names under which something is kept for a person, of those that begin so. */
export function personalNames(userId: string, beginning: string): string[] {
  const start = `${prefix}${userId}:`
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(start + beginning))
    return names.map((key) => key.slice(start.length))
  } catch {
    return []
  }
}

/** After a deliberate sign-out nothing of that person is left; what another has not sent yet waits for them (D14). */
export function clearPersonalStorage(userId: string) {
  for (const storage of storages()) {
    for (const key of Object.keys(storage))
      if (key.startsWith(`${prefix}${userId}:`) || isAbout(userId, storage, key)) storage.removeItem(key)
  }
}

/** What stands there once for the whole device, and names its person within. */
function isAbout(userId: string, storage: Storage, key: string) {
  return (
    key.startsWith(prefix) && key.indexOf(':', prefix.length) < 0 && storage.getItem(key)?.includes(userId) === true
  )
}

function storages() {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}
