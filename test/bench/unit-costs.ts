import { setTimeout as pause } from 'node:timers/promises'
import type { ServedClub } from './bench-club.ts'
import { byTurns } from './bench-club.ts'
import { onAskersCore, processorUsOf, residentMb } from './cores.ts'
import { type EveningClub, firstOf, thereAtFirst } from './evening.ts'
import { type Figure, makeFigure, median } from './figure.ts'
import { type Lines, openLine, openLines, type Question } from './lines.ts'
import { type Costs, lineThrough } from './model.ts'
import type { PartContext } from './part.ts'
import { takeRound, takeTurns } from './rounds.ts'
import { openScreens } from './screens.ts'

/** A small practice and a large one: what is in between lies on the line through both. */
const sizes = [thereAtFirst, 230] as const
const settleMs = 3000
const idleMs = 2000
const lookForMs = 400
const alone = { answers: 30, checkIns: 40 }
/** What an answer sets going beside it is over by then. */
const afterwardsMs = 5
const beatMs = 15_000
const mostBeats = 3

type Subject = { context: PartContext; club: ServedClub; evening: EveningClub }

/** Pieces of work of servers that were just started, each by itself, as model.ts puts them together. */
export async function measureUnitCosts(subject: Subject): Promise<Figure[]> {
  const idle = await measureIdle(subject)
  const pages = []
  for (const there of sizes) pages.push(...(await measurePages(subject, there)))
  const withoutScreens = await measureCheckIns(subject)
  const screens = await measureScreens(subject, { idleUs: idle.us, withoutScreens })
  return [...idle.figures, ...pages, withoutScreens, ...screens]
}

/** @throws where one of its figures is missing */
export function costsOf(figures: Figure[]): Costs {
  const value = (name: string) => {
    const found = figures.find((figure) => figure.name === `scaling.${name}`)
    if (!found) throw new Error(`nothing has measured scaling.${name}`)
    return found.value
  }
  const byThere = (name: string) => {
    const [one, other] = sizes.map((there) => ({ there, us: value(`${name}-${there}`) }))
    return lineThrough(one as { there: number; us: number }, other as { there: number; us: number })
  }
  return {
    idle: value('idle'),
    beat: value('beat'),
    look: byThere('look'),
    find: byThere('find'),
    checkIn: value('check-in'),
    answer: value(`answer-${thereAtFirst}`),
    tell: value('tell'),
    idleMb: value('idle-memory'),
    busyMb: value('busy-memory'),
    screenKb: value('screen-memory'),
  }
}

async function measureIdle({ context, club }: Subject) {
  await pause(settleMs)
  const us: number[] = []
  const mb: number[] = []
  while (us.length < context.rounds) {
    const each = await processorUsOf(club.pids, () => pause(idleMs))
    us.push(each / club.pids.length / (idleMs / 1000))
    mb.push(memoryOf(club))
  }
  return {
    us: median(us),
    figures: [
      makeFigure(context, { name: 'scaling.idle', unit: 'µs a second', values: us, note: 'of one server' }),
      makeFigure(context, { name: 'scaling.idle-memory', unit: 'MB', values: mb, note: 'of one server' }),
    ],
  }
}

/** The page of a viewer, what all viewers have in common, and an answer to a practice. */
async function measurePages(subject: Subject, there: number) {
  const { context, club, evening } = subject
  await evening.setThere(there)
  const lines = await club.lines()
  const one = await openLines(club.ports.slice(0, 1), 1)
  context.onEnd(() => one.close())
  const look = byTurns(evening.lookers.map((each) => club.home(each)))
  const { pids } = club
  const turns = await takeTurns(context.rounds, {
    // Each page once: it would be remembered for a viewer who asks again.
    look: async () => {
      await one.ask({ next: firstOf(1, evening.answer) })
      return takeRound({ lines, pids }, { next: firstOf(evening.lookers.length, look), forMs: lookForMs })
    },
    answer: () => takeRound({ lines: one, pids }, { next: firstOf(alone.answers, evening.answer) }),
  })
  const finds: number[] = []
  while (finds.length < context.rounds) finds.push(await onAskersCore(() => findingUs(subject, one, look)))
  one.close()
  lines.close()
  const us = (rounds: typeof turns.look) => rounds.map(({ processorUs }) => processorUs)
  const figure = (name: string, values: number[], note: string) =>
    makeFigure(context, { name: `scaling.${name}-${there}`, unit: 'µs each', values, note })
  return [
    figure('look', us(turns.look), `a home page, ${there} at the practice`),
    figure('find', finds, 'what all home pages have in common, once after a change'),
    figure('answer', us(turns.answer), 'one after the other'),
  ]
}

/** By how much the first home page after a change costs more than the second one, asked right after it of the same server. */
async function findingUs({ club, evening }: Subject, one: Lines, look: () => Question) {
  const costs: number[] = []
  const ask = (next: () => Question) => one.ask({ next: firstOf(1, next) })
  const pids = club.pids.slice(0, 1)
  for (let i = 0; i < alone.answers; i++) {
    await ask(evening.answer)
    await pause(afterwardsMs)
    const first = await processorUsOf(pids, () => ask(look))
    costs.push(first - (await processorUsOf(pids, () => ask(look))))
  }
  return median(costs)
}

async function measureCheckIns(subject: Subject) {
  const rounds = await checkInsOf(subject)
  const note = 'one after the other, no screen open'
  return makeFigure(subject.context, { name: 'scaling.check-in', unit: 'µs each', values: rounds, note })
}

async function measureScreens(subject: Subject, known: { idleUs: number; withoutScreens: Figure }) {
  const { context, club, evening } = subject
  const { processes } = context
  const many = evening.lookers.length
  await pause(1000)
  const busyMb = memoryOf(club)
  const where = { url: club.seeded.url, ports: club.ports, onlyListen: true }
  const screens = await openScreens(evening.lookers, where)
  context.onEnd(() => screens.close())
  await pause(settleMs)
  const screenKb = (1024 * (memoryOf(club) - busyMb)) / (many / processes)
  const told = await checkInsOf(subject, (work) => screens.follow(screens.version() + alone.checkIns, work))
  const beats: number[] = []
  while (beats.length < Math.min(mostBeats, context.rounds)) {
    const us = await onAskersCore(() => processorUsOf(club.pids, () => pause(beatMs)))
    beats.push((us - (known.idleUs * processes * beatMs) / 1000) / many)
  }
  screens.close()
  const figure = (name: string, unit: string, values: number[], note: string) =>
    makeFigure(context, { name: `scaling.${name}`, unit, values, note })
  const tell = told.map((us) => (us - known.withoutScreens.value) / many)
  return [
    figure('tell', 'µs each', tell, `a change told to ${many} screens`),
    figure('beat', 'µs each', beats, `of a screen that is open, every ${beatMs / 1000} s`),
    figure('busy-memory', 'MB', [busyMb], 'of one server that was asked a lot, no screen open'),
    figure('screen-memory', 'KB', [screenKb], `${many} of them less none, divided`),
  ]
}

/** @returns µs of a check-in with all that comes of it, for each round */
async function checkInsOf({ context, club, evening }: Subject, until = (work: () => Promise<unknown>) => work()) {
  const line = openLine(club.ports[0] ?? 0)
  await line.open()
  const comeIn = async () => {
    for (let i = 0; i < alone.checkIns; i++) {
      const { status } = await line.askOnce(evening.checkIn())
      if (status !== 200) throw new Error(`a check-in was answered with ${status}`)
    }
  }
  const turns = await takeTurns(context.rounds, {
    each: async () => {
      await evening.setThere(thereAtFirst)
      const us = await onAskersCore(() => processorUsOf(club.pids, () => until(comeIn)))
      return us / alone.checkIns
    },
  })
  line.close()
  return turns.each
}

/** MB of one server. */
export function memoryOf({ pids }: Pick<ServedClub, 'pids'>) {
  return pids.reduce((sum, pid) => sum + residentMb(pid), 0) / pids.length
}
