import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a server that is starting is ready for work. @throws the signal's reason when it is aborted meanwhile */
export async function untilReady(url: string, signal?: AbortSignal) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    signal?.throwIfAborted()
    await pause(10)
  }
}
