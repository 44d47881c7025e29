/**
 * After a session has ended without its person’s log-out (by itself, elsewhere, with the account), nothing about other people and
 * nothing that says who it was stays on the device: only what they have yet to send, for their next session. What takes the server
 * (whether there still is such an account; the browser’s cache) is tried again at each page until it has been done.
 */
import { api } from '#web/api.ts'
import {
  beginPersonalStorage,
  clearPersonalStorage,
  endPersonalStorage,
  hasEnded,
  isLeftBehind,
  markName,
  noteEndDone,
  ownersOnDevice,
  readPersonal,
} from './personal-storage.ts'

const underWay = new Set<string>()

/** @param current who is signed in on this device, as the server or the end of a session has just said */
export function tidyDevice(current: string | null) {
  for (const owner of ownersOnDevice()) {
    if (owner === current || !isLeftBehind(owner)) continue
    endPersonalStorage(owner)
    void finishEnd(owner)
  }
  if (current !== null) beginPersonalStorage(current)
}

/** Never rejects. */
async function finishEnd(owner: string) {
  if (underWay.has(owner)) return
  underWay.add(owner)
  try {
    const cards = await import('#web/scorecard/card-store.ts')
    if (hasEnded(owner)) await cards.keepUnsentCards(owner).catch(() => {})
    const { gone } = await api.account.isGone({ userId: owner, mark: readPersonal<string>(owner, markName) ?? '' })
    if (!hasEnded(owner)) return
    if (gone) {
      clearPersonalStorage(owner)
      await cards.forgetCards(owner)
    }
    noteEndDone(owner)
  } catch {
    // No connection: the next page, or the next look at who is signed in, goes on.
  } finally {
    underWay.delete(owner)
  }
}
