import { forgetCards, retainUnsentCards } from '#web/features/scorecards/card-sync.ts'
import { api } from '#web/lib/api.ts'
import { clearPersonalStorage, hasEnded, markName, noteEndDone, readPersonal } from '#web/lib/personal-storage.ts'

const underWay = new Set<string>()

/**
 * Cleanup after a session has ended: scorecards, the browser's cache, which the response clears, and everything if the
 * account is gone. Never rejects: without a connection, the next page load or session check continues it.
 */
export async function finishSessionEnd(owner: string) {
  if (underWay.has(owner)) return
  underWay.add(owner)
  try {
    if (hasEnded(owner)) await retainUnsentCards(owner).catch(() => {})
    const { gone } = await api.account.isGone({ userId: owner, mark: readPersonal<string>(owner, markName) ?? '' })
    if (!hasEnded(owner)) return
    if (gone) {
      clearPersonalStorage(owner)
      await forgetCards(owner)
    }
    noteEndDone(owner)
  } catch {
    // The pending cleanup is recorded on the device.
  } finally {
    underWay.delete(owner)
  }
}
