import { expect, test } from 'vitest'
import { withMinimumDuration } from './min-duration.ts'

test('an act that takes no time is answered as late as one that takes some, and so is one that fails (T4)', async () => {
  const timed = async (act: () => Promise<unknown>) => {
    const begunAt = performance.now()
    const answer = await withMinimumDuration(act).catch((error: Error) => error.message)
    return { answer, ms: performance.now() - begunAt }
  }
  const all = [await timed(async () => 'done'), await timed(async () => Promise.reject(new Error('failed')))]
  expect(all.map(({ answer }) => answer)).toEqual(['done', 'failed'])
  // Timers may fire a millisecond early.
  for (const { ms } of all) expect(ms).toBeGreaterThan(38)
})
