import type { TestClub } from './club.ts'
import { concurrently, refusalsIn } from './races.ts'

// As in races.ts, of reminders.

/**
 * What is wrong after two officers remind twenty members of two practices concurrently, after each of these members had
 * a reminder yesterday: none may get a third within the week.
 */
export async function raceReminders(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officers = await Promise.all([club.officer(), club.officer()])
  const members = await Promise.all(Array.from({ length: 20 }, () => club.member()))
  const [one, two, before] = [
    await club.practice({ title: 'One' }),
    await club.practice({ title: 'Two' }),
    await club.practice({ title: 'Before' }),
  ]
  const remindedAt = new Date(club.clock.now() - 86_400_000).toISOString()
  const rows = [...officers, ...members].map(({ id }) => ({ practiceId: before, memberId: id, remindedAt }))
  await club.db.insertInto('reminder').values(rows).execute()
  prepare(club)
  const answers = await concurrently(2, async (i) =>
    officers[i]?.api.reminders.send({ practiceId: [one, two][i] ?? '' }),
  )
  const wrong = refusalsIn(answers) === 'no-one-left' ? [] : [`the others heard ${refusalsIn(answers)}`]
  const counts = await club.db
    .selectFrom('reminder')
    .select((eb) => eb.fn.countAll<number>().as('reminders'))
    .groupBy('memberId')
    .execute()
  return [...wrong, ...counts.flatMap(({ reminders }) => (reminders === 2 ? [] : [`a member got ${reminders}`]))]
}
