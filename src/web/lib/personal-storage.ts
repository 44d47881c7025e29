import { type BrowserStorage, deviceStorage, tabStorage } from './browser-storage.ts'

/**
 * Personal data on the device. Its keys share a prefix and the person's id, so that no one else reads it and the end of
 * a session finds all of it. A logout deletes everything; after any other end of the session, unsent changes stay for
 * the person's return.
 */
const prefix = 'quiver:'

/** The session of the last person who was signed in (session-on-device.ts). */
export const savedSessionKey = `${prefix}session`

/** The device's secret to ask whether an account still exists (session-on-device.ts). */
export const markName = 'mark'

/** Set when a session ends, until the device has finished its cleanup or the person has logged in again. */
const endedName = 'ended'

/** Data that is not about other people and doesn't identify the person. Everything else is deleted with the session. */
const staying = ['unsent:', 'scorecard-setup', 'eye-to-sight', markName, endedName]

/** What a person was typing when the session ended, in memory only, for their next session in this page. */
const setAside = new Map<string, string>()

export function readPersonal<Value>(userId: string, name: string): Value | null {
  const key = keyOf(userId, name)
  const text = deviceStorage.read(key) ?? setAside.get(key)
  try {
    return text === undefined ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

/** @returns whether it is stored on the device now */
export function writePersonal(userId: string, name: string, value: unknown) {
  const key = keyOf(userId, name)
  if (hasEnded(userId) && !stays(name)) return setPersonalAside(userId, name, value)
  setAside.delete(key)
  return deviceStorage.write(key, value === null ? null : JSON.stringify(value))
}

function setPersonalAside(userId: string, name: string, value: unknown) {
  if (value === null) setAside.delete(keyOf(userId, name))
  else setAside.set(keyOf(userId, name), JSON.stringify(value))
  return false
}

/** Saves text when the end of a session removes its form; another tab may have ended the session first. */
export function keepTyped(userId: string, name: string, typed: object) {
  if (hasEnded(userId) && Object.keys(typed).length > 0) setPersonalAside(userId, name, typed)
}

/** Whether it outlasts the page. */
export function isPersonalStored(userId: string, name: string) {
  return deviceStorage.isStored(keyOf(userId, name))
}

/** The names of a person's stored items that start with `beginning`. */
export function personalNames(userId: string, beginning: string): string[] {
  const start = keyOf(userId, '')
  const keys = deviceStorage.keys().filter((key) => key.startsWith(start + beginning))
  return keys.map((key) => key.slice(start.length))
}

/** The ids of people with data on this device. Keys for the whole device have no second colon. */
export function ownersOnDevice() {
  const ids = deviceStorage.keys().map((key) => /^quiver:([^:]+):/.exec(key)?.[1])
  return [...new Set(ids)].filter((id) => id !== undefined)
}

/** Deletes everything of a person, as on logout. Unsent changes of other people stay. */
export function clearPersonalStorage(userId: string) {
  for (const storage of [deviceStorage, tabStorage])
    for (const key of storage.keys())
      if (key.startsWith(keyOf(userId, '')) || isAbout(userId, storage, key)) storage.write(key, null)
}

/** Deletes everything of a person except unsent changes, and moves what they were typing into memory. */
export function endPersonalStorage(userId: string) {
  writePersonal(userId, endedName, true)
  for (const name of personalNames(userId, '')) {
    if (stays(name)) continue
    if (!name.startsWith('answer:')) setPersonalAside(userId, name, readPersonal(userId, name))
    deviceStorage.write(keyOf(userId, name), null)
  }
  if (deviceStorage.read(savedSessionKey)?.includes(userId)) deviceStorage.write(savedSessionKey, null)
}

/** Whether data is stored here that should be deleted with the session. */
export function isLeftBehind(userId: string) {
  const saved = deviceStorage.read(savedSessionKey)
  return hasEnded(userId) || saved?.includes(userId) || personalNames(userId, '').some((name) => !stays(name))
}

/** The person is back: stores what they were typing again. */
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

/** Whether an item for the whole device contains the person's id. */
function isAbout(userId: string, storage: BrowserStorage, key: string) {
  return key.startsWith(prefix) && key.indexOf(':', prefix.length) < 0 && storage.read(key)?.includes(userId) === true
}
