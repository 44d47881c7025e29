/**
 * Two answers concern the whole app and not only who asked: the session is over, and the wizard comes first. Acts and
 * queries report every problem here; what follows is decided in one place (auth/use-session.ts).
 */
import type { Problem } from './api-error.ts'

type Listener = (problem: Problem) => void
const listeners = new Set<Listener>()

export function reportProblem(problem: Problem) {
  for (const listener of listeners) listener(problem)
}

export function onProblem(listener: Listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
