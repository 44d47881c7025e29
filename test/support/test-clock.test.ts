import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createTestClock } from './test-clock.ts'

describe('the test clock', () => {
  test('runs timers in the order in which they come due, each at its own time', async () => {
    const clock = createTestClock('2026-10-05T12:00:00Z')
    const ran: string[] = []
    const note = (name: string) => () => {
      ran.push(`${name} ${new Date(clock.now()).toISOString().slice(14, 19)}`)
    }
    clock.setTimeout(note('later'), 2_000)
    clock.setTimeout(note('first'), 1_000)
    clock.setTimeout(note('second'), 1_000)
    clock.clearTimeout(clock.setTimeout(note('never'), 500))
    await clock.advance(1_999)
    expect(ran).toEqual(['first 00:01', 'second 00:01'])
    await clock.advance(1)
    expect(ran).toHaveLength(3)
    expect(clock.now()).toBe(Date.parse('2026-10-05T12:00:02Z'))
  })

  test('waits for what a timer began, and runs what that set up', async () => {
    const clock = createTestClock('2026-10-05T12:00:00Z')
    const ran: number[] = []
    const tick = async () => {
      await sleep(5)
      ran.push(clock.now())
      clock.setTimeout(tick, 1_000)
    }
    clock.setTimeout(tick, 1_000)
    await clock.advance(3_500)
    expect(ran.map((ms) => ms - Date.parse('2026-10-05T12:00:00Z'))).toEqual([1_000, 2_000, 3_000])
  })

  test('sleeps without touching what timers have left', async () => {
    const clock = createTestClock('2026-10-05T12:00:00Z')
    let ran = false
    clock.setTimeout(() => {
      ran = true
    }, 1_000)
    clock.set('2026-10-05T15:00:00Z')
    await clock.advance(999)
    expect(ran).toBe(false)
    await clock.advance(1)
    expect(ran).toBe(true)
    expect(clock.now()).toBe(Date.parse('2026-10-05T15:00:01Z'))
    expect(clock.monotonic()).toBe(clock.now())
  })

  test('steps the wall clock alone', async () => {
    const clock = createTestClock('2026-10-05T12:00:00Z')
    clock.step(-3_600_000)
    await clock.advance(1_000)
    expect(clock.now()).toBe(Date.parse('2026-10-05T11:00:01Z'))
    expect(clock.monotonic()).toBe(Date.parse('2026-10-05T12:00:01Z'))
  })
})
