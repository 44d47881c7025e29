import { api } from './api.ts'
import { deviceStorage, tabStorage } from './browser-storage.ts'
import {
  beginPersonalStorage,
  endPersonalStorage,
  isLeftBehind,
  savedSessionKey as key,
  markName,
  ownersOnDevice,
  writePersonal,
} from './personal-storage.ts'
import { clockOffset, setClockOffset } from './server-clock.ts'
import { sessionLimitState } from './session-limits.ts'
import { isSessionSaved, onSession, readSession, resumeSession, type SessionResponse } from './session-store.ts'

/**
 * The last session response, stored on the device, so that a page opens even if the server is unreachable or slow. The
 * limits of the saved session still apply; a logout deletes it.
 */

type SavedSession = { answer: SessionResponse; offsetMs: number }

/** How long someone at the range waits before the page shows saved data; the server's response replaces it. */
const patienceMs = 1000

/**
 * Opens the page with the saved session if the server doesn't respond soon.
 * @param request the request for the session
 * @param onOver called if the saved session has expired since
 */
export function resumeWithoutResponse(request: Promise<unknown>, onOver: () => void) {
  const resume = () => {
    const saved = readSavedSession()
    if (saved === null || saved.answer.person === null || readSession() !== null) return
    setClockOffset(saved.offsetMs)
    const over = sessionLimitState(saved.answer.person.limits, Date.now() + saved.offsetMs).state === 'over'
    if (over) onOver()
    resumeSession(over ? { ...saved.answer, person: null } : saved.answer)
  }
  request.catch(resume)
  if (navigator.onLine) setTimeout(resume, patienceMs)
  else resume()
}

let lastSaved: SessionResponse | null = null

/** Stores each new session response on the device. */
export function persistSession() {
  onSession(saveOnDevice)
}

function saveOnDevice() {
  const answer = readSession()
  if (answer === null || answer === lastSaved || isSessionSaved()) return
  lastSaved = answer
  const saved: SavedSession = { answer, offsetMs: clockOffset() }
  // Without a person there is nothing to open the page with.
  deviceStorage.write(key, answer.person === null ? null : JSON.stringify(saved))
  if (answer.person !== null) writePersonal(answer.person.userId, markName, answer.person.deviceMark)
}

function readSavedSession(): SavedSession | null {
  try {
    return JSON.parse(deviceStorage.read(key) ?? 'null')
  } catch {
    return null
  }
}

let endings = { finish: async (_owner: string) => {}, forget: async (_owner: string) => {} }

/**
 * Registers the features' cleanup for the end of a session, once when the app starts.
 * @param given.finish cleanup that needs the server (features/session/finish-session-end.ts)
 * @param given.forget deletes what features store on the device
 */
export function onSessionEnd(given: typeof endings) {
  endings = given
}

/**
 * Deletes scorecards, which are stored elsewhere on the device (IndexedDB). Never rejects: a device without storage has
 * none.
 */
export function forgetElsewhere(owner: string) {
  return endings.forget(owner).catch(() => {})
}

/**
 * After a session has ended without a logout (expired, ended elsewhere, account deleted), nothing about other people
 * and nothing that identifies the member stays on the device, only their unsent changes. Cleanup that needs the server
 * is retried at each page load until it is done.
 * @param current the id of the person signed in on this device, according to the server or the end of a session
 */
export function clearAfterSession(current: string | null) {
  for (const owner of ownersOnDevice()) {
    if (owner === current || !isLeftBehind(owner)) continue
    endPersonalStorage(owner)
    endings.finish(owner).catch(() => {})
  }
  if (current !== null) beginPersonalStorage(current)
}

/**
 * An account deletion whose response was lost. Only its idempotency key can find out whether it happened, because a
 * deleted member can't sign in to ask. Stored for the tab, so that it survives a reload.
 */

type PendingDeletion = { userId: string; idempotencyKey: string }

/** Has the prefix of personal data, so it is deleted along with it. */
const pendingDeletionName = 'quiver:unheard-deletion'

export function rememberDeletion(deletion: PendingDeletion) {
  tabStorage.write(pendingDeletionName, JSON.stringify(deletion))
}

export function forgetPendingDeletion() {
  tabStorage.write(pendingDeletionName, null)
}

export function isDeletionPending() {
  return readPendingDeletion() !== null
}

/** @returns the id of the deleted member, or null @throws if there is no response; it is asked again later */
export async function checkPendingDeletion() {
  const pending = readPendingDeletion()
  if (pending === null) return null
  const { deleted } = await api.account.wasDeleted(pending)
  forgetPendingDeletion()
  return deleted ? pending.userId : null
}

function readPendingDeletion(): PendingDeletion | null {
  try {
    return JSON.parse(tabStorage.read(pendingDeletionName) ?? 'null')
  } catch {
    return null
  }
}
