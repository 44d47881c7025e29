import { setTimeout as pause } from 'node:timers/promises'
import { byTurns, type ServedClub } from './bench-club.ts'
import { coresOf, onAskersCore, processorUsOf } from './cores.ts'
import { checkInRush, type EveningClub, rush, thereAtFirst } from './evening.ts'
import { type Figure, makeFigure, median } from './figure.ts'
import { openLine } from './lines.ts'
import { type Costs, memoryMb, mixedUs, processorSeconds } from './model.ts'
import type { PartContext } from './part.ts'
import { takeRound, takeTurns } from './rounds.ts'
import { openScreens, type Screens } from './screens.ts'
import { memoryOf } from './unit-costs.ts'

const mixedForMs = 1000
const writeOfSo = 10
/** Between two check-ins that are alone: as long as it takes a screen to ask at once again. */
const aloneMs = 1500
const mostRushes = 3
const warmUps = 2

type Subject = { context: PartContext; club: ServedClub; evening: EveningClub; costs: Costs }

/** What the model foretells, beside what servers need for it that were not measured for the model. */
export async function measureEvenings(subject: Subject): Promise<Figure[]> {
  const { context, club, evening } = subject
  const figures = [await measureMixed(subject)]
  for (const size of [100, 500, 1000]) {
    const where = { url: club.seeded.url, ports: club.ports }
    const screens = await openScreens(evening.lookers.slice(0, size), where)
    context.onEnd(() => screens.close())
    figures.push(await onAskersCore(() => measureAlone(subject, screens, size)))
    if (size > 100) figures.push(await measureMemory(subject, size))
    if (size === 1000) figures.push(await onAskersCore(() => measureRush(subject, screens, size)))
    screens.close()
  }
  return figures
}

async function measureMixed({ context, club, evening, costs }: Subject) {
  const { processes } = context
  await evening.setThere(thereAtFirst)
  const lines = await club.lines()
  const look = byTurns(evening.lookers.map((each) => club.home(each)))
  let asked = 0
  const next = () => (asked++ % writeOfSo === writeOfSo - 1 ? evening.answer() : look())
  const turns = await takeTurns(context.rounds, {
    mixed: () => takeRound({ lines, pids: club.pids }, { next, forMs: mixedForMs }),
  })
  lines.close()
  return makeFigure(context, {
    name: 'scaling.mixed',
    unit: 'µs each',
    values: turns.mixed.map(({ processorUs }) => processorUs),
    n: turns.mixed.reduce((sum, { ms }) => sum + ms.length, 0),
    predicted: mixedUs(costs, { writes: 1 / writeOfSo, processes }),
    note: '90 reads to 10 writes',
  })
}

async function measureAlone({ context, club, evening, costs }: Subject, screens: Screens, size: number) {
  await evening.setThere(thereAtFirst)
  const line = openLine(club.ports[0] ?? 0)
  await line.open()
  const taken: { ms: number; seconds: number }[] = []
  for (let round = -warmUps; round < context.rounds; round++) {
    await pause(aloneMs)
    const begunAt = performance.now()
    const us = await processorUsOf(club.pids, () =>
      screens.follow(screens.version() + 1, () => line.askOnce(evening.checkIn())),
    )
    if (round >= 0) taken.push({ ms: us / 1000, seconds: (performance.now() - begunAt) / 1000 })
  }
  line.close()
  const seconds = median(taken.map((each) => each.seconds))
  const load = { seconds, checkIns: 1, screens: size, there: thereAtFirst, ...serversOf(context) }
  return makeFigure(context, {
    name: `scaling.alone-${size}`,
    unit: 'ms',
    values: taken.map(({ ms }) => ms),
    predicted: 1000 * processorSeconds(costs, load),
    note: `of the processor for one check-in, ${size} screens open`,
  })
}

async function measureMemory({ context, club, costs }: Subject, size: number) {
  const values: number[] = []
  while (values.length < context.rounds) {
    await pause(500)
    values.push(memoryOf(club))
  }
  return makeFigure(context, {
    name: `scaling.memory-${size}`,
    unit: 'MB',
    values,
    predicted: memoryMb(costs, { screens: size, processes: context.processes }),
    note: `of one server, ${size} screens open`,
  })
}

async function measureRush({ context, club, evening, costs }: Subject, screens: Screens, size: number) {
  const values: number[] = []
  const before = screens.counts()
  let refused = 0
  const line = openLine(club.ports[0] ?? 0)
  await line.open()
  while (values.length < Math.min(mostRushes, context.rounds)) {
    await evening.setThere(thereAtFirst)
    // Each screen has the page as it is then.
    await screens.follow(screens.version() + 1, () => line.askOnce(evening.checkIn()))
    await pause(aloneMs)
    const us = await processorUsOf(club.pids, async () => {
      const answers = await checkInRush(club, evening.checkIn)
      refused += answers.filter(({ status }) => status !== 200).length
      await screens.settled()
    })
    values.push(us / 1e6)
  }
  const load = {
    ...{ seconds: rush.withinMs / 1000, checkIns: rush.checkIns, screens: size },
    ...{ there: thereAtFirst + rush.checkIns / 2, ...serversOf(context) },
  }
  line.close()
  const after = screens.counts()
  // With the one before each rush.
  const [asked, turnedAway] = [after.refetched - before.refetched, after.refused - before.refused].map((many) =>
    Math.round(many / values.length),
  )
  return makeFigure(context, {
    name: `scaling.rush-${size}`,
    unit: 's',
    values,
    errors: refused,
    predicted: processorSeconds(costs, load),
    note: `of the processor for ${rush.checkIns} check-ins in ten seconds, ${size} screens open; these asked ${asked} times and were turned away ${turnedAway} times`,
  })
}

function serversOf({ processes }: PartContext) {
  return { processes, cores: coresOf(processes) }
}
