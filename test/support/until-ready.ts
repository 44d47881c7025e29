import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a starting server is ready. @throws the signal's reason if it is aborted */
export async function untilReady(url: string, signal?: AbortSignal) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    signal?.throwIfAborted()
    await pause(10)
  }
}
