/**
 * After a session has ended without its person’s log-out (by itself, elsewhere, with the account), nothing about other people and
 * nothing that says who it was stays on the device: only what they have yet to send, for their next session. What takes the server
 * (finish-session-end.ts) is tried again at each page until it has been done.
 */
import { beginPersonalStorage, endPersonalStorage, isLeftBehind, ownersOnDevice } from '#web/lib/personal-storage.ts'

/** @param current who is signed in on this device, as the server or the end of a session has just said */
export function clearAfterSession(current: string | null) {
  for (const owner of ownersOnDevice()) {
    if (owner === current || !isLeftBehind(owner)) continue
    endPersonalStorage(owner)
    import('./finish-session-end.ts').then(({ finishSessionEnd: finishEnd }) => finishEnd(owner)).catch(() => {})
  }
  if (current !== null) beginPersonalStorage(current)
}
