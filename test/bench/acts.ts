import { randomUUID } from 'node:crypto'
import { type BenchClub, prepareClub, serveClub } from './bench-club.ts'
import type { BenchMember } from './bench-rows.ts'
import { makeFigure, onSqlite, type Wanted } from './figure.ts'
import { answerOf, copyData, startFloor } from './floors.ts'
import type { Question } from './lines.ts'
import type { PartContext } from './part.ts'
import { profileIfAsked } from './profile.ts'
import { type Deed, recordTransaction } from './recorded.ts'
import { figuresOf, takeRound, takeTurns, usualWarmUps } from './rounds.ts'

const forMs = 1000
/** On a quick disk a round is over before its second. */
const mostInOneRound = 400

type Act = {
  name: string
  operation: string
  /** Who does what; each of these once. */
  deeds: (club: BenchClub) => { member: BenchMember; input: { practiceId: string } }[]
  wanted?: Wanted
}

/**
 * An act of members, durable when it is answered, beside its own transaction done by the bare database: once by itself and once behind
 * bare node:http, each on a copy of the same data.
 */
export async function measureAct(context: PartContext, { name, operation, deeds, wanted }: Act) {
  const prepared = await prepareClub(context, { members: mostInOneRound * (usualWarmUps + context.rounds + 2) })
  const [first, ...all] = deeds(prepared)
  if (!first) throw new Error('nobody does anything')
  const statements = await recordTransaction(prepared, { operation, ...first })
  await prepared.recorded.stop()
  const keyed = all.map((deed): typeof deed & Deed => ({
    ...deed,
    ...{ memberId: deed.member.id, key: randomUUID(), practiceId: deed.input.practiceId },
  }))
  const acts = async (number: number) => ({
    database: await copyData(prepared, number),
    statements,
    deeds: keyed.map(({ memberId, key, practiceId }) => ({ memberId, key, practiceId })),
  })
  const [ofBare, ofHttp] = [await acts(1), await acts(2)]
  const club = await serveClub(context, prepared)
  const answer = await answerOf(new URL('/rpc/session/get', club.seeded.url), first.member.cookie)
  const bare = await startFloor(context, { by: 'http', answer, acts: ofBare })
  const http = await startFloor(context, { by: 'http', answer, acts: ofHttp })
  const lines = await club.lines()
  const questions = keyed.map(({ member, input, key }) => club.act(operation, member, input, key))
  const [ours, overHttp] = [eachOnce(questions), eachOnce(questions)]
  const turns = await takeTurns(context.rounds, {
    subject: () => takeRound({ lines, pids: club.pids }, { next: ours(mostInOneRound), forMs }),
    bare: () => bare.act({ many: mostInOneRound, forMs }),
    http: () => http.take({ next: overHttp(mostInOneRound), forMs }),
  })
  await profileIfAsked(context, name, club, () => lines.ask({ next: ours(mostInOneRound) }))
  const { subject } = turns
  const of = { engine: context.engine, processes: context.processes }
  const note = `beside its ${statements.length} statements by the bare database`
  return [
    ...figuresOf(of, { name, subject, floor: turns.bare, note, wanted: wanted ? onSqlite(of, wanted) : null }),
    ...figuresOf(of, { name: `${name}.http`, subject, floor: turns.http, note: `${note}, behind node:http` }),
    makeFigure(of, {
      ...{ name: `${name}.statements`, unit: 'each', values: [statements.length] },
      note: 'of its transaction, without its begin and commit',
    }),
  ]
}

/** @returns how to take so many more of them */
function eachOnce(questions: Question[]) {
  let taken = 0
  return (most: number) => {
    const end = Math.min(questions.length, taken + most)
    return () => (taken < end ? (questions[taken++] ?? null) : null)
  }
}
