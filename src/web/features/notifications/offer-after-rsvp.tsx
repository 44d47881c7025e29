import { useSyncExternalStore } from 'react'
import { useLazy } from '#web/lib/lazy-code.ts'

let replied = false
let tell = () => {}

/** An RSVP has just been saved. Where notifications can't be turned on, nothing more is loaded for it. */
export function noteRsvp() {
  if (!('PushManager' in window) || !('Notification' in window) || Notification.permission !== 'default') return
  replied = true
  tell()
}

/** Offers notifications after the first RSVP, below the practices that were replied to. */
export function OfferAfterRsvp() {
  const asked = useSyncExternalStore(follow, () => replied)
  const offer = useLazy(() => import('./notifications-offer.tsx'), { asked, quiet: true })
  return offer && <offer.NotificationsOffer />
}

function follow(listener: () => void) {
  tell = listener
  return () => {
    tell = () => {}
  }
}
