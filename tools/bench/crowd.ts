import { setTimeout as pause } from 'node:timers/promises'
import { checkInOf, openConnection, sendWithRetries } from './lines.ts'
import { type BenchPart, percentile, type Round } from './part.ts'
import { openScreen } from './screens.ts'
import { memoryOf } from './server.ts'

/** Check-ins with nothing else going on, this far apart. */
const alone = { checkIns: 20, everyMs: 500 }
/** A crowd that arrives, evenly spread. */
const together = { checkIns: 200, withinMs: 10_000 }
const catchUpMs = 10_000

/** The same on each engine. */
export const crowds = (['sqlite', 'postgres'] as const).map(
  (engine): BenchPart => ({
    name: engine === 'sqlite' ? 'crowd' : 'crowd-postgres',
    about: `1,000 screens show the home page while members check in: one by one, then 200 in ten seconds (${engine})`,
    club: { members: 1220, practices: 40 },
    engine,
    rounds: 3,
    measure,
  }),
)

async function measure({ server, onEnd }: Round) {
  const { members, pid, port, cpuMs } = server
  const arriving = members.slice(0, alone.checkIns + together.checkIns)
  const screens = members.slice(arriving.length).map((member) => openScreen(server, member))
  const connections = arriving.map(() => openConnection(port))
  onEnd(() => [...screens, ...connections].forEach((each) => void each.close()))
  for (const screen of screens) await screen.open()
  // Each screen asks once more when its stream opens.
  await pause(4000)
  const asked = () => screens.reduce((sum, { times }) => sum + times.length, 0)
  const askedBefore = asked()
  const memory: number[] = []
  const sampler = setInterval(() => memory.push(memoryOf(pid).pss), 250)
  onEnd(() => clearInterval(sampler))

  let busy = 0
  /** @returns when the request was sent, and how long its response took */
  async function checkIn(n: number) {
    const [member, connection] = [arriving[n], connections[n]]
    if (!member || !connection) throw new Error('no such member')
    const sentAt = performance.now()
    const { ms, tries } = await sendWithRetries(connection, checkInOf(server, member))
    busy += tries - 1
    return { sentAt, ms }
  }
  async function shownMs(count: number, sentAt: number) {
    const giveUpAt = performance.now() + catchUpMs
    while (screens.some((screen) => !screen.shows(count)) && performance.now() < giveUpAt) await pause(5)
    return screens.map((screen) => screen.shownAt(count) - sentAt)
  }

  const shown: number[] = []
  for (let n = 0; n < alone.checkIns; n++) {
    const { sentAt } = await checkIn(n)
    shown.push(...(await shownMs(n + 1, sentAt)))
    await pause(Math.max(0, sentAt + alone.everyMs - performance.now()))
  }
  const eventBytes = screens.flatMap((screen) => screen.eventBytes)

  const cpuBefore = cpuMs()
  const begunAt = performance.now()
  const responses = await Promise.all(
    Array.from({ length: together.checkIns }, async (_, i) => {
      await pause(Math.max(0, begunAt + (i / together.checkIns) * together.withinMs - performance.now()))
      return checkIn(alone.checkIns + i)
    }),
  )
  const times = responses.map(({ ms }) => ms)
  const last = Math.max(...responses.map(({ sentAt }) => sentAt))
  const lastShown = await shownMs(alone.checkIns + together.checkIns, last)
  return [
    { name: 'one check-in on a screen p50', unit: 'ms', value: percentile(shown, 50) },
    { name: 'one check-in on all screens p99', unit: 'ms', value: percentile(shown, 99), atMost: 300 },
    { name: 'its event', unit: 'bytes', value: Math.max(...eventBytes), atMost: 400 },
    { name: '200 check-ins p50', unit: 'ms', value: percentile(times, 50) },
    { name: '200 check-ins p99', unit: 'ms', value: percentile(times, 99), atMost: 150 },
    { name: 'the last of them on all screens', unit: 'ms', value: percentile(lastShown, 100), atMost: 1000 },
    { name: 'turned away', unit: '', value: busy, atMost: 0 },
    { name: 'home pages requested', unit: '', value: asked() - askedBefore },
    { name: 'most memory PSS', unit: 'MB', value: Math.max(...memory), atMost: 300 },
    { name: 'CPU of the server', unit: 's', value: (cpuMs() - cpuBefore) / 1000 },
  ]
}
