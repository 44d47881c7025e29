import { useEffect } from 'react'

/** Keeps the screen on while something is shown to others, where the browser can; taken again after a look elsewhere. */
export function useWakeLock(wanted: boolean) {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return
    let lock: Promise<WakeLockSentinel | null> | null = null
    // Refused on a low battery: the pass is shown all the same.
    const take = () => {
      if (document.visibilityState === 'visible') lock = navigator.wakeLock.request('screen').catch(() => null)
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      document.removeEventListener('visibilitychange', take)
      void lock?.then((held) => held?.release())
    }
  }, [wanted])
}
