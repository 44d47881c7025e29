import { useSyncExternalStore } from 'react'
import { useLazy } from '#web/lib/lazy-code.ts'

let checkedIn = false
let tell = () => {}

/** Call after a check-in. Loads nothing where the app can't be installed. */
export function noteCheckInForInstall() {
  if (window.installPrompt === undefined && navigator.standalone !== false) return
  checkedIn = true
  tell()
}

/** Offers to install the app after a check-in, only on the page with Check In. */
export function InstallPrompt() {
  const asked = useSyncExternalStore(follow, () => checkedIn)
  const offer = useLazy(() => import('./install-offer.tsx'), { asked, quiet: true })
  return offer && <offer.InstallOffer />
}

function follow(listener: () => void) {
  tell = listener
  return () => {
    tell = () => {}
  }
}
