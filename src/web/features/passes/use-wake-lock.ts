import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while something is shown to others, where the browser can; taken again after a look elsewhere.
 * @returns whether it can't, as in apps on the home screen before iOS 18.4, and on a low battery
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
        // A page that is out of sight is refused it as well, and asks again when it is back.
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
