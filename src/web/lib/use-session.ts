import type { Club, Person, SessionLimits } from '#contract/session.ts'
import { messages } from '#domain/text/public-messages.ts'
import { api, forgetCachedResponses } from './api.ts'
import { authApi } from './auth-api.ts'
import { clearPersonalStorage, personalNames, writePersonal } from './personal-storage.ts'
import { onProblem, type Problem } from './request.ts'
import { requestTimes, serverNow, setServerClock } from './server-clock.ts'
import { sessionLimitState } from './session-limits.ts'
import {
  checkPendingDeletion,
  clearAfterSession,
  forgetElsewhere,
  isDeletionPending,
  persistSession,
  resumeWithoutResponse,
} from './session-on-device.ts'
import {
  overrideSession,
  readSession,
  requestSession,
  type SessionResponse,
  saveSession,
  useKnownSession,
} from './session-store.ts'
import { broadcast, newSessionEpoch, onBroadcast, sessionEpoch } from './tab-sync.ts'
import { clearToasts, leaveFlashMessage } from './toast.ts'

/**
 * The signed-in person, according to the server. Everything that begins or ends a session goes through here, so that
 * clearing caches and notifying other tabs happens in one place.
 */

/** The URL of `api.session.get()`. */
const address = '/rpc/session/get?data=%7B%7D'

async function loadSession(): Promise<SessionResponse> {
  const askedAt = window.earlyAnswers?.[address]?.askedAt ?? performance.now()
  const { club, person, now, kiosk } = await api.session.get()
  // Whatever address was typed: the tablet shows nothing else.
  if (kiosk && location.pathname !== '/kiosk') location.replace('/kiosk')
  setServerClock(now, requestTimes(address, askedAt))
  // The other preloaded responses are errors then, and must not be used by the next person who logs in here.
  if (!person?.hasLoggedIn) delete window.earlyAnswers
  const before = readSession()?.person
  if (ending && before && person === null) return { club, person: before }
  const deleted = person === null ? await checkPendingDeletion() : null
  if (deleted !== null) {
    sayGoodbye(deleted)
    return { club, person }
  }
  // Someone else, or no one, is signed in: the last person's data must not stay.
  if (before && before.userId !== person?.userId) forgetPerson()
  if (before && person === null) {
    const reason = wasIdle(before.limits) ? 'idle' : 'elsewhere'
    departure = { reason }
    broadcast({ kind: 'ended', reason, userId: before.userId })
  }
  if (before && person && before.role !== person.role) dropResponses(person.userId)
  clearAfterSession(person?.userId ?? null)
  return { club, person }
}

/** Requests the session, the first step of every page. */
export function startSession() {
  resumeWithoutResponse(recheckSession(), () => {
    departure = { reason: 'idle' }
    clearAfterSession(null)
  })
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem; retry: () => Promise<unknown> }
  | { status: 'ready'; club: Club; person: Person | null }

export function useSession(): SessionState {
  const { answer, problem } = useKnownSession()
  if (answer) return { status: 'ready', ...answer }
  if (problem) return { status: 'failed', problem, retry: () => recheckSession().catch(() => {}) }
  return { status: 'loading' }
}

/** The club, once known; it stays known from then on. */
export function useClub() {
  return useKnownSession().answer?.club ?? null
}

/** Requests the session right away. */
export function recheckSession() {
  return requestSession(loadSession)
}

/** How the last session of this page ended, which decides what the login page says and where login leads. */
export type Departure = { reason: 'idle' | 'signed-out' | 'elsewhere' }
let departure: Departure | null = null

export function lastDeparture() {
  return departure
}

/** After a login or a verification: reads the new session and notifies the other tabs. */
export async function sessionStarted() {
  departure = null
  newSessionEpoch()
  knownEpoch = sessionEpoch()
  const answer = await requestSession(loadSession, { join: false })
  broadcast({ kind: 'started' })
  return answer
}

/** Ends the session: removes the person's data here, and notifies every other tab. */
function endSession(reason: Departure['reason'], { notify = true, userId = readSession()?.person?.userId } = {}) {
  if (userId === undefined) return
  // Even if another tab was first: a deliberate logout leaves no data.
  if (reason === 'signed-out') clearDeviceData(userId)
  const answer = readSession()
  // This tab already has another person's session, which goes on.
  if (answer?.person?.userId !== userId) return
  departure = { reason }
  if (notify) broadcastEnd(reason, userId)
  knownEpoch = sessionEpoch()
  overrideSession({ ...answer, person: null })
  forgetPerson()
  clearAfterSession(null)
}

function broadcastEnd(reason: Departure['reason'], userId: string) {
  newSessionEpoch()
  broadcast({ kind: 'ended', reason, userId })
}

/** Clears data that was shown to the person. */
const drops: (() => void)[] = []
/** Clears responses, which may be wrong even for the same person if their rights have changed. */
const responseDrops: (() => void)[] = [forgetCachedResponses]

export function onSignOut(drop: () => void) {
  drops.push(drop)
}

export function onDropResponses(drop: () => void) {
  responseDrops.push(drop)
}

/**
 * A refused request has revealed a change of rights: stale data goes right away, whether or not the server can be
 * reached.
 */
function loseRights(change: Partial<Person>) {
  const person = readSession()?.person
  if (!person) return
  dropResponses(person.userId)
  savePerson(change)
}

function dropResponses(userId: string) {
  for (const drop of responseDrops) drop()
  for (const name of personalNames(userId, 'answer:')) writePersonal(userId, name, null)
}

function clearDeviceData(userId: string) {
  clearPersonalStorage(userId)
  void forgetElsewhere(userId)
}

/**
 * Whether an operation of this page is ending its own session; then the end must not be reported as "ended elsewhere".
 */
let ending = false

/**
 * Runs an operation that ends this session along with others (log out everywhere, delete the account). If it succeeds,
 * the person's data is removed, as on logout.
 */
export async function actAndLeave(operation: () => Promise<unknown>) {
  const userId = readSession()?.person?.userId
  ending = true
  let done = false
  try {
    done = (await operation()) !== null
  } finally {
    ending = false
  }
  if (done) endSession('signed-out', { userId })
  // Perhaps only the response was lost; then the server will say that no one is signed in.
  else void recheckSession().catch(() => {})
  return done
}

/** The account was deleted although the response was lost: ends the session as the response would have. */
function sayGoodbye(userId: string) {
  leaveFlashMessage(messages.accountDeleted)
  clearDeviceData(userId)
  departure = { reason: 'signed-out' }
  broadcastEnd('signed-out', userId)
  knownEpoch = sessionEpoch()
  forgetPerson()
}

/** The deliberate logout. @returns true @throws if the request fails */
export async function signOut() {
  const userId = readSession()?.person?.userId
  ending = true
  try {
    await authApi.signOut()
    if (userId) {
      // Not after the cleanup below, because this device's storage may be slow.
      broadcastEnd('signed-out', userId)
      // Before the person may close the page, but for a second at most.
      await Promise.race([forgetElsewhere(userId), new Promise((resolve) => setTimeout(resolve, 1000))])
    }
  } finally {
    ending = false
  }
  endSession('signed-out', { userId, notify: false })
  return true
}

/** Updates the person's own picture. */
export function savePictureUrl(pictureUrl: string) {
  savePerson({ pictureUrl })
}

/** Updates the person's own choice to show others that they're going. */
export function saveShowGoing(showGoing: boolean | null) {
  savePerson({ showGoing })
}

export function saveLimits(limits: SessionLimits) {
  savePerson({ limits })
}

function savePerson(change: Partial<Person>) {
  const answer = readSession()
  if (answer?.person) saveSession({ ...answer, person: { ...answer.person, ...change } })
}

/** The session has expired by this clock; the server decides, because clocks can be set. */
export async function confirmOver() {
  try {
    await recheckSession()
  } catch {
    // No response: the screen is cleared anyway.
    endSession('idle')
  }
}

function forgetPerson() {
  for (const drop of [...drops, ...responseDrops]) drop()
  clearToasts()
}

function wasIdle(limits: SessionLimits) {
  return sessionLimitState(limits, serverNow() + 1000).state === 'over'
}

/** The session has ended. After an account deletion without a response, first asks the server whether it happened. */
function follow(end: () => void) {
  if (isDeletionPending()) void recheckSession().catch(end)
  else end()
}

let knownEpoch: string | null = null

/** Reacts to other tabs, failed requests, and pages restored from the back/forward cache. */
export function watchSession() {
  knownEpoch = sessionEpoch()
  persistSession()
  onBroadcast((message) => {
    if (message.kind === 'ended' && !ending)
      follow(() => endSession(message.reason, { notify: false, userId: message.userId }))
    if (message.kind === 'started') {
      knownEpoch = sessionEpoch()
      void recheckSession().catch(() => {})
    }
    if (message.kind === 'limits') {
      const person = readSession()?.person
      if (person?.userId === message.userId) saveLimits(message.limits)
    }
  })
  onProblem(({ kind, code }) => {
    if (kind === 'signed-out' && !ending) {
      const person = readSession()?.person
      if (person) follow(() => endSession(wasIdle(person.limits) ? 'idle' : 'elsewhere'))
    }
    if (kind === 'finish-setup') {
      // Every page for members then leads to the wizard.
      loseRights({ hasLoggedIn: false })
      void recheckSession().catch(() => {})
    }
    if (code === 'FORBIDDEN') {
      loseRights({ role: 'Member' })
      void recheckSession().catch(() => {})
    }
  })
  const look = () => {
    if (document.visibilityState === 'visible') void recheckSession().catch(() => {})
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    if (sessionEpoch() !== knownEpoch) {
      document.documentElement.hidden = true
      location.reload()
      return
    }
    void recheckSession().catch(() => {})
  })
}
