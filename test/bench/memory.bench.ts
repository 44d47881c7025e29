import { setTimeout as pause } from 'node:timers/promises'
import { byTurns, prepareClub, serveClub } from './bench-club.ts'
import { residentMb } from './cores.ts'
import { makeFigure } from './figure.ts'
import { openLine } from './lines.ts'
import type { Part } from './part.ts'
import { openScreens } from './screens.ts'

const settleMs = 3000
const screensOpen = 1000

export const part: Part = {
  name: 'memory',
  about:
    'What a server has of the memory (RSS) when it has nothing to do, and with 1,000 home pages open that ask anew after each check-in.',
  engines: ['sqlite'],
  async measure(context) {
    const prepared = await prepareClub(context, { members: screensOpen + 100 })
    const idle: number[] = []
    let club = await serveClub(context, prepared)
    while (true) {
      await pause(settleMs)
      idle.push(residentMb(club.pids[0] ?? 0))
      if (idle.length >= context.rounds) break
      for (const server of club.servers) await server.stop()
      club = await serveClub(context, prepared)
    }
    const members = club.members.slice(0, screensOpen)
    const screens = await openScreens(members, { url: club.seeded.url, ports: club.ports })
    context.onEnd(() => screens.close())
    const line = openLine(club.ports[0] ?? 0)
    await line.open()
    const others = byTurns(club.members.slice(screensOpen))
    const busy: number[] = []
    while (busy.length < context.rounds) {
      const checkIn = club.act('practices.checkIn', others(), { practiceId: club.practiceId })
      await screens.follow(screens.version() + 1, () => line.askOnce(checkIn))
      await pause(1000)
      busy.push(residentMb(club.pids[0] ?? 0))
    }
    line.close()
    const figure = (name: string, values: number[], atMost: number) =>
      makeFigure(context, { name, unit: 'MB', values, wanted: { of: 'value', atMost } })
    return [figure('memory.idle', idle, 150), figure('memory.screens-1000', busy, 300)]
  },
}
