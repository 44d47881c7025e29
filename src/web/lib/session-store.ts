import { useSyncExternalStore } from 'react'
import type { Club, Person } from '#contract/session.ts'
import { isRetryable, type Problem, toProblem } from './request.ts'

/**
 * The last session response: the club and the signed-in person. Login needs it first, so it lives outside the query
 * cache, which is loaded with the pages behind the login.
 */

export type SessionResponse = { club: Club; person: Person | null }
type Known = {
  answer: SessionResponse | null
  problem: Problem | null
  /** The response is from an earlier visit; this page has not heard from the server yet. */
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

export function saveSession(answer: SessionResponse) {
  learn({ answer, problem: null, saved: false })
}

/** Uses the response saved by an earlier visit until the server responds. */
export function resumeSession(answer: SessionResponse) {
  if (known.answer === null) learn({ ...known, answer, saved: true })
}

export function isSessionSaved() {
  return known.saved
}

/** Resolves when there is a response, from the server or from an earlier visit, or a problem to show instead. */
export async function whenSessionKnown() {
  const isKnown = () => known.answer !== null || known.problem !== null
  if (isKnown()) return
  await new Promise<void>((resolve) => {
    const stop = onSession(() => {
      if (!isKnown()) return
      stop()
      resolve()
    })
  })
}

/** Sets the session without a request, as after a logout; responses still on their way are ignored. */
export function overrideSession(answer: SessionResponse) {
  last = null
  saveSession(answer)
}

export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last response, and the problem if the request after it failed. */
export function useKnownSession() {
  return useSyncExternalStore(
    onSession,
    () => known,
    () => known,
  )
}

const maxTries = 3
let last: { promise: Promise<SessionResponse>; settled: boolean } | null = null

/**
 * Requests the session. Only the latest request counts; a response to an earlier one is dropped.
 * @param load sends the request once @param join share a request that is already on its way
 * @throws what `load` threw last, after a few retries where they may help
 */
export function requestSession(load: () => Promise<SessionResponse>, { join = true } = {}): Promise<SessionResponse> {
  if (join && last !== null && !last.settled) return last.promise
  const mine = { promise: settle(), settled: false }
  last = mine
  return mine.promise

  async function settle(): Promise<SessionResponse> {
    // So that `last` is set before anything happens.
    await null
    try {
      const answer = await tryTo(load)
      if (last !== mine) return last === null ? (known.answer ?? answer) : await last.promise
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
    if (tries === maxTries || !isRetryable(toProblem(error))) throw error
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries))
    return tryTo(load, tries + 1)
  }
}
