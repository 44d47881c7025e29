// Shows: T31

import fc from 'fast-check'
import type { TestClub } from '#test/support/club.ts'
import { playReminders, type ReminderFault, reminderFaults, reminderHistory } from '#test/support/model/reminders.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { clubsOf } from './fresh-clubs.ts'

const historiesAClub = 20
const controls = 20
const mustNotice = 19

export const fault: Fault = {
  name: 'reminders',
  promise:
    'In random weeks of a club, no member who has replied, turned reminders off, or isn’t asked is reminded, none gets three within seven days or twice of a practice that hasn’t moved, and none at night.',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 150,
  async run(context) {
    const openClub = await clubsOf(context, { practices: { remindHours: 24 } })
    const wrong: string[] = []
    const seed = Date.now()
    const all = fc.sample(reminderHistory, { numRuns: context.rounds(10_000), seed })
    let sent = 0
    for (let done = 0; done < all.length; ) {
      await using club = await openStill(openClub)
      for (const until = Math.min(all.length, done + historiesAClub); done < until; done++) {
        context.signal.throwIfAborted()
        const history = all[done]
        if (!history) continue
        const result = await playReminders(club, history)
        sent += result.sent
        if (result.wrong.length > 0)
          wrong.push(...new Set(result.wrong), `Seed ${seed}, number ${done}: ${JSON.stringify(history)}`)
      }
      if (done % 500 === 0) context.say(`${done} histories, ${sent} reminders`)
    }
    const figures: Record<string, number | string> = { histories: all.length, 'reminders sent': sent, seed }
    for (const [name, plant] of Object.entries(reminderFaults)) {
      let noticed = 0
      for (let control = 0; control < controls; control++) if (await isNoticed(plant, openClub)) noticed += 1
      figures[`noticed: ${name}`] = `${noticed} of ${controls}`
      if (noticed < mustNotice) wrong.push(`${name} was noticed ${noticed} of ${controls} times`)
    }
    return outcomeOf(wrong, figures)
  },
}

/** Without its own outbox: the history sends what is due. */
async function openStill(openClub: () => Promise<TestClub>) {
  const club = await openClub()
  await club.ctx.outbox.stop()
  return club
}

/** Whether any of forty histories detects this fault in a club. */
async function isNoticed(plant: ReminderFault, openClub: () => Promise<TestClub>) {
  await using club = await openStill(openClub)
  for (const history of fc.sample(reminderHistory, 40))
    if ((await playReminders(club, history, plant)).wrong.length > 0) return true
  return false
}
