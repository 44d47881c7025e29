/**
 * What the server said last of the club and of who is signed in, kept on the device: where the server can't be reached, or is slow
 * to answer, a page opens with it (D48). Whoever it was is judged by the limits of their session; a deliberate sign-out deletes it.
 */

import { savedSessionKey as key, markName, writePersonal } from '#web/lib/personal-storage.ts'
import { clockOffset, setClockOffset } from '#web/lib/server-clock.ts'
import { sessionLimitState } from './session-limits.ts'
import { isSessionSaved, onSession, readSession, resumeSession, type SessionAnswer } from './session-store.ts'

type Saved = { answer: SessionAnswer; offsetMs: number }

/** A person who waits at the range sees what is known after this long; the server's answer takes its place when it comes. */
const patienceMs = 1000

/**
 * Opens the page with what is saved where the server does not say soon who is signed in.
 * @param asked the question to the server
 * @param onOver somebody was signed in, and their session has ended since by the clock
 */
export function resumeWhereNoAnswerComes(asked: Promise<unknown>, onOver: () => void) {
  const resume = () => {
    const saved = read()
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

let kept: SessionAnswer | null = null

/** From now on the device knows what the server says. */
export function keepSession() {
  onSession(keep)
}

function keep() {
  const answer = readSession()
  if (answer === null || answer === kept || isSessionSaved()) return
  kept = answer
  const saved: Saved = { answer, offsetMs: clockOffset() }
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

function read(): Saved | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
