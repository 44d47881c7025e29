import { forgetCards, keepUnsentCards } from '#web/features/scorecards/card-sync.ts'
import { api } from '#web/lib/api.ts'
import { clearPersonalStorage, hasEnded, markName, noteEndDone, readPersonal } from '#web/lib/personal-storage.ts'

const underWay = new Set<string>()

/**
 * What is left to do after the end of a session: scorecards, the browser's cache, which the response empties, and all of it where the
 * account is gone. Never rejects: without a connection, the next page or the next look at who is logged in goes on.
 */
export async function finishSessionEnd(owner: string) {
  if (underWay.has(owner)) return
  underWay.add(owner)
  try {
    if (hasEnded(owner)) await keepUnsentCards(owner).catch(() => {})
    const { gone } = await api.account.isGone({ userId: owner, mark: readPersonal<string>(owner, markName) ?? '' })
    if (!hasEnded(owner)) return
    if (gone) {
      clearPersonalStorage(owner)
      await forgetCards(owner)
    }
    noteEndDone(owner)
  } catch {
    // It stands on the device that this is left to do.
  } finally {
    underWay.delete(owner)
  }
}
