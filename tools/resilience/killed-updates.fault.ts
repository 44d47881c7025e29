// Shows: T72

import { openKilledUpdates } from '#test/support/killed-update.ts'
import { startPostgres } from '#test/support/postgres.ts'
import { type Fault, outcomeOf } from './fault.ts'

export const fault: Fault = {
  name: 'killed-updates',
  promise:
    'An update of the database that is killed before any one of its statements leaves a whole version, and comes out as ever when it is started again (T72).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const postgres = context.engine === 'postgres' ? await startPostgres({ durable: true }) : null
    context.onEnd(() => postgres?.stop())
    await using updates = await openKilledUpdates(
      context.engine === 'postgres' ? 'postgres' : 'sqlite',
      postgres?.url ?? '',
    )
    const wrong: string[] = []
    const every = Math.ceil(updates.statements / context.rounds(updates.statements))
    let kills = 0
    for (let before = 1; before <= updates.statements && !context.signal.aborted; before += every) {
      wrong.push(...(await updates.strike(before)))
      kills += 1
      if (kills % 50 === 0) context.say(`${kills} of ${updates.statements} statements`)
    }
    return outcomeOf(wrong, { statements: updates.statements, kills, 'neither old nor new': wrong.length })
  },
}
