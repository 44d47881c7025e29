import { setTimeout as pause } from 'node:timers/promises'
import { byTurns, type ServedClub, startBenchClub } from './bench-club.ts'
import type { BenchMember } from './bench-rows.ts'
import { onAskersCore } from './cores.ts'
import { checkInRush, rush } from './evening.ts'
import { type Figure, makeFigure, onSqlite } from './figure.ts'
import { openLine } from './lines.ts'
import type { Part, PartContext } from './part.ts'
import { openScreens, type Screens } from './screens.ts'

const few = 100
const many = 1000
/** Between two that are alone: as long as it takes a screen to ask at once again. */
const aloneMs = 1500

export const part: Part = {
  name: 'live-fanout',
  about:
    'Home pages are open on 100 and on 1,000 phones: from a check-in until all were told, and until all show it; and 200 check-ins in ten seconds.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  async measure(context) {
    const club = await startBenchClub(context, { members: many + rush.checkIns + 30 + 4 * (context.rounds + 1) })
    const next = byTurns(club.members.slice(many))
    const figures: Figure[] = []
    for (const size of [few, many]) {
      const screens = await openScreens(club.members.slice(0, size), { url: club.seeded.url, ports: club.ports })
      context.onEnd(() => screens.close())
      figures.push(...(await onAskersCore(() => measureAlone(context, club, { size, screens, next }))))
      if (size === many) figures.push(await onAskersCore(() => measureRush(context, club, { screens, next })))
      screens.close()
    }
    return figures
  },
}

type Crowd = { size: number; screens: Screens; next: () => BenchMember }

async function measureAlone(context: PartContext, club: ServedClub, { size, screens, next }: Crowd) {
  const line = openLine(club.ports[0] ?? 0)
  await line.open()
  const taken: { toldMs: number[]; shownMs: number[] }[] = []
  for (let round = -1; round < context.rounds; round++) {
    await pause(aloneMs)
    const checkIn = club.act('practices.checkIn', next(), { practiceId: club.practiceId })
    const both = await screens.follow(screens.version() + 1, () => line.askOnce(checkIn))
    if (round >= 0) taken.push(both)
  }
  line.close()
  const { refused } = screens.counts()
  const figure = (name: string, of: 'toldMs' | 'shownMs', wantedMs: number) =>
    makeFigure(context, {
      name: `live-fanout.${name}-${size}`,
      unit: 'ms to all',
      values: taken.map((each) => Math.max(...each[of])),
      ms: taken.flatMap((each) => each[of]),
      wanted: size === many ? onSqlite(context, { of: of === 'toldMs' ? 'p99' : 'value', atMost: wantedMs }) : null,
      note: of === 'shownMs' && refused > 0 ? `${refused} were turned away and asked again` : '',
    })
  return [figure('told', 'toldMs', 250), figure('refetched', 'shownMs', 1000)]
}

async function measureRush(context: PartContext, club: ServedClub, { screens, next }: Omit<Crowd, 'size'>) {
  const before = screens.counts()
  const answers = await checkInRush(club, () => club.act('practices.checkIn', next(), { practiceId: club.practiceId }))
  await screens.settled()
  const after = screens.counts()
  const ms = answers.filter(({ status }) => status === 200).map((answer) => answer.ms)
  return makeFigure(context, {
    name: 'live-fanout.rush-1000',
    unit: 'ms',
    values: ms,
    ms,
    errors: answers.length - ms.length,
    wanted: onSqlite(context, { of: 'p99', atMost: 100 }),
    note: `screens asked ${after.refetched - before.refetched} times, ${after.refused - before.refused} of these turned away`,
  })
}
