/**
 * What is kept on the device for a person stands under one prefix with their id, so that another person never reads it and each
 * end of a session finds all of it. A log-out leaves nothing; after any other end, what they have yet to send stays for them.
 */
const prefix = 'quiver:'

/** Of whoever was signed in last (session-on-device.ts). */
export const savedSessionKey = `${prefix}session`

/** With it, the device asks whether an account is still there (session-on-device.ts). */
export const markName = 'mark'

/** Stands there from the end of a session until the device has done what it takes, or its person has logged in again. */
const endedName = 'ended'

/** What is neither about other people nor says who the person is. Anything else goes with the session. */
const staying = ['unsent:', 'scorecard-setup', 'eye-to-sight', markName, endedName]

/** What was being typed when the session ended, for the same person’s next one in this page; the device holds it no more. */
const setAside = new Map<string, string>()

export function readPersonal<Value>(userId: string, name: string): Value | null {
  try {
    const key = keyOf(userId, name)
    const text = localStorage.getItem(key) ?? setAside.get(key)
    return text === undefined ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

/** @returns whether it lies there now */
export function writePersonal(userId: string, name: string, value: unknown) {
  const key = keyOf(userId, name)
  if (hasEnded(userId) && !stays(name)) return setPersonalAside(userId, name, value)
  setAside.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    // Storage is full or switched off; the server's copy is the one that counts.
    return false
  }
}

function setPersonalAside(userId: string, name: string, value: unknown) {
  if (value === null) setAside.delete(keyOf(userId, name))
  else setAside.set(keyOf(userId, name), JSON.stringify(value))
  return false
}

/** For who types and is taken off the page by the end of the session, which another tab may have heard of first. */
export function keepTyped(userId: string, name: string, typed: object) {
  if (hasEnded(userId) && Object.keys(typed).length > 0) setPersonalAside(userId, name, typed)
}

/** The names under which something is kept for a person, of those that begin so. */
export function personalNames(userId: string, beginning: string): string[] {
  const start = keyOf(userId, '')
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(start + beginning))
    return names.map((key) => key.slice(start.length))
  } catch {
    return []
  }
}

/** For whom something is kept here; what stands once for the whole device has no second colon. */
export function ownersOnDevice() {
  try {
    const ids = Object.keys(localStorage).map((key) => /^quiver:([^:]+):/.exec(key)?.[1])
    return [...new Set(ids)].filter((id) => id !== undefined)
  } catch {
    return []
  }
}

/** Nothing of that person is left, as after a log-out; what another has not sent yet waits for them. */
export function clearPersonalStorage(userId: string) {
  for (const storage of storages())
    for (const key of Object.keys(storage))
      if (key.startsWith(keyOf(userId, '')) || isAbout(userId, storage, key)) storage.removeItem(key)
}

/**
 * Nothing is left but what the person has yet to send, and in this page’s memory what they were typing. Of a person who was found on
 * the device, so storage is not switched off.
 */
export function endPersonalStorage(userId: string) {
  writePersonal(userId, endedName, true)
  for (const name of personalNames(userId, '')) {
    if (stays(name)) continue
    if (!name.startsWith('answer:')) setPersonalAside(userId, name, readPersonal(userId, name))
    localStorage.removeItem(keyOf(userId, name))
  }
  if (localStorage.getItem(savedSessionKey)?.includes(userId)) localStorage.removeItem(savedSessionKey)
}

/** Whether something is on the device that goes with the session. */
export function isLeftBehind(userId: string) {
  const saved = localStorage.getItem(savedSessionKey)
  return hasEnded(userId) || saved?.includes(userId) || personalNames(userId, '').some((name) => !stays(name))
}

/** They are back: what they were typing is on the device again. */
export function beginPersonalStorage(userId: string) {
  if (hasEnded(userId)) writePersonal(userId, endedName, null)
  const start = keyOf(userId, '')
  for (const [key, text] of setAside)
    if (key.startsWith(start)) writePersonal(userId, key.slice(start.length), JSON.parse(text))
  setAside.clear()
}

export function hasEnded(userId: string) {
  return personalNames(userId, endedName).length > 0
}

export function noteEndDone(userId: string) {
  writePersonal(userId, endedName, null)
}

function stays(name: string) {
  return staying.some((beginning) => name.startsWith(beginning))
}

function keyOf(userId: string, name: string) {
  return `${prefix}${userId}:${name}`
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
