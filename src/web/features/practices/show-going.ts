import { useSyncExternalStore } from 'react'
import { holdOffer } from '#web/features/notifications/offer-after-rsvp.tsx'
import { api } from '#web/lib/api.ts'
import { readSession } from '#web/lib/session-store.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { onSignOut, saveShowGoing, useSession } from '#web/lib/use-session.ts'
import { refreshHome } from '#web/queries/home.ts'
import { refreshMyPractices } from '#web/queries/my-practices.ts'

/** The member's choice whether others see that they're going: asked once, under the practice of their RSVP. */

let askedAt: string | null = null
const listeners = new Set<() => void>()

function askAt(practiceId: string | null) {
  askedAt = practiceId
  holdOffer(practiceId !== null)
  for (const listener of listeners) listener()
}

onSignOut(() => askAt(null))

/** Call when a member presses archer or driver and gets a spot. Asks where the club has this, and they have not chosen yet. */
export function askToShowGoing(practiceId: string) {
  const session = readSession()
  const isOpen = session?.club.showWhoIsGoing === true && session.person?.showGoing === null
  // Without a connection the choice couldn't be saved; their next RSVP asks.
  if (isOpen && navigator.onLine) askAt(practiceId)
}

export function useAskedToShowGoing(practiceId: string) {
  const { canShow, me } = useWhoIsGoing()
  const isHere = useSyncExternalStore(follow, () => askedAt === practiceId)
  return canShow && me?.showGoing === null && isHere
}

function follow(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the club shows who is going, and the member who is logged in. */
export function useWhoIsGoing() {
  const session = useSession()
  if (session.status !== 'ready') return { canShow: false, me: null }
  return { canShow: session.club.showWhoIsGoing === true, me: session.person }
}

/** Saves the choice: it shows right away, and is as before if it can't be saved. */
export function useShowGoing() {
  const save = useIdempotentMutation(api.profile.setShowGoing)

  /** @returns whether it was saved */
  async function choose(show: boolean) {
    if (save.pending) return false
    const before = readSession()?.person?.showGoing ?? null
    saveShowGoing(show)
    if ((await save.act({ show })) === null) {
      saveShowGoing(before)
      return false
    }
    holdOffer(false)
    void refreshHome()
    void refreshMyPractices()
    return true
  }

  return { choose, pending: save.pending, problem: save.problem }
}
