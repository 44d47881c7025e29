import { useSyncExternalStore } from 'react'
import { useLazy } from '#web/lib/lazy-code.ts'

let checkedIn = false
let tell = () => {}

/** A check-in has just succeeded. Where the app can't be installed, nothing more is loaded for it. */
export function noteCheckInForInstall() {
  if (window.installPrompt === undefined && navigator.standalone !== false) return
  checkedIn = true
  tell()
}

/** Offers, after a check-in, to put the app on the home screen: on the page where one checks in, and nowhere else. */
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
