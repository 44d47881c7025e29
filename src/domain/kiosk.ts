import { waitForCode, withWrongCode } from './check-in-code.ts'
import { wordsOf } from './clean-text.ts'

/** A tablet at the door that can do nothing but check members in, until its practice ends. */

/** Ends the kiosk on the tablet; the officer who starts it chooses it. */
export const pinPattern = /^\d{6}$/

/** Why a check-in was made there, in the lists of the practice. */
export const kioskReason = 'Kiosk'

/** Who types fewer letters finds no one, so that there is no list to browse. */
const fewestLetters = 2
const mostNames = 5
export const longestTyped = 100

/**
 * Whose names have words that begin with the typed ones, by name.
 * @returns five at most, and whether there are more
 */
export function findByName<Person extends { name: string }>(people: Person[], typed: string) {
  const wanted = wordsOf(typed)
  if (wanted.join('').length < fewestLetters) return { people: [], more: false }
  const found = people
    .filter(({ name }) => {
      const words = wordsOf(name)
      return wanted.every((start) => words.some((word) => word.startsWith(start)))
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return { people: found.slice(0, mostNames), more: found.length > mostNames }
}

type LeaveDecision =
  | { outcome: 'left' }
  /** `wrong` is to be stored. */
  | { outcome: 'wrong'; wrong: number[]; waitMs: number | null }
  | { outcome: 'locked'; waitMs: number }

/**
 * Five wrong PINs lock the field for a minute, and then each further wrong one does: 60 tries an hour for a million PINs.
 * @param wrong when the wrong ones came, in epoch milliseconds
 */
export function decideLeave({
  right,
  wrong,
  nowMs,
}: {
  right: boolean
  wrong: number[]
  nowMs: number
}): LeaveDecision {
  const waitMs = waitForCode(wrong, nowMs)
  if (waitMs !== null) return { outcome: 'locked', waitMs }
  if (right) return { outcome: 'left' }
  const now = withWrongCode(wrong, nowMs)
  return { outcome: 'wrong', wrong: now, waitMs: waitForCode(now, nowMs) }
}
