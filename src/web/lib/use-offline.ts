import { useSyncExternalStore } from 'react'
import { messages } from '#domain/text/messages.ts'

/** Whether the device itself says that it has no connection: then nothing but waiting helps. */
function useOffline() {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/** Why what does not wait can't be done now; null while it can. */
export function useNeedsConnection() {
  return useOffline() ? messages.needsConnection : null
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
