import { expect } from 'vitest'
import type { TestClub } from './club.ts'

/** The number of pending timers once no work is in progress that sets another when it ends. */
export async function timersAtRest({ clock }: Pick<TestClub, 'clock'>) {
  let [known, alike] = [-1, 0]
  await expect
    .poll(
      () => {
        alike = clock.pending() === known ? alike + 1 : 0
        known = clock.pending()
        return alike
      },
      { interval: 20, timeout: 10_000 },
    )
    .toBeGreaterThan(10)
  return known
}
