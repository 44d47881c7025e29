import { setTimeout as pause } from 'node:timers/promises'
import { livePractice } from './club-rows.ts'
import { addressOf, askAll, askPatiently, checkInOf, openLine, requestOf } from './lines.ts'
import { type Part, percentile, type Round } from './part.ts'

const connections = 10
const readForMs = 3000
const writeEveryMs = 100
/** Everyone checks in so often; the first time warms the server up. */
const waves = 4

export const checkIns: Part = {
  name: 'checkins',
  about: 'check-ins and home pages per second with 10 connections, and the CPU time of each, to compare',
  club: { members: 500, practices: 40 },
  rounds: 3,
  measure,
}

async function measure({ server, onEnd }: Round) {
  const { port, members, cpuMs, openDatabase } = server
  const database = openDatabase()
  onEnd(database.close)
  const actsOfAll = () => members.map((member) => checkInOf(server, member))
  const emptyPractice = () => database.exec(`delete from attendance where practice_id = '${livePractice}'`)
  const figuresOf = async (name: string, load: () => ReturnType<typeof askAll>, times = 1) => {
    const before = cpuMs()
    const all: Awaited<ReturnType<typeof askAll>>[] = []
    while (all.length < times) all.push(await load())
    const ms = all.flatMap((each) => each.times)
    const lastedMs = all.reduce((sum, each) => sum + each.lastedMs, 0)
    return [
      { name, unit: 'per s', value: (1000 * ms.length) / lastedMs },
      { name: `${name}: p50`, unit: 'ms', value: percentile(ms, 50) },
      { name: `${name}: p99`, unit: 'ms', value: percentile(ms, 99) },
      { name: `${name}: CPU each`, unit: 'µs', value: (1000 * (cpuMs() - before)) / ms.length },
    ]
  }
  const wave = async () => {
    await emptyPractice()
    const acts = actsOfAll()
    return askAll({ port, connections }, () => acts.pop())
  }
  await wave()
  const checkIns = await figuresOf('check-in', wave, waves - 1)

  await emptyPractice()
  const acts = actsOfAll()
  await askAll({ port, connections }, () => (acts.length > members.length / 2 ? acts.pop() : undefined))
  const reads = members.map((member) => requestOf(server, member, { address: addressOf('home.get') }))
  const firstReads = [...reads]
  await askAll({ port, connections }, () => firstReads.pop())
  let turn = 0
  const readAll = () => askAll({ port, connections, forMs: readForMs }, () => reads[turn++ % reads.length])
  const unchanged = await figuresOf('home page, unchanged', readAll)
  let isWriting = true
  const writer = (async () => {
    const line = openLine(port)
    for (let act = acts.pop(); act && isWriting; act = acts.pop()) {
      await askPatiently(line, act)
      await pause(writeEveryMs)
    }
    line.close()
  })()
  const changing = await figuresOf('home page, writes between', readAll)
  isWriting = false
  await writer
  return [...checkIns, ...unchanged, ...changing]
}
