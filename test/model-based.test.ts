import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestClub, engines } from './support/club.ts'
import { plantedFaults } from './support/model/planted.ts'
import { modelClub, play } from './support/model/play.ts'
import { history, wordsOf } from './support/model/steps.ts'

// The full size runs as a fault: `npm run faults -- model-based`.
const seed = 2026
const runs = { sqlite: 30, postgres: 15 }

describe.each(engines)('random histories of four people (%s)', (engine) => {
  // Shows: T31
  test('leave what everyone was told, and the ledger equal to every total', { timeout: 180_000 }, async () => {
    await using club = await createTestClub(engine, { club: modelClub })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { wrong } = await play(club, steps)
        expect(wrong, steps.map(wordsOf).join('\n')).toEqual([])
      }),
      { numRuns: runs[engine], seed, endOnFailure: true },
    )
  })

  test.each(Object.entries(plantedFaults))('notice %s (the negative control)', async (_, plant) => {
    await using club = await createTestClub(engine, { club: modelClub })
    const found: string[] = []
    for (const steps of fc.sample(history, { numRuns: 20, seed })) {
      plant(club)
      const { wrong } = await play(club, steps).catch((error: Error) => ({ wrong: [error.message] }))
      found.push(...wrong)
      if (wrong.length > 0) break
    }
    expect(found).not.toEqual([])
  })
})
