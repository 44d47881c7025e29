import { setTimeout as pause } from 'node:timers/promises'

/** Longer than such an act takes, fsync of a slow disk included, and shorter than anybody notices. */
const aMomentMs = 40

/**
 * Answers after a moment and no sooner, so that whether somebody has an account, and so more or less was to be done, can't be told
 * from how long it took (T4). By real time: it is about what goes over the line.
 */
export async function withMinimumDuration<T>(act: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([act(), pause(aMomentMs)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
