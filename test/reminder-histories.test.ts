import fc from 'fast-check'
import { expect } from 'vitest'
import { engines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { playReminders, reminderFaults, reminderHistory } from '#test/support/model/reminders.ts'

const options = { club: { practices: { remindHours: 24 } } }

// Thousands of them: `npm run faults -- reminders`.
describe.each(engines)('random weeks with reminders (%s)', () => {
  test.override({ options })

  test('remind only who is asked and hasn’t replied, at most twice in seven days', { timeout: 120_000 }, async ({
    club,
  }) => {
    await club.ctx.outbox.stop()
    let sent = 0
    for (const history of fc.sample(reminderHistory, { numRuns: 15, seed: 2026 })) {
      const result = await playReminders(club, history)
      expect([result.wrong, history]).toEqual([[], history])
      sent += result.sent
    }
    expect(sent).toBeGreaterThan(30)
  })
})

describe('random weeks in which something is wrong', () => {
  test.override({ options })

  test.for(Object.keys(reminderFaults))('notice %s', { timeout: 120_000 }, async (name, { club }) => {
    await club.ctx.outbox.stop()
    const wrong: string[] = []
    for (const history of fc.sample(reminderHistory, { numRuns: 20, seed: 2026 }))
      wrong.push(...(await playReminders(club, history, reminderFaults[name])).wrong)
    expect(wrong).not.toEqual([])
  })
})
