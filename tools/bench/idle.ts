import { setTimeout as pause } from 'node:timers/promises'
import type { BenchPart } from './part.ts'
import { memoryOf } from './server.ts'

const settledMs = 10_000
/** Few rounds are enough: memory differs little between starts. */
const memoryRounds = 3

export const idle: BenchPart = {
  name: 'idle',
  about: 'how soon after its start a server is ready, and its memory ten seconds later',
  club: { members: 500, practices: 40 },
  rounds: 7,
  async measure({ server: { pid, readyMs, cpuMs }, number }) {
    const ready = { name: 'ready', unit: 'ms', value: readyMs, atMost: 1500 }
    if (number >= memoryRounds) return [ready]
    const cpuBefore = cpuMs()
    await pause(settledMs)
    return [
      ready,
      { name: 'memory RSS', unit: 'MB', value: memoryOf(pid).rss, atMost: 200 },
      { name: 'memory PSS', unit: 'MB', value: memoryOf(pid).pss },
      { name: 'CPU', unit: 'ms/s', value: (cpuMs() - cpuBefore) / (settledMs / 1000) },
    ]
  },
}
