/**
 * Whether this device has arrows that the server has yet to hear: small enough for every page to ask. It comes and goes with
 * the cards themselves, which lie elsewhere than what else is personal (lib/personal-storage.ts).
 *
 * With it goes the change that was made last, written before the arrow is painted: what `localStorage` was given outlives the
 * tab at once, a card in IndexedDB only some milliseconds later (docs/decisions/0034).
 */
import type { Change } from '#domain/scorecards/card.ts'

type LastChange = { card: string; change: Change }

const prefix = 'quiver-unsent:'

export function hasUnsentCards(owner: string) {
  return read(owner) !== null
}

export function lastChangeOf(owner: string): LastChange | null {
  return JSON.parse(read(owner) || 'null')
}

/** @param last null when what was written last lies in its card */
export function noteUnsentCards(owner: string, last: LastChange | null) {
  write(owner, JSON.stringify(last))
}

export function noteAllSent(owner: string) {
  write(owner, null)
}

function read(owner: string) {
  try {
    return localStorage.getItem(prefix + owner)
  } catch {
    return null
  }
}

function write(owner: string, last: string | null) {
  try {
    if (last === null) localStorage.removeItem(prefix + owner)
    else localStorage.setItem(prefix + owner, last)
  } catch {
    // Storage is switched off: then the cards themselves are not kept either.
  }
}
