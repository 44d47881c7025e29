/**
 * Whether this device has unsent arrows: small enough to load on every page. It's cleared along with the cards, which
 * are stored separately from other personal data (lib/personal-storage.ts).
 *
 * It includes the last change, written before the arrow is painted: `localStorage` survives the tab immediately, a card
 * in IndexedDB only some milliseconds later (docs/decisions/0017-scorecards.md).
 */
import type { Change } from '#domain/scorecards/card.ts'
import { deviceStorage } from '#web/lib/browser-storage.ts'

type LastChange = { card: string; change: Change }

const prefix = 'quiver-unsent:'

export function hasUnsentCards(owner: string) {
  return deviceStorage.read(prefix + owner) !== null
}

export function lastChangeOf(owner: string): LastChange | null {
  return JSON.parse(deviceStorage.read(prefix + owner) || 'null')
}

/** @param last null if the last change is stored in its card */
export function noteUnsentCards(owner: string, last: LastChange | null) {
  deviceStorage.write(prefix + owner, JSON.stringify(last))
}

export function noteAllSent(owner: string) {
  deviceStorage.write(prefix + owner, null)
}
