import { setTimeout as pause } from 'node:timers/promises'
import type { ServedClub } from './bench-club.ts'
import { byTurns } from './bench-club.ts'
import { onAskersCore, processorUsOf, residentMb } from './cores.ts'
import { type EveningClub, firstOf, thereAtFirst } from './evening.ts'
import { type Figure, makeFigure, median } from './figure.ts'
import { type Lines, openLine, openLines, type Question } from './lines.ts'
import { type Costs, lineThrough } from './model.ts'
import type { PartContext } from './part.ts'
import { type Round, takeRound, takeTurns } from './rounds.ts'
import { openScreens } from './screens.ts'

/** A small practice and a large one: what is in between lies on the line through both. */
const sizes = [thereAtFirst, 230] as const
const settleMs = 3000
const idleMs = 2000
/** So many have their page before a change, and ask for it after. */
const viewers = 300
/** Of pages that take so little that their code is run often before it is compiled best. */
const warmUps = 30
const alone = { answers: 30, finds: 20, checkIns: 10 }
/** What a write sets going beside it is over by then. */
const afterwardsMs = 5
/** Changes that come sooner after each other are told together. */
const apartMs = 300
const beatMs = 15_000
const mostBeats = 3

type Subject = { context: PartContext; club: ServedClub; evening: EveningClub }

/** Pieces of work of servers that were just started, each by itself, as model.ts puts them together. */
export async function measureUnitCosts(subject: Subject): Promise<Figure[]> {
  const idle = await measureIdle(subject)
  const pages: Figure[] = []
  for (const there of sizes) pages.push(...(await measurePagesAgain(subject, there)))
  pages.push(...(await measurePages(subject)))
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
    again: byThere('again'),
    find: byThere('find'),
    look: value('look'),
    findAfterAnswer: value('find-after-answer'),
    checkIn: value('check-in'),
    answer: value('answer'),
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

/** The page of a viewer who had it before a check-in, and what the first such page costs more. */
async function measurePagesAgain(subject: Subject, there: number) {
  const { context, club, evening } = subject
  const { lines, one, look, close } = await openLookers(subject)
  const checkIn = () => one.ask({ next: firstOf(1, evening.checkIn) })
  await evening.setThere(there)
  const again = async () => {
    // Who has the page has it from before this one; the first who asks finds what is new.
    await checkIn()
    await one.ask({ next: firstOf(1, look) })
    return takeRound({ lines, pids: club.pids }, { next: firstOf(viewers, look) })
  }
  const turns = await takeTurns(context.rounds, { again }, warmUps)
  const finds: number[] = []
  while (finds.length < context.rounds) finds.push(await findingUs(subject, { one, look, write: evening.checkIn }))
  close()
  const figure = (name: string, values: number[], note: string) =>
    makeFigure(context, { name: `scaling.${name}-${there}`, unit: 'µs each', values, note })
  return [
    figure('again', processorOf(turns.again), `a home page after a check-in, ${there} at the practice`),
    figure('find', finds, 'the first of these, more than the others'),
  ]
}

/** The same after an answer to a practice, and this by itself. */
async function measurePages(subject: Subject) {
  const { context, club, evening } = subject
  const { lines, one, look, close } = await openLookers(subject)
  const { pids } = club
  await evening.setThere(thereAtFirst)
  const turns = await takeTurns(context.rounds, {
    look: async () => {
      await one.ask({ next: firstOf(1, evening.answer) })
      return takeRound({ lines, pids }, { next: firstOf(viewers, look) })
    },
    answer: () => takeRound({ lines: one, pids }, { next: firstOf(alone.answers, evening.answer) }),
  })
  const finds: number[] = []
  while (finds.length < context.rounds) finds.push(await findingUs(subject, { one, look, write: evening.answer }))
  close()
  const figure = (name: string, values: number[], note: string) =>
    makeFigure(context, { name: `scaling.${name}`, unit: 'µs each', values, note })
  return [
    figure('look', processorOf(turns.look), `a home page after an answer, ${thereAtFirst} at the practice`),
    figure('find-after-answer', finds, 'the first of these, more than the others'),
    figure('answer', processorOf(turns.answer), 'one after the other'),
  ]
}

async function openLookers({ context, club, evening }: Subject) {
  const lines = await club.lines()
  const one = await openLines(club.ports.slice(0, 1), 1)
  context.onEnd(() => one.close())
  return {
    lines,
    one,
    look: byTurns(evening.lookers.slice(0, viewers).map((each) => club.home(each))),
    close() {
      lines.close()
      one.close()
    },
  }
}

function processorOf(rounds: Round[]) {
  return rounds.map(({ processorUs }) => processorUs)
}

/** By how much the first home page after a write costs more than the second one, asked right after it of the same server. */
async function findingUs({ club }: Subject, by: { one: Lines; look: () => Question; write: () => Question }) {
  const ask = (next: () => Question) => by.one.ask({ next: firstOf(1, next) })
  const pids = club.pids.slice(0, 1)
  return onAskersCore(async () => {
    const costs: number[] = []
    while (costs.length < alone.finds) {
      await ask(by.write)
      await pause(afterwardsMs)
      const first = await processorUsOf(pids, () => ask(by.look))
      costs.push(first - (await processorUsOf(pids, () => ask(by.look))))
    }
    return median(costs)
  })
}

async function measureCheckIns(subject: Subject) {
  const rounds = await checkInsOf(subject)
  const note = 'each alone, no screen open'
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
  const told = await checkInsOf(subject, (work) => screens.follow(screens.version() + 1, work))
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
    const { status } = await line.askOnce(evening.checkIn())
    if (status !== 200) throw new Error(`a check-in was answered with ${status}`)
  }
  const rounds: number[] = []
  // The first one warms up.
  for (let round = -1; round < context.rounds; round++) {
    await evening.setThere(thereAtFirst)
    const costs = await onAskersCore(async () => {
      const each: number[] = []
      while (each.length < alone.checkIns) {
        await pause(apartMs)
        each.push(await processorUsOf(club.pids, () => until(comeIn).then(() => pause(afterwardsMs))))
      }
      return each
    })
    // The beats of open screens fall into some of them.
    if (round >= 0) rounds.push(median(costs))
  }
  line.close()
  return rounds
}

/** MB of one server. */
export function memoryOf({ pids }: Pick<ServedClub, 'pids'>) {
  return pids.reduce((sum, pid) => sum + residentMb(pid), 0) / pids.length
}
