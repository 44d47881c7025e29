import { expect, onTestFinished, test } from 'vitest'
import { makeLive } from '../tools/resilience/check-in-load.ts'
import { judge, loadEnv, loadPasses, openLoad } from '../tools/resilience/club-load.ts'
import { killAmid, lookAfterKill } from '../tools/resilience/kill-under-load.ts'
import { seedClub } from '../tools/resilience/seeded-club.ts'
import { endAmid, logBytes } from '../tools/resilience/stop-under-load.ts'

// One round of what `npm run faults -- kill-anytime` and `stopped` do hundreds of times.

// Shows: T67
test('killed amid writes of every kind, it has each acknowledged one once, and none by half (T67)', {
  timeout: 60_000,
}, async () => {
  const club = await openClub()
  const load = openLoad(club)
  const server = await club.start()
  await makeLive(club, club.practiceIds[0] ?? '')
  const { inFlight } = await killAmid(load, server, 150)
  const again = await club.start()
  const { acknowledged, wrong } = await lookAfterKill(club, load, 0)
  expect(wrong).toEqual([])
  expect([acknowledged >= 150, inFlight > 0]).toEqual([true, true])
  await again.kill()
})

// Shows: T74
test('stopped amid writes, it answers what it has begun, sends its streams away and leaves one whole file (T74)', {
  timeout: 60_000,
}, async () => {
  const club = await openClub()
  const load = openLoad(club)
  const server = await club.start()
  await makeLive(club, club.practiceIds[0] ?? '')
  await club.letGo()
  const { code, failed, left } = await endAmid(club, load, server.stop)
  expect({ code, failed, left, log: logBytes(club) }).toEqual({ code: 0, failed: 0, left: 0, log: 0 })
  const { unheard, wrong } = await judge(club.db, load.done, load.pending())
  expect({ unheard, wrong }).toEqual({ unheard: 0, wrong: [] })
  expect(await club.verify()).toEqual([])
})

function openClub() {
  const onEnd = (work: () => unknown) => onTestFinished(async () => void (await work()))
  const facts = { engine: 'sqlite', rounds: () => 1, say() {}, progress: '' } as const
  const context = { ...facts, onEnd, signal: new AbortController().signal }
  return seedClub(context, { members: 12, practices: 3, dayPasses: loadPasses, env: loadEnv })
}
