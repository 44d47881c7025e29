import { expect, inject, test } from 'vitest'
import { engines } from '#test/support/club.ts'
import { openKilledUpdates } from '#test/support/killed-update.ts'

/** Number of kills in `npm test`; `npm run faults -- killed-updates` kills at every statement. */
const sample = 8

// Shows: T72
test.each(engines)(
  'an update of the database that is killed at a statement leaves a whole version, and goes on when it is started again (%s, T72)',
  async (engine) => {
    await using updates = await openKilledUpdates(engine, inject('postgresUrl'))
    const { statements, strike } = updates
    expect(statements).toBeGreaterThan(100)
    const wrong: string[] = []
    for (let i = 0; i < sample; i++)
      wrong.push(...(await strike(1 + Math.floor((i * (statements - 1)) / (sample - 1)))))
    expect(wrong).toEqual([])
  },
)
