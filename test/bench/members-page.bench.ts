import { startBenchClub } from './bench-club.ts'
import { answerOf, startFloor } from './floors.ts'
import { question } from './lines.ts'
import type { Part } from './part.ts'
import { profileIfAsked } from './profile.ts'
import { figuresOf, takeRound, takeTurns } from './rounds.ts'

const forMs = 1500
const members = 5000

export const part: Part = {
  name: 'members-page',
  about: 'An officer asks for the first thousand members, beside bare node:http that answers the same bytes.',
  engines: ['sqlite'],
  async measure(context) {
    const club = await startBenchClub(context, { members, practices: 400 })
    const { cookie } = club.officer
    const url = new URL('/rpc/members/get', club.seeded.url)
    const answer = await answerOf(url, cookie)
    const floor = await startFloor(context, { by: 'http', answer })
    const lines = await club.lines(2)
    const next = () => question(url, cookie)
    const turns = await takeTurns(context.rounds, {
      subject: () => takeRound({ lines, pids: club.pids }, { next, forMs }),
      floor: () => floor.take({ next, forMs }),
    })
    await profileIfAsked(context, 'members-page', club, () => lines.ask({ next, forMs: 2 * forMs }))
    const kb = Math.round(Buffer.from(answer.body, 'base64').length / 1000)
    return figuresOf(context, { name: 'members-page', ...turns, note: `${kb} kB of a club of ${members}` })
  },
}
