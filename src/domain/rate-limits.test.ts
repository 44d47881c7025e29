import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RateRule, rateRules, takeFromWindow } from './rate-limits.ts'

const start = Date.parse('2026-11-24T22:50:00.000Z')
const second = 1000
const minute = 60 * second

describe('so many within a sliding window', () => {
  const rule: RateRule = { most: 3, withinMs: 10 * minute }

  test('one more than the most waits until the oldest has left the window, to the millisecond', () => {
    const full = [start, start + minute, start + 2 * minute]
    expect(takeFromWindow(full, rule, start + 3 * minute)).toEqual({ outcome: 'refused', retryAfterMs: 7 * minute })
    expect(takeFromWindow(full, rule, start + 10 * minute - 1)).toEqual({ outcome: 'refused', retryAfterMs: 1 })
    expect(takeFromWindow(full, rule, start + 10 * minute)).toEqual({
      outcome: 'taken',
      hits: [start + minute, start + 2 * minute, start + 10 * minute],
    })
  })

  test('hits of a time to come, left by a clock that has stepped back, count for nothing', () => {
    const ahead = [start + 60 * minute, start + 61 * minute, start + 62 * minute]
    expect(takeFromWindow(ahead, rule, start)).toEqual({ outcome: 'taken', hits: [start] })
  })

  test('one that came a moment earlier than one counted already takes nothing away from it', () => {
    let hits: number[] = []
    for (const ms of [50, 40, 45]) {
      const taken = takeFromWindow(hits, rule, start + ms)
      if (taken.outcome === 'taken') hits = taken.hits
    }
    expect(hits).toEqual([start + 40, start + 45, start + 50])
    expect(takeFromWindow(hits, rule, start + 42).outcome).toBe('refused')
  })

  test('however tries come, no window holds more than the most, and waiting as told is always enough', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4 * minute }), { minLength: 1, maxLength: 60 })
    const anyRule = fc.record({
      most: fc.integer({ min: 1, max: 6 }),
      withinMs: fc.integer({ min: 2 * minute, max: 15 * minute }),
      leastGapMs: fc.integer({ min: 0, max: 2 * minute }),
    })
    fc.assert(
      fc.property(anyRule, gaps, (rule, gaps) => {
        const taken: number[] = []
        let hits: number[] = []
        let now = start
        for (const gap of gaps) {
          now += gap
          const decision = takeFromWindow(hits, rule, now)
          if (decision.outcome === 'taken') {
            hits = decision.hits
            taken.push(now)
            continue
          }
          expect(decision.retryAfterMs).toBeGreaterThan(0)
          const outcomeIn = (ms: number) => takeFromWindow(hits, rule, now + ms).outcome
          expect(outcomeIn(decision.retryAfterMs - 1)).toBe('refused')
          expect(outcomeIn(decision.retryAfterMs)).toBe('taken')
        }
        for (const from of taken) {
          const within = taken.filter((at) => at >= from && at < from + rule.withinMs)
          expect(within.length).toBeLessThanOrEqual(rule.most)
        }
        for (const [i, at] of taken.entries())
          expect(at - (taken[i - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(rule.leastGapMs)
      }),
      { seed: 7, numRuns: 500 },
    )
  })
})

// Shows: 9.48
test('the club’s limits are the ones that were decided', () => {
  expect(rateRules).toEqual({
    accountFailures: { most: 10, withinMs: 15 * minute },
    addressFailures: { most: 120, withinMs: minute },
    signUps: { most: 300, withinMs: 60 * minute },
    knownSignUps: { most: 30, withinMs: 10 * minute },
    mails: { most: 5, withinMs: 60 * minute, leastGapMs: minute },
    sentMails: { most: 5, withinMs: 60 * minute },
    alreadyMemberMails: { most: 1, withinMs: 60 * minute },
    codes: { most: 5, withinMs: 24 * 60 * minute },
    networkCodes: { most: 120, withinMs: 60 * minute },
    pictures: { most: 60, withinMs: 24 * 60 * minute },
    feedReads: { most: 60, withinMs: 10 * minute },
    passwordChanges: { most: 20, withinMs: 24 * 60 * minute },
    placeNews: { most: 3, withinMs: 24 * 60 * minute },
    clubFiles: { most: 100, withinMs: 24 * 60 * minute },
    plans: { most: 200, withinMs: 24 * 60 * minute },
    storeImports: { most: 100, withinMs: 24 * 60 * minute },
    mailRequests: { most: 300, withinMs: 60 * minute },
  })
})
