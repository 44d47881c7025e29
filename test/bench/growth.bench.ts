import { byTurns, prepareClub, type ServedClub, serveClub } from './bench-club.ts'
import { makeFigure, onSqlite } from './figure.ts'
import { answerOf } from './floors.ts'
import { type Answer, type Asked, type Lines, question } from './lines.ts'
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
/** At most; and after each of them so many ask anew. */
const changesInOneRound = 20
const atOnce = 8
/** Whoever grows so much costs at most 1.3 times as much. */
const leastRatio = 0.769

const things = {
  'dashboard-read': { status: 200, isJudged: true },
  'dashboard-unchanged': { status: 304, isJudged: false },
  // Nothing that was answered before holds any more: all is found out again for each viewer, and for the club.
  'dashboard-after-change': { status: 200, isJudged: true },
  'officers-after-change': { status: 200, isJudged: true },
  'members-page': { status: 200, isJudged: true },
  'check-in': { status: 200, isJudged: true },
  rsvp: { status: 200, isJudged: true },
}
type Thing = keyof typeof things

export const part: Part = {
  name: 'growth',
  about:
    'The same things in clubs of 500, 5,000 and 50,000 members with 40, 400 and 4,000 practices, the larger ones beside the smallest.',
  engines: ['sqlite', 'postgres'],
  async measure(context) {
    const served = []
    for (const size of sizes) served.push({ size, club: await serveClub(context, await prepareClub(context, size)) })
    // Only now, for a server closes lines on which nothing is asked for long.
    const clubs = []
    for (const { size, club } of served) clubs.push({ size, asks: await prepareAsks(club, context.rounds) })
    const figures = []
    for (const [name, { status, isJudged }] of Object.entries(things) as [Thing, (typeof things)[Thing]][]) {
      const takes = clubs.map(({ size, asks }) => [`${size.members}`, () => asks(name, status)] as const)
      const turns = await takeTurns(context.rounds, Object.fromEntries(takes))
      // A page of members is as long in the second as in the third, and half as long in the smallest.
      const [smallest] = name === 'members-page' ? sizes.slice(1) : sizes
      const floors = turns[`${smallest?.members}`]?.map(costOf) ?? []
      for (const { members } of sizes) {
        const rounds = turns[`${members}`] ?? []
        const isLarger = members > (smallest?.members ?? 0)
        figures.push(
          makeFigure(context, {
            name: `growth.${name}-${members}`,
            unit: 'µs each',
            values: rounds.map(costOf),
            ...(isLarger ? { floors } : {}),
            ms: rounds.flatMap(({ ms }) => ms),
            wanted: isJudged && isLarger ? onSqlite(context, { of: 'ratio', atLeast: leastRatio }) : null,
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
  const officer = question(home, club.officer.cookie)
  const takers = byTurns(club.members)
  const answerers = byTurns(club.members)
  const practices = byTurns(club.aheadIds)
  const read = byTurns(club.members.slice(-readers).map((each) => club.home(each)))
  const checkIn = () => club.act('practices.checkIn', takers(), { practiceId: club.practiceId })
  const rsvp = () => club.act('practices.answer', answerers(), { practiceId: practices(), answer: 'archer' })
  const asked: Record<Thing, { lines?: Lines } & Asked> = {
    'dashboard-read': { next: read, forMs },
    'dashboard-unchanged': { next: byTurns(seen), forMs },
    'dashboard-after-change': { lines: askAfterChanges(club, lines, atOnce), next: read },
    'officers-after-change': { lines: askAfterChanges(club, lines, 1), next: () => officer },
    'members-page': { next: () => members, forMs },
    'check-in': { next: checkIn },
    rsvp: { next: rsvp },
  }
  return (name: Thing, status: number) => {
    const { lines: own = lines, next, ...rest } = asked[name]
    const isAct = name === 'check-in' || name === 'rsvp'
    return takeRound({ lines: own, pids: club.pids }, { next: isAct ? atMost(acts, next) : next, ...rest, status })
  }
}

/** So many are asked at once, each time after somebody has answered a practice or taken that back, which everybody sees. */
function askAfterChanges(club: ServedClub, lines: Lines, atOnce: number): Lines {
  const [someone] = club.attendees
  const [practiceId] = club.aheadIds
  if (someone === undefined) throw new Error('nobody is there')
  const answer = byTurns([null, 'archer'])
  const change = () => club.act('practices.answer', someone, { practiceId, answer: answer() })
  return {
    ...lines,
    async ask({ next }) {
      const answers: Answer[] = []
      const begunAt = performance.now()
      for (let n = 0; n < changesInOneRound && performance.now() - begunAt < forMs; n++) {
        await lines.ask({ next: atMost(1, change) })
        answers.push(...(await lines.ask({ next: atMost(atOnce, next) })).answers)
      }
      return { answers, lastedMs: performance.now() - begunAt }
    },
  }
}

function atMost<Each>(most: number, next: () => Each) {
  let taken = 0
  return () => (taken++ < most ? next() : null)
}
