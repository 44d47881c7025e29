import type { Club, Person, SessionLimits } from '#contract/session.ts'
import { messages } from '#domain/text/messages.ts'
import { api, forgetKnownAnswers } from './api.ts'
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
  keepSession,
  resumeWhereNoAnswerComes,
} from './session-on-device.ts'
import {
  askSession,
  overrideSession,
  readSession,
  type SessionAnswer,
  saveSession,
  useKnownSession,
} from './session-store.ts'
import { broadcast, newSessionEpoch, onBroadcast, sessionEpoch } from './tab-sync.ts'
import { clearToasts, leaveFlashMessage } from './toast.ts'

/**
 * Who is signed in, as the server says; everything that begins or ends a session goes through here,
 * so that the cache is emptied and the other tabs are told in one place.
 */

/** Of `api.session.get()`. */
const address = '/rpc/session/get?data=%7B%7D'

async function loadSession(): Promise<SessionAnswer> {
  const askedAt = window.earlyAnswers?.[address]?.askedAt ?? performance.now()
  const { club, person, now } = await api.session.get()
  setServerClock(now, requestTimes(address, askedAt))
  // The other early answers (early-answers.ts) are refusals, which must not wait for who signs in here.
  if (!person?.hasLoggedIn) delete window.earlyAnswers
  const before = readSession()?.person
  if (ending && before && person === null) return { club, person: before }
  const deleted = person === null ? await checkPendingDeletion() : null
  if (deleted !== null) {
    sayGoodbye(deleted)
    return { club, person }
  }
  // Somebody else, or nobody: what the last person was shown must not stay.
  if (before && before.userId !== person?.userId) forgetPerson()
  if (before && person === null) {
    const reason = wasIdle(before.limits) ? 'idle' : 'elsewhere'
    departure = { reason }
    broadcast({ kind: 'ended', reason, userId: before.userId })
  }
  if (before && person && before.role !== person.role) forgetAnswers(person.userId)
  clearAfterSession(person?.userId ?? null)
  return { club, person }
}

/** Asks who is signed in, with which every page begins. */
export function startSession() {
  resumeWhereNoAnswerComes(recheckSession(), () => {
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

/** The club's facts, once known; they stay known from then on. */
export function useClub() {
  return useKnownSession().answer?.club ?? null
}

/** Asks the server again, at once. */
export function recheckSession() {
  return askSession(loadSession)
}

/** How the last session of this page ended: it decides what the sign-in page says and where sign-in leads. */
export type Departure = { reason: 'idle' | 'signed-out' | 'elsewhere' }
let departure: Departure | null = null

export function lastDeparture() {
  return departure
}

/** After a sign-in or a verification: the new session is read, and the other tabs look too. */
export async function sessionStarted() {
  departure = null
  newSessionEpoch()
  knownEpoch = sessionEpoch()
  const answer = await askSession(loadSession, { join: false })
  broadcast({ kind: 'started' })
  return answer
}

/** Leaves: nothing of the person stays in the page, and every other tab follows. */
function endSession(reason: Departure['reason'], { tell = true, userId = readSession()?.person?.userId } = {}) {
  if (userId === undefined) return
  // Also where another tab was told first: whoever leaves on purpose leaves nothing.
  if (reason === 'signed-out') forgetWhatIsKept(userId)
  const answer = readSession()
  // Of somebody else it is no news: this tab has gone on with another person since.
  if (answer?.person?.userId !== userId) return
  departure = { reason }
  if (tell) tellOthers(reason, userId)
  knownEpoch = sessionEpoch()
  overrideSession({ ...answer, person: null })
  forgetPerson()
  clearAfterSession(null)
}

function tellOthers(reason: Departure['reason'], userId: string) {
  newSessionEpoch()
  broadcast({ kind: 'ended', reason, userId })
}

/** What pages were shown, and holds for nobody else. */
const drops: (() => void)[] = []
/** What the server has answered: it may not hold for the same person anymore either, once their rights have changed. */
const answerDrops: (() => void)[] = [forgetKnownAnswers]

export function onSignOut(drop: () => void) {
  drops.push(drop)
}

export function alsoDropAnswers(drop: () => void) {
  answerDrops.push(drop)
}

/** A refusal has told of a change of rights: what is shown goes right away, whether or not the server can be asked about it. */
function loseRights(change: Partial<Person>) {
  const person = readSession()?.person
  if (!person) return
  forgetAnswers(person.userId)
  savePerson(change)
}

function forgetAnswers(userId: string) {
  for (const drop of answerDrops) drop()
  for (const name of personalNames(userId, 'answer:')) writePersonal(userId, name, null)
}

function forgetWhatIsKept(userId: string) {
  clearPersonalStorage(userId)
  void forgetElsewhere(userId)
}

/** True while an act of this page ends its own session: until it is answered, its end is no news from elsewhere. */
let ending = false

/**
 * An act that ends this very session with others (signing out everywhere, deleting the account): once it has gone through,
 * nothing of the person stays here, as after a sign-out.
 */
export async function actAndLeave(act: () => Promise<unknown>) {
  const userId = readSession()?.person?.userId
  ending = true
  let done = false
  try {
    done = (await act()) !== null
  } finally {
    ending = false
  }
  if (done) endSession('signed-out', { userId })
  // Perhaps only the answer was lost; then the server says that nobody is signed in.
  else void recheckSession().catch(() => {})
  return done
}

/** The answer to a deletion got lost, and it has happened: the end is the same as when the answer comes. */
function sayGoodbye(userId: string) {
  leaveFlashMessage(messages.accountDeleted)
  forgetWhatIsKept(userId)
  departure = { reason: 'signed-out' }
  tellOthers('signed-out', userId)
  knownEpoch = sessionEpoch()
  forgetPerson()
}

/** The deliberate sign-out. @returns true @throws what the server or the line did wrong */
export async function signOut() {
  const userId = readSession()?.person?.userId
  ending = true
  try {
    await authApi.signOut()
    if (userId) {
      // The other tabs don't wait for this device's storage, which may be slow.
      tellOthers('signed-out', userId)
      // Before the person may close the page, but for no longer than a second.
      await Promise.race([forgetElsewhere(userId), new Promise((resolve) => setTimeout(resolve, 1000))])
    }
  } finally {
    ending = false
  }
  endSession('signed-out', { userId, tell: false })
  return true
}

/** One's own picture, as the server has just said. */
export function savePictureUrl(pictureUrl: string) {
  savePerson({ pictureUrl })
}

export function saveLimits(limits: SessionLimits) {
  savePerson({ limits })
}

function savePerson(change: Partial<Person>) {
  const answer = readSession()
  if (answer?.person) saveSession({ ...answer, person: { ...answer.person, ...change } })
}

/** By the clock it is over; the server has the last word, because clocks can be set. */
export async function confirmOver() {
  try {
    await recheckSession()
  } catch {
    // No answer: what is on the screen is hidden all the same.
    endSession('idle')
  }
}

function forgetPerson() {
  for (const drop of [...drops, ...answerDrops]) drop()
  clearToasts()
}

function wasIdle(limits: SessionLimits) {
  return sessionLimitState(limits, serverNow() + 1000).state === 'over'
}

/** The session has ended; after a deletion that was not answered, why is asked first. */
function follow(end: () => void) {
  if (isDeletionPending()) void recheckSession().catch(end)
  else end()
}

let knownEpoch: string | null = null

/** Wires what comes from elsewhere: other tabs, refused requests, pages out of the browser's memory. */
export function watchSession({ leadToWelcome }: { leadToWelcome: () => void }) {
  knownEpoch = sessionEpoch()
  keepSession()
  onBroadcast((word) => {
    if (word.kind === 'ended' && !ending) follow(() => endSession(word.reason, { tell: false, userId: word.userId }))
    if (word.kind === 'started') {
      knownEpoch = sessionEpoch()
      void recheckSession().catch(() => {})
    }
    if (word.kind === 'limits') {
      const person = readSession()?.person
      if (person?.userId === word.userId) saveLimits(word.limits)
    }
  })
  onProblem(({ kind, code }) => {
    if (kind === 'signed-out' && !ending) {
      const person = readSession()?.person
      if (person) follow(() => endSession(wasIdle(person.limits) ? 'idle' : 'elsewhere'))
    }
    if (kind === 'finish-setup') {
      loseRights({ hasLoggedIn: false })
      void recheckSession().then(leadToWelcome, leadToWelcome)
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
