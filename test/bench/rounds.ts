import { onAskersCore, processorUs } from './cores.ts'
import { type Figure, makeFigure, type Wanted } from './figure.ts'
import type { Asked, Lines } from './lines.ts'

/** What one round says of a server. */
export type Round = {
  perSecond: number
  /** Of the processor, by the server's process (all of them together), in µs for each answer. */
  processorUs: number
  /** How much of its core whoever asked has used: near 1, the figure is of the client and not of the server. */
  askerShare: number
  ms: number[]
}

type Target = { lines: Lines; pids: number[] }

/** @throws where an answer has another status than all should have */
export async function takeRound({ lines, pids }: Target, asked: Asked & { status?: number }): Promise<Round> {
  const { status = 200, ...rest } = asked
  return onAskersCore(async () => {
    const [before, own] = [processorUs(pids), process.cpuUsage()]
    const { answers, lastedMs } = await lines.ask(rest)
    const [after, { user, system }] = [processorUs(pids), process.cpuUsage(own)]
    const wrong = answers.find((answer) => answer.status !== status)
    if (wrong) throw new Error(`answered with ${wrong.status} instead of ${status}`)
    return {
      perSecond: (answers.length / lastedMs) * 1000,
      processorUs: (after - before) / answers.length,
      askerShare: (user + system) / 1000 / lastedMs,
      ms: answers.map(({ ms }) => ms),
    }
  })
}

/** As many turns of each. */
export const usualWarmUps = 3

/**
 * Measures things by turns, A B A B …, so that whatever else happens on the machine happens to each of them. What comes first warms
 * up and does not count: code is compiled better and better over its first thousands of runs.
 */
export async function takeTurns<Name extends string, Taken>(
  rounds: number,
  takes: Record<Name, () => Promise<Taken>>,
  warmUps = usualWarmUps,
) {
  const names = Object.keys(takes) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, [] as Taken[]])) as Record<Name, Taken[]>
  for (let turn = 0; turn < warmUps; turn++) for (const name of names) await takes[name]()
  for (let round = 0; round < rounds; round++) for (const name of names) taken[name].push(await takes[name]())
  return taken
}

type Compared = {
  name: string
  subject: Round[]
  floor?: Round[]
  wanted?: Wanted | null
  wantedOfProcessor?: Wanted | null
  note?: string
}

/** How many answers a second, and how much of the processor each takes; the latter says the same on a busy machine. */
export function figuresOf(of: Pick<Figure, 'engine' | 'processes'>, compared: Compared): Figure[] {
  const { name, subject, floor, wanted = null, wantedOfProcessor = null, note = '' } = compared
  const ms = subject.flatMap((round) => round.ms)
  const share = Math.max(...[...subject, ...(floor ?? [])].map(({ askerShare }) => askerShare))
  const asker = `who asked used ${Math.round(100 * share)}% of a core at most`
  const floors = (of: (round: Round) => number) => (floor === undefined ? {} : { floors: floor.map(of) })
  const figures = [
    makeFigure(of, {
      name,
      unit: '/s',
      values: subject.map(({ perSecond }) => perSecond),
      ...floors(({ perSecond }) => perSecond),
      moreIsBetter: true,
      ms,
      wanted,
      note: note === '' ? asker : `${note}; ${asker}`,
    }),
    makeFigure(of, {
      name: `${name}.processor`,
      unit: 'µs each',
      values: subject.map(({ processorUs }) => processorUs),
      ...floors(({ processorUs }) => processorUs),
      n: ms.length,
      wanted: wantedOfProcessor,
      note,
    }),
  ]
  // Where the system does not say how much of the processor a process has had.
  return figures.filter(({ value }) => !Number.isNaN(value))
}
