import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while a pass or card is in use (wake lock), and requests it again when the page is visible again.
 * @returns true if the browser refuses, as in home-screen apps before iOS 18.4, and on a low battery
 */
export function useWakeLock(wanted: boolean) {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let lock: Promise<WakeLockSentinel | null> | null = null
    let left = false
    async function take() {
      try {
        const held = 'wakeLock' in navigator ? await navigator.wakeLock.request('screen') : null
        if (!left) setFailed(held === null)
        return held
      } catch {
        // A hidden page is refused, too, and requests it again when visible.
        if (!left && document.visibilityState === 'visible') setFailed(true)
        return null
      }
    }
    function look() {
      if (document.visibilityState === 'visible') lock = take()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', look)
      void lock?.then((held) => held?.release())
    }
  }, [wanted])
  return wanted && failed
}
