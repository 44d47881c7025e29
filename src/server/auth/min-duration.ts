import { setTimeout as pause } from 'node:timers/promises'

/** Longer than these operations take, including fsync on a slow disk, and too short to notice. */
const minDurationMs = 40

/**
 * Runs an operation in constant time: it settles after the minimum duration, so that the response time doesn't reveal whether an
 * account exists (T4). Uses real time, not the app's clock, because that is what an attacker measures.
 */
export async function withMinimumDuration<T>(act: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([act(), pause(minDurationMs)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
