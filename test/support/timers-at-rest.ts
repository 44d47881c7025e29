import { expect } from 'vitest'
import type { TestClub } from './club.ts'

/** How many timers wait once no work is under way whose end sets one again. */
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
