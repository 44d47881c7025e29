import { api } from './api.ts'
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
import { isSessionSaved, onSession, readSession, resumeSession, type SessionAnswer } from './session-store.ts'

/**
 * What the server said last of the club and of who is signed in, kept on the device: where the server can't be reached, or is slow
 * to answer, a page opens with it (D48). Whoever it was is judged by the limits of their session; a deliberate sign-out deletes it.
 */

type SavedSession = { answer: SessionAnswer; offsetMs: number }

/** A person who waits at the range sees what is known after this long; the server's answer takes its place when it comes. */
const patienceMs = 1000

/**
 * Opens the page with what is saved where the server does not say soon who is signed in.
 * @param asked the question to the server
 * @param onOver somebody was signed in, and their session has ended since by the clock
 */
export function resumeWhereNoAnswerComes(asked: Promise<unknown>, onOver: () => void) {
  const resume = () => {
    const saved = readSavedSession()
    if (saved === null || saved.answer.person === null || readSession() !== null) return
    setClockOffset(saved.offsetMs)
    const over = sessionLimitState(saved.answer.person.limits, Date.now() + saved.offsetMs).state === 'over'
    if (over) onOver()
    resumeSession(over ? { ...saved.answer, person: null } : saved.answer)
  }
  asked.catch(resume)
  if (navigator.onLine) setTimeout(resume, patienceMs)
  else resume()
}

let lastSaved: SessionAnswer | null = null

/** From now on the device knows what the server says. */
export function keepSession() {
  onSession(saveOnDevice)
}

function saveOnDevice() {
  const answer = readSession()
  if (answer === null || answer === lastSaved || isSessionSaved()) return
  lastSaved = answer
  const saved: SavedSession = { answer, offsetMs: clockOffset() }
  try {
    // Without anybody there is nothing to open with.
    if (answer.person === null) localStorage.removeItem(key)
    else {
      localStorage.setItem(key, JSON.stringify(saved))
      writePersonal(answer.person.userId, markName, answer.person.deviceMark)
    }
  } catch {
    // Storage is switched off: without a connection the page says that there is none.
  }
}

function readSavedSession(): SavedSession | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

let endings = { finish: async (_owner: string) => {}, forget: async (_owner: string) => {} }

/**
 * What features do at the end of a member's session, given once when the app starts.
 * @param given.finish what takes the server (features/session/finish-session-end.ts)
 * @param given.forget deletes what they store on the device
 */
export function onSessionEnd(given: typeof endings) {
  endings = given
}

/** Scorecards, which lie elsewhere on the device. Never rejects: a device that stores nothing has none. */
export function forgetElsewhere(owner: string) {
  return endings.forget(owner).catch(() => {})
}

/**
 * After a session has ended without its person’s log-out (by itself, elsewhere, with the account), nothing about other people and
 * nothing that says who it was stays on the device: only what they have yet to send, for their next session. What takes the server
 * is tried again at each page until it has been done.
 * @param current who is signed in on this device, as the server or the end of a session has just said
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
 * The deletion of one's account that was asked for and not answered. Whether it has happened, only its key can find out: who
 * is deleted can't sign in to ask. Kept in the tab, so that a reload does not forget it.
 */

type PendingDeletion = { userId: string; idempotencyKey: string }

/** Below the prefix of what is personal: it goes with the rest. */
const pendingDeletionName = 'quiver:unheard-deletion'

export function rememberDeletion(asked: PendingDeletion) {
  try {
    sessionStorage.setItem(pendingDeletionName, JSON.stringify(asked))
  } catch {
    // Storage is switched off: should the answer get lost, the end is that of any other session.
  }
}

export function forgetPendingDeletion() {
  try {
    sessionStorage.removeItem(pendingDeletionName)
  } catch {
    // Nothing was kept.
  }
}

export function isDeletionPending() {
  return readPendingDeletion() !== null
}

/** @returns who has been deleted @throws when the server gives no answer; it is asked again then */
export async function checkPendingDeletion() {
  const asked = readPendingDeletion()
  if (asked === null) return null
  const { deleted } = await api.account.wasDeleted(asked)
  forgetPendingDeletion()
  return deleted ? asked.userId : null
}

function readPendingDeletion(): PendingDeletion | null {
  try {
    const text = sessionStorage.getItem(pendingDeletionName)
    return text === null ? null : (JSON.parse(text) as PendingDeletion)
  } catch {
    return null
  }
}
