import { useSyncExternalStore } from 'react'
import { useLazy } from '#web/lib/lazy-code.ts'

let replied = false
let isHeld = false
let tell = () => {}

/** Call after saving an RSVP. Loads nothing where notifications can't be turned on. */
export function noteRsvp() {
  if (!('PushManager' in window) || !('Notification' in window) || Notification.permission !== 'default') return
  replied = true
  tell()
}

/** Another question about the RSVP comes first: the offer waits until `false`. */
export function holdOffer(hold: boolean) {
  isHeld = hold
  tell()
}

/** Offers notifications after the first RSVP, below the practices on the page. */
export function OfferAfterRsvp() {
  const asked = useSyncExternalStore(follow, () => replied && !isHeld)
  const offer = useLazy(() => import('./notifications-offer.tsx'), { asked, quiet: true })
  return offer && <offer.NotificationsOffer />
}

function follow(listener: () => void) {
  tell = listener
  return () => {
    tell = () => {}
  }
}
