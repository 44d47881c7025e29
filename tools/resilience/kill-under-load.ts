import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ServerProcess } from '#test/support/server.ts'
import { ask, type ClubLoad, judge } from './club-load.ts'
import type { Reply } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

const earliestMs = 5
const latestMs = 500

/**
 * Members go on until the server is killed at a random moment.
 * @param least the moment is chosen after this many acknowledgements
 */
export async function killAmid(load: ClubLoad, server: Pick<ServerProcess, 'kill'>, least: number) {
  const afterMs = Math.round(earliestMs + Math.random() * (latestMs - earliestMs))
  let left = least
  let over = false
  let inFlight = 0
  const enough = Promise.withResolvers<unknown>()
  const killed = enough.promise.then(async () => {
    await pause(afterMs)
    inFlight = load.pending().length
    await server.kill()
    over = true
  })
  const heard = (reply: Reply | null) => {
    left -= reply?.status === 200 ? 1 : 0
    if (left <= 0) enough.resolve(reply)
  }
  const busy = load.run({ over: () => over, heard }).then(enough.resolve)
  await Promise.all([killed, busy])
  return { afterMs, inFlight }
}

/** Checks the data after the kill, and again after retrying everything that was in flight. */
export async function lookAfterKill(club: SeededClub, load: ClubLoad, from: number) {
  const done = load.done.slice(from)
  const found = await judge(club.db, done, load.pending())
  const finished = await load.finish()
  const after = await judge(club.db, finished)
  const wrong = [...found.wrong, ...after.wrong, ...load.refused, ...(await club.verify())]
  for (const mutation of done.slice(-3)) {
    const again = await ask(club.url, mutation)
    if (again?.status !== 200 || !isDeepStrictEqual(again.json, mutation.answer))
      wrong.push(`${mutation.kind}, asked for once more, was answered ${again?.status}`)
  }
  return {
    acknowledged: done.length,
    unheard: found.unheard,
    lost: found.lost + after.lost,
    doubled: found.doubled + after.doubled,
    half: found.half,
    wrong,
  }
}
