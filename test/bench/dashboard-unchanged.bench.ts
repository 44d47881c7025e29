import { byTurns, startBenchClub } from './bench-club.ts'
import { onSqlite } from './figure.ts'
import { answerOf, startFloor } from './floors.ts'
import type { Part } from './part.ts'
import { profileIfAsked } from './profile.ts'
import { figuresOf, takeRound, takeTurns } from './rounds.ts'

const forMs = 1000
/** Who has seen the page before. */
const readers = 200

export const part: Part = {
  name: 'dashboard-unchanged',
  about:
    'The same by members who have it already and are answered 304, beside a bare route of Fastify and bare node:http that answer so with the same headers.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  async measure(context) {
    const club = await startBenchClub(context)
    const url = new URL('/rpc/home/get', club.seeded.url)
    const seen = await Promise.all(
      club.members.slice(0, readers).map(async (member) => {
        const { etag = '' } = (await answerOf(url, member.cookie)).headers
        return { member, etag }
      }),
    )
    const [first] = seen
    const answer = await answerOf(url, first?.member.cookie ?? '', { 'if-none-match': first?.etag ?? '' })
    const bare = await startFloor(context, { by: 'http', answer })
    const fastify = await startFloor(context, { by: 'fastify', answer })
    const lines = await club.lines()
    const next = byTurns(seen.map(({ member, etag }) => club.home(member, etag)))
    const asked = { next, forMs, status: 304 }
    const turns = await takeTurns(context.rounds, {
      subject: () => takeRound({ lines, pids: club.pids }, asked),
      fastify: () => fastify.take(asked),
      bare: () => bare.take(asked),
    })
    await profileIfAsked(context, 'dashboard-unchanged', club, () => lines.ask({ next, forMs: 3 * forMs }))
    const { subject } = turns
    const wanted = onSqlite(context, { of: 'ratio', atLeast: 0.8 })
    return [
      ...figuresOf(context, {
        ...{ name: 'dashboard-unchanged', subject, floor: turns.fastify },
        wanted,
        wantedOfProcessor: wanted,
        note: 'beside Fastify',
      }),
      ...figuresOf(context, { name: 'dashboard-unchanged.bare', subject, floor: turns.bare, note: 'beside node:http' }),
    ]
  },
}
