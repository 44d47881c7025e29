/**
 * What is kept on the device for a person (drafts of the wizard, later more) stands under one prefix with their id, so
 * that another person never reads it and a deliberate sign-out finds all of it.
 */
const prefix = 'quiver:'

export function readPersonal<Value>(userId: string, name: string): Value | null {
  try {
    const text = localStorage.getItem(`${prefix}${userId}:${name}`)
    return text === null ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

export function writePersonal(userId: string, name: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(`${prefix}${userId}:${name}`)
    else localStorage.setItem(`${prefix}${userId}:${name}`, JSON.stringify(value))
  } catch {
    // Storage is full or switched off; the server's copy is the one that counts.
  }
}

/** After a deliberate sign-out nothing personal is left. */
export function clearPersonalStorage() {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  }
}

function storages() {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}
