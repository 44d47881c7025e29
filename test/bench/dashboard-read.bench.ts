import { byTurns, startBenchClub } from './bench-club.ts'
import { onSqlite } from './figure.ts'
import { answerOf, startFloor } from './floors.ts'
import type { Part } from './part.ts'
import { profileIfAsked } from './profile.ts'
import { figuresOf, takeRound, takeTurns } from './rounds.ts'

const forMs = 1000

export const part: Part = {
  name: 'dashboard-read',
  about:
    'Members who are signed in ask for what the home page shows, beside bare node:http that answers the same bytes.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  async measure(context) {
    const club = await startBenchClub(context)
    const [member] = club.members
    const answer = await answerOf(new URL('/rpc/home/get', club.seeded.url), member?.cookie ?? '')
    const floor = await startFloor(context, { by: 'http', answer })
    const lines = await club.lines()
    const next = byTurns(club.members.map((each) => club.home(each)))
    const turns = await takeTurns(context.rounds, {
      subject: () => takeRound({ lines, pids: club.pids }, { next, forMs }),
      floor: () => floor.take({ next, forMs }),
    })
    await profileIfAsked(context, 'dashboard-read', club, () => lines.ask({ next, forMs: 3 * forMs }))
    const kb = Buffer.from(answer.body, 'base64').length / 1000
    const wanted = onSqlite(context, { of: 'ratio', atLeast: 0.35 })
    return figuresOf(context, {
      ...{ name: 'dashboard-read', ...turns },
      wanted,
      wantedOfProcessor: wanted,
      note: `${kb.toFixed(1)} kB`,
    })
  },
}
