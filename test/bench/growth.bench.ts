import { byTurns, prepareClub, type ServedClub, serveClub } from './bench-club.ts'
import { makeFigure } from './figure.ts'
import { answerOf } from './floors.ts'
import { question } from './lines.ts'
import type { Part } from './part.ts'
import { type Round, takeRound, takeTurns, usualWarmUps } from './rounds.ts'

const sizes = [
  { members: 500, practices: 40 },
  { members: 5000, practices: 400 },
  { members: 50_000, practices: 4000 },
] as const
const forMs = 500
const actsInOneRound = 50
/** So many of the smallest club are not there yet. */
const notThere = 440
const readers = 50
/** Whoever grows so much costs at most 1.3 times as much. */
const leastRatio = 0.769

type Measured = 'dashboard-read' | 'dashboard-unchanged' | 'check-in' | 'rsvp' | 'members-page'

export const part: Part = {
  name: 'growth',
  about:
    'The same things in clubs of 500, 5,000 and 50,000 members with 40, 400 and 4,000 practices, the larger ones beside the smallest.',
  engines: ['sqlite'],
  async measure(context) {
    const clubs = []
    for (const size of sizes)
      clubs.push({
        size,
        asks: await prepareAsks(await serveClub(context, await prepareClub(context, size)), context.rounds),
      })
    const figures = []
    for (const [name, status] of [
      ['dashboard-read', 200],
      ['dashboard-unchanged', 304],
      ['members-page', 200],
      ['check-in', 200],
      ['rsvp', 200],
    ] as const) {
      const takes = clubs.map(({ size, asks }) => [`${size.members}`, () => asks(name, status)] as const)
      const turns = await takeTurns(context.rounds, Object.fromEntries(takes))
      const [smallest] = sizes
      const floors = turns[`${smallest.members}`]?.map(costOf) ?? []
      for (const { members } of sizes) {
        const rounds = turns[`${members}`] ?? []
        const isJudged = members !== smallest.members && (name === 'dashboard-read' || name === 'check-in')
        figures.push(
          makeFigure(context, {
            name: `growth.${name}-${members}`,
            unit: 'µs each',
            values: rounds.map(costOf),
            ...(members === smallest.members ? {} : { floors }),
            ms: rounds.flatMap(({ ms }) => ms),
            wanted: isJudged ? { of: 'ratio', atLeast: leastRatio } : null,
          }),
        )
      }
    }
    return figures
  },
}

/** In µs: of the processor, or where the system does not say that, of the time. */
function costOf({ processorUs, perSecond }: Round) {
  return Number.isNaN(processorUs) ? 1e6 / perSecond : processorUs
}

/** @returns how to ask one club for one of the things for a while */
async function prepareAsks(club: ServedClub, rounds: number) {
  const acts = Math.min(actsInOneRound, Math.floor(notThere / (rounds + usualWarmUps)))
  const lines = await club.lines(8)
  const home = new URL('/rpc/home/get', club.seeded.url)
  const seen = await Promise.all(
    club.members.slice(-readers).map(async (member) => {
      const { etag = '' } = (await answerOf(home, member.cookie)).headers
      return club.home(member, etag)
    }),
  )
  const members = question(new URL('/rpc/members/get', club.seeded.url), club.officer.cookie)
  const takers = byTurns(club.members)
  const answerers = byTurns(club.members)
  const practices = byTurns(club.aheadIds)
  const next = {
    'dashboard-read': byTurns(club.members.slice(-readers).map((each) => club.home(each))),
    'dashboard-unchanged': byTurns(seen),
    'members-page': () => members,
    'check-in': () => club.act('practices.checkIn', takers(), { practiceId: club.practiceId }),
    rsvp: () => club.act('practices.answer', answerers(), { practiceId: practices(), answer: 'archer' }),
  }
  return (name: Measured, status: number) => {
    const isAct = name === 'check-in' || name === 'rsvp'
    const asked = isAct ? { next: atMost(acts, next[name]) } : { next: next[name], forMs }
    return takeRound({ lines, pids: club.pids }, { ...asked, status })
  }
}

function atMost<Each>(most: number, next: () => Each) {
  let taken = 0
  return () => (taken++ < most ? next() : null)
}
