import { useSyncExternalStore } from 'react'
import type { Club, Person } from '#contract/session.ts'
import { isRetryable, type Problem, toProblem } from './request.ts'

/**
 * What the server said last about the club and who is signed in. Signing in needs it before anything else, so it does without the
 * query cache, which comes with the pages behind the sign-in.
 */

export type SessionAnswer = { club: Club; person: Person | null }
type Known = {
  answer: SessionAnswer | null
  problem: Problem | null
  /** The answer is of an earlier visit: the server has not been heard since. */
  saved: boolean
}

let known: Known = { answer: null, problem: null, saved: false }
const listeners = new Set<() => void>()

function learn(next: Known) {
  known = next
  for (const listener of listeners) listener()
}

export function readSession() {
  return known.answer
}

export function saveSession(answer: SessionAnswer) {
  learn({ answer, problem: null, saved: false })
}

/** What an earlier visit was told, until the server says more. */
export function resumeSession(answer: SessionAnswer) {
  if (known.answer === null) learn({ ...known, answer, saved: true })
}

export function isSessionSaved() {
  return known.saved
}

/** What is known without asking, as after a sign-out: an answer that is still on its way says nothing of it. */
export function overrideSession(answer: SessionAnswer) {
  last = null
  saveSession(answer)
}

export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last answer, and what was wrong where the question after it failed. */
export function useKnownSession() {
  return useSyncExternalStore(
    onSession,
    () => known,
    () => known,
  )
}

const atMostTries = 3
let last: { asked: Promise<SessionAnswer>; settled: boolean } | null = null

/**
 * Asks anew; an answer to an earlier question is news no longer.
 * @param load asks the server once @param join with a question that is under way, if there is one
 * @throws what `load` threw last, after it was tried a few times where that may help
 */
export function askSession(load: () => Promise<SessionAnswer>, { join = true } = {}): Promise<SessionAnswer> {
  if (join && last !== null && !last.settled) return last.asked
  const mine = { asked: settle(), settled: false }
  last = mine
  return mine.asked

  async function settle(): Promise<SessionAnswer> {
    // So that `last` is known before anything comes of it.
    await null
    try {
      const answer = await tryTo(load)
      if (last !== mine) return last === null ? (known.answer ?? answer) : await last.asked
      saveSession(answer)
      return answer
    } catch (error) {
      if (last === mine) learn({ ...known, problem: toProblem(error) })
      throw error
    } finally {
      mine.settled = true
    }
  }
}

async function tryTo<Answer>(load: () => Promise<Answer>, tries = 1): Promise<Answer> {
  try {
    return await load()
  } catch (error) {
    if (tries === atMostTries || !isRetryable(toProblem(error))) throw error
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries))
    return tryTo(load, tries + 1)
  }
}
